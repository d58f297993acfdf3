"""The screens: home, new game, saved games, rules, game, replay, and what they are based on."""
