"""The cards of Fall of Saigon. What they do is ours; an owner of the print can replace it with a pack."""
