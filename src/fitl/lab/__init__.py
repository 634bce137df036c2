"""The laboratory: many games at once, decision-tree counts and measurements. It computes; the command line prints."""
