"""The sentences players read, by language."""
