"""Operations (3.x): one module each."""
