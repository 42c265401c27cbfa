"""`python -m bench.page`, from the root of the repository."""

import sys

from bench.page.run import main

if __name__ == "__main__":
    sys.exit(main())
