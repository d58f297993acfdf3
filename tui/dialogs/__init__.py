"""What screens ask and suggest in their bottom rows; none of it knows a screen."""
