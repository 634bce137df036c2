"""Non-players: they answer decisions like anyone, and say why."""
