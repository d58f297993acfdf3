"""The rules a second time, slow and plain, to check the kernel by: it shares no table with it.

Written after the wording of the rule sheets. It knows of the rest of the core what a variant is
(`spec`) and how Betza text is read (`betza`), and nothing of the kernel. A square is a pair (file,
rank) counted from 0, a man a pair (type id, colour), a board a dictionary of squares to men.
"""
