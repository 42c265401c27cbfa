"""`python -m digsite` is `digsite`."""

from digsite.cli import main

main()
