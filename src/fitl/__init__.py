"""fitl: Fire in the Lake as a conversation between the rules and whoever plays."""

__version__ = "0.1.0"
