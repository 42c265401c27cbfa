"""`python -m bench.bots`, from the root of the repository."""

import sys

from bench.bots.run import main

if __name__ == "__main__":
    sys.exit(main())
