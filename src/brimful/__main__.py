"""`python -m brimful`: the command line."""

from brimful.cli import main

main()
