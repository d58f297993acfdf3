"""What each side has taken, beside the board."""

from __future__ import annotations

from makachess.play.session.setup import new_setup
from makachess.variants import load
from tui_harness import playing, two_people

MOVES = '"e4" enter "d5" enter "exd5" enter "Nf6" enter "Nc3" enter "Nxd5=" enter'


async def test_captures_and_lead_follow_the_game_wherever_one_looks():
    async with playing(two_people()) as hands:
        await hands.press(MOVES)
        await hands.sees("Black Player ♙", "players")
        assert hands.players.endswith("♙ > White Player")
        assert "+" not in hands.text
        await hands.press("<")
        await hands.sees("♙ +0.5", "players")
        assert "Black Player ♙" not in hands.players
        await hands.press('end "Nxd5=" enter')
        await hands.sees("♞ ♙ +3.8 White Player", "players")


async def test_in_the_shogi_games_they_stand_beside_the_royals():
    fen = "k12/13/13/13/13/4s8/3pL!8/13/13/13/13/13/K12 w - - 0 1"
    async with playing(new_setup(load("macadamia"), "both", fen=fen)) as hands:
        await hands.press('"e7d7,d7e8=" enter')
        await hands.sees("King  s p +26.6", "players")
