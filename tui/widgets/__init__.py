"""What a screen is made of beside the board, a widget a module; none of them knows a screen."""
