"""An opponent that searches: it plays every era by the rules alone, knows what its seat knows, and says why."""
