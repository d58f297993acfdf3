"""`python -m makachess` is the program `makachess`."""

from makachess.tui.program import main

if __name__ == "__main__":
    main()
