"""The eras: the tables of each (see era.py) and the rules that only it has; `fitl.compose` lists them."""
