"""What screens are made of besides the board, one widget a module; none of them knows a screen."""
