"""*Sovereign of Discord*, 1961 to 1963, and the Fall of Diem that ends it: one file per rule that it adds."""
