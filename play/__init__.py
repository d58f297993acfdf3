"""A game being played, without a screen: sessions, engines, reviews and matches."""
