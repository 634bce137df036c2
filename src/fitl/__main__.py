"""`python -m fitl`: the same as the `fitl` command."""

import sys

from fitl.cli.main import main

if __name__ == "__main__":  # worker processes import this module without starting the command again
    sys.exit(main())
