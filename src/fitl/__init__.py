"""fitl: Fire in the Lake as a conversation between the rules and the players."""

__version__ = "1.0.0"
