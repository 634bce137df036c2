"""The cards of Sovereign of Discord. What they do is ours; an owner of the print can replace it with a pack."""
