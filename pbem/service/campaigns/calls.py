"""The battles that a game has called, and a result taken into its journal."""

from pbem.engine.called import BattleResult, CalledBattle
from pbem.engine.ids import Seq
from pbem.engine.journal import BattleTaken
from pbem.service.play.running import guarded, play_on
from pbem.service.play.work import Work


def called_in(work: Work) -> tuple[CalledBattle, ...]:
    """The battles of a game that are called and not over."""
    calls = work.rules.calls
    return tuple(calls.waiting(work.battle)) if calls is not None and work.state == "running" else ()


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
