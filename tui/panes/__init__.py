"""What stands beside the board, one pane a module; none of them knows a screen."""
