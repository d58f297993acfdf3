"""The screens: home, new game, saved games, rules, the game itself, replay."""
