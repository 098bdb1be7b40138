"""One game of the fuzzer: played through, and again stopped at every ask and read back from bytes."""

from collections.abc import Callable
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Answered, Draft, Line, Opened, Story, seal, story, story_of
from pbem.engine.play import Waiting, advance
from pbem.fuzz.positions import Setup
from pbem.rulesets.snaphance.battle import Battle
from pbem.rulesets.snaphance.randomplay import Chance, random_answer

MOST_ENTRIES = 60_000
"""More than this in one battle is a battle that does not end."""
GAME = GameId("fuzz")
TEXT = msgspec.json.Encoder(order="deterministic")


class Fault(Exception):
    """What a check found.  step, entry: where."""

    def __init__(self, what: str, step: int = 0, entry: int = 0) -> None:
        """what: one sentence."""
        super().__init__(what)
        self.step, self.entry = step, entry


def opening(game: Setup) -> Draft:
    """The first entry of its journal."""
    seats = tuple(one.seat for one in game.battle.armies)
    body = Opened(
        rules=game.rules.name, rules_version=game.rules.version, title=game.battle.title, seats=seats, commitment="",
        battle=game.battle,
    )  # fmt: skip
    return Draft("game", "engine", body)


def dice_of(game: Setup) -> SeededDice:
    """Its dice, anew."""
    return SeededDice(f"{game.seed} {game.number}".encode(), GAME, ())


def _player(game: Setup) -> Callable[[Battle, Ask[Any]], Given[Any]]:
    """Standing orders and paces decide what they decide; the rest is chance, a function of view and ask alone."""

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any]:
        settled = game.rules.decide(view, ask)
        if settled is not None:
            return settled
        text = b"%d %d|%s|%s" % (game.seed, game.number, TEXT.encode(view), TEXT.encode(ask))
        return Given(random_answer(view, ask, Chance(text), game.wild), "player")

    return decide


def play_through(game: Setup) -> tuple[Story, list[Draft]]:
    """The whole game in one go.  Raises Fault when it is stuck."""
    told = story_of([Line(Seq(1), "game", opening(game).body)])
    run = advance(game.rules, told, next_seq=2, dice=dice_of(game), decide=_player(game))
    if run.stop is not None or not game.rules.over(run.battle):
        raise Fault(f"the game is stuck: {run.stop!r}", entry=len(run.drafts) + 1)
    if len(run.drafts) > MOST_ENTRIES:
        raise Fault(f"the game took {len(run.drafts)} entries, over {MOST_ENTRIES}", entry=len(run.drafts))
    return run.story, list(run.drafts)


def play_resumed(game: Setup) -> list[Draft]:
    """The game again, stopped at every ask, written to bytes and read again."""
    entries = seal(game.rules.codec, GAME, None, "", [opening(game)])
    player = _player(game)
    for _ in range(MOST_ENTRIES):
        told = story(game.rules.codec, entries)
        run = advance(game.rules, told, next_seq=len(entries) + 1, dice=dice_of(game), decide=game.rules.decide)
        drafts = list(run.drafts)
        if isinstance(run.stop, Waiting):
            asks = run.stop.batch.asks
            given = tuple(player(game.rules.view(run.battle, ask.seat), ask) for ask in asks)
            drafts.append(Draft("answer", "engine", Answered(run.stop.batch, given)))
        elif run.stop is not None:
            raise Fault(f"resumed, the game stops: {run.stop!r}", entry=len(entries))
        entries += seal(game.rules.codec, GAME, entries[-1], "", drafts)
        if run.stop is None:
            return [Draft(line.kind, "engine", line.body) for line in story(game.rules.codec, entries).lines[1:]]  # type: ignore[arg-type]  # table kinds are kinds
    raise Fault("resumed, the game does not end")


def where_raised(fault: BaseException) -> str:
    """The place in the code that raised."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}: " if trace is not None else ""
