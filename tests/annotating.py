"""Games with everything a file can hold: clocks, remarks, variations, tags of other programs."""

import random
from collections.abc import Iterator

from makachess.saves import Game, Node, TimeLeft, mark_thought, mark_time
from makachess.variants import load

TEXTS = (
    "plain",
    "[%clk 0:01:00] with a clock",
    "a ; in it",
    ";first",
    "a } brace",
    "{ and }",
    "% at the start",
    "two  spaces become one",
    '1. e4 e5 1-0 ( ) [Event "x"] $5',
    "Überraschung, 将棋",
    "long " * 40,
)


def remark(node: Node, chance: random.Random) -> None:
    node.nags = chance.choices(range(1, 140), k=chance.choice((0, 0, 1, 2)))
    node.comments = chance.choices(TEXTS, k=chance.choice((0, 0, 1, 2)))


def branch(game: Game, chance: random.Random, depth: int) -> None:
    """Add variations below where we stand, with remarks on everything."""
    start = game.node
    for _ in range(chance.choice((1, 1, 2, 3)) if depth else 1):
        game.goto(start)
        for _ in range(chance.randrange(1, 5)):
            moves = game.position.legal_moves()
            if not moves:
                break
            node = game.add(chance.choice(moves))
            remark(node, chance)
            first = node.parent and node.parent.children[0] is node
            if not first and chance.random() < 0.5:
                node.opening_comments = [chance.choice(TEXTS)]
            if depth and chance.random() < 0.4:
                branch(game, chance, depth - 1)
                game.goto(node)


FOREIGN_TAGS = {
    "Annotator": 'Zoë "Z" \\ 将棋',
    "ECO": "A00",
    "UTCDate": "2024.01.01",
    "TimeControl": "1800+3x40",
    "Opening": "[x] {y} ; z",
    "Empty": "",
}
RESULTS = (("white", "resignation"), ("black", "time"), ("draw", "agreement"))


def annotated(name: str, seed: int) -> Game:
    """A game with clocks, remarks of all kinds, variations and tags of other programs."""
    chance = random.Random(seed)
    names = chance.sample(sorted(FOREIGN_TAGS), chance.randrange(len(FOREIGN_TAGS)))
    game = Game(load(name), tags={name: FOREIGN_TAGS[name] for name in names})
    remark(game.root, chance)
    for _ in range(chance.randrange(40)):
        if game.outcome is not None:
            break
        game.play(chance.choice(game.position.legal_moves()))
        remark(game.node, chance)
        if chance.random() < 0.7:
            mark_time(game.node, TimeLeft(chance.randrange(90000) / 10, chance.choice((0, 0, 2))))
    for node in chance.sample((game.root, *game.line), min(len(game.line), 3)):
        game.goto(node)
        branch(game, chance, 2)
    game.goto(game.end)
    if game.position.outcome() is not None:
        game.conclude()
    elif chance.random() < 0.5:
        game.finish(*chance.choice(RESULTS))
    elif chance.random() < 0.5:
        mark_thought(game.node, chance.randrange(1, 900) / 10)
    return game


def walk(root: Node) -> Iterator[Node]:
    """All nodes, each before its children; games are longer than Python's stack is deep."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)
