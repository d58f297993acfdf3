"""FEN, coordinate moves and SAN: `parse_*` and `format_*` are inverse pairs."""
