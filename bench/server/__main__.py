"""`python -m bench.server`, from the root of the repository."""

import sys

from bench.server.run import main

if __name__ == "__main__":
    sys.exit(main())
