"""The battles that a game has called, the games that they are, and a result taken into its journal."""

import hmac

from pbem.engine.called import BattleResult, CalledBattle
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import BattleTaken
from pbem.service.play.running import guarded, play_on
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.services import Services
from pbem.store.errors import BrokenGame


def called_in(work: Work) -> tuple[CalledBattle, ...]:
    """The battles of a game that are called and not over."""
    calls = work.rules.calls
    return tuple(calls.waiting(work.battle)) if calls is not None and work.state == "running" else ()


def battle_game(work: Work, number: int) -> GameId:
    """The id of the game as which a battle is fought, whether it has begun or not; it does not tell the entry."""
    entry = f"battle:{entry_of(work, number)}".encode()
    return GameId(f"{work.game}-b{hmac.digest(bytes.fromhex(work.seed), entry, 'sha256').hex()[:8]}")


def entry_of(work: Work, number: int) -> Seq:
    """The entry that called a battle."""
    calls = work.rules.calls
    assert calls is not None
    return next(
        line.seq for line in reversed(work.story.lines)
        if line.kind == "fact" and isinstance(line.body.fact, calls.fact) and line.body.fact.spec.number == number
    )  # fmt: skip


def battle_at_all(services: Services, game: GameId) -> Work | None:
    """The game of a battle; None where it has not begun, or cannot be read."""
    try:
        return open_game(services, game)
    except (UnknownGame, BrokenGame):
        return None


def taken(work: Work, number: int, result: BattleResult, *, fought_as: Work | None = None, by: str = "") -> None:
    """Note a battle's result, and play on if the campaign waits for it; writing is the caller's."""
    calls = work.rules.calls
    assert calls is not None  # it has called the battle
    told = BattleTaken(
        fact=calls.came(number, result), battle=fought_as.game if fought_as else None,
        entry=fought_as.last_seq if fought_as else Seq(0), hash=fought_as.hashes[-1] if fought_as else "", by=by,
    )  # fmt: skip
    work.note("returned", f"battle:{number}", told)
    if work.desk.open is None:
        guarded(work, lambda: play_on(work))
