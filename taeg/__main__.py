"""`python -m taeg` is the command `taeg`."""

from taeg.cli import main

if __name__ == "__main__":
    main()
