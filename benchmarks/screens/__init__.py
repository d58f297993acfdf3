"""What the screens of a terminal program cost on the line, measured from outside."""
