"""A game as lines of text, for screen readers, braille displays and terminals that cannot draw.

`words` says what there is to say, `conversation` answers one line at a time, `run` reads them.
"""
