"""A game being played, without a screen: sessions, engines and reviews."""
