"""One game of the fuzzer: played through, and again stopped at every ask and read back from bytes."""

from collections.abc import Callable
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Answered, Draft, Line, Opened, Story, seal, story, story_of
from pbem.engine.play import Waiting, advance
from pbem.engine.playkit.player import at_random
from pbem.fuzz.games import FuzzedGame

MOST_ENTRIES = 60_000
"""More than this in one battle is a battle that does not end."""
GAME = GameId("fuzz")


def opening(game: FuzzedGame) -> Draft:
    """The first entry of its journal."""
    begun = game.setup
    body = Opened(
        rules=game.rules.name, rules_version=game.rules.version, title=begun.title, seats=begun.seats, commitment="",
        battle=begun.battle,
    )  # fmt: skip
    return Draft("game", "engine", body)


def dice_of(game: FuzzedGame) -> SeededDice:
    """Its dice, anew."""
    return SeededDice(f"{game.seed} {game.number}".encode(), GAME, ())


def _player(game: FuzzedGame) -> Callable[[Any, Ask[Any]], Given[Any]]:
    """A function of view and ask alone, whenever they come."""
    return at_random(game.rules, b"%d %d" % (game.seed, game.number), wild=game.setup.wild)


def play_through(game: FuzzedGame) -> tuple[Story, list[Draft]]:
    """The whole game in one go.  Raises Fault when it is stuck."""
    told = story_of([Line(Seq(1), "game", opening(game).body)])
    run = advance(game.rules, told, next_seq=2, dice=dice_of(game), decide=_player(game))
    if run.stop is not None or not game.rules.course.over(run.battle):
        raise FuzzFault(f"the game is stuck: {run.stop!r}", entry=len(run.drafts) + 1)
    if len(run.drafts) > MOST_ENTRIES:
        raise FuzzFault(f"the game took {len(run.drafts)} entries, over {MOST_ENTRIES}", entry=len(run.drafts))
    return run.story, list(run.drafts)


def play_resumed(game: FuzzedGame) -> list[Draft]:
    """The game again, stopped at every ask, written to bytes and read again."""
    entries = seal(game.rules.codec, GAME, None, "", [opening(game)])
    player = _player(game)
    for _ in range(MOST_ENTRIES):
        told = story(game.rules.codec, entries)
        run = advance(
            game.rules, told, next_seq=len(entries) + 1, dice=dice_of(game), decide=game.rules.deciding.decide
        )
        drafts = list(run.drafts)
        if isinstance(run.stop, Waiting):
            asks = run.stop.batch.asks
            given = tuple(player(game.rules.state.view(run.battle, ask.seat), ask) for ask in asks)
            drafts.append(Draft("answer", "engine", Answered(run.stop.batch, given)))
        elif run.stop is not None:
            raise FuzzFault(f"resumed, the game stops: {run.stop!r}", entry=len(entries))
        entries += seal(game.rules.codec, GAME, entries[-1], "", drafts)
        if run.stop is None:
            return [Draft(line.kind, "engine", line.body) for line in story(game.rules.codec, entries).lines[1:]]  # type: ignore[arg-type]  # table kinds are kinds
    raise FuzzFault("resumed, the game does not end")


def where_raised(fault: BaseException) -> str:
    """The place in the code that raised."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}: " if trace is not None else ""
