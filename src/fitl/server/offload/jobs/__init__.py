"""The jobs: each says what is to be done, and does it in a worker process or in line."""
