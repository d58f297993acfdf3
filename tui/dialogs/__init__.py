"""What screens ask and advise in the rows below the board; no screen is known here."""
