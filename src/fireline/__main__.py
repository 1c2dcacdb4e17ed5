"""`python -m fireline` is the command `fireline`."""

from fireline.cli import main

main()
