"""Matches between engines: games on several cores, and what they prove."""
