"""`python -m golfsim`."""

from golfsim.cli import main

main()
