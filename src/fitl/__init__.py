"""fitl: Fire in the Lake as a conversation between the rules and the players."""

__version__ = "0.1.0"
