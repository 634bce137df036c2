"""*Fall of Saigon*, 1973 to 1975, and the campaigns that lead to it: one file per rule that it adds."""
