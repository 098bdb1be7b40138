"""Rulings taken back: what they changed made again what it was, as long as it is as they left it."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Fix, Line, Ruled, RulingAct, fold
from pbem.engine.laid import laid_down
from pbem.engine.rulings.language import RulingFault, RulingLanguage
from pbem.engine.rulings.reading import RulingRead, described, read_ruling
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.rulings import NoRuling, carry_out, language_of, need_battle, ruling_reason, rulings_of, tried
from pbem.service.umpire.turnback import NoTurningBack, turn_back
from pbem.store.tables import PlayerId


def undo_ruling(services: Services, game: GameId, ruling: Seq, reason: str, by: PlayerId) -> Seq:
    """Take a ruling back: what it changed is again as it was before it; the entry of the new ruling.

    Refused where something of it has been played on since, so that nothing played is lost, where a die that it laid
    down has been thrown, or where the rules could not hold it.  One that ended what was being played is taken back by
    turning the game back to before it.  Raises NotUmpire, NoRuling, UnknownGame.
    """
    why = ruling_reason(reason)

    def attempt() -> Seq:
        work = open_game(services, game)
        need_right(work, by, "rule")
        place, body = _ruling(work, ruling)
        if body.ends_step and work.state != "over":
            return _turned_back(work, place, why, by)
        need_battle(work)
        back = _back(work, place, body)
        if any(ruling == one.undoes for one in _acts(work)):
            raise NoRuling("that ruling has been taken back already")
        codes = list(back.units)
        language = language_of(work)
        number = next(one.number for one in rulings_of(work) if one.seq == ruling)
        act = RulingAct(
            by=by, said=f"undo ruling {number}", before="\n".join(described(language, work.battle, codes)),
            after="\n".join(described(language, back.battle, codes)), told=_act(body).told, undoes=ruling,
        )  # fmt: skip
        return carry_out(work, why, back.facts, back.fixes, False, act)

    return retried(attempt)


def _ruling(work: Work, ruling: Seq) -> tuple[int, Ruled[Any]]:
    """Its place among the lines of the story, and what it says.  Raises NoRuling."""
    for place, line in enumerate(work.story.lines):
        if line.seq == ruling and line.kind == "ruling" and line.body.act is not msgspec.UNSET:
            return place, line.body
    raise NoRuling(f"entry {ruling} is no ruling that stands in {work.title}")


def _acts(work: Work) -> Iterator[RulingAct]:
    """Of every ruling that stands."""
    for line in work.story.lines:
        if line.kind == "ruling" and line.body.act is not msgspec.UNSET:
            yield line.body.act


def _act(body: Ruled[Any]) -> RulingAct:
    assert body.act is not msgspec.UNSET  # so it was found
    return body.act


def _turned_back(work: Work, place: int, reason: str, by: PlayerId) -> Seq:
    """The end of a step is taken back by turning back: the game goes on from the entry before it."""
    to = work.story.lines[place - 1].seq
    try:
        turn_back(work.services, work.game, to, "same", reason, by, keep=True, head=work.last_seq)
    except NoTurningBack as fault:
        raise NoRuling(str(fault)) from fault
    return open_game(work.services, work.game).table[-1].seq


def _back(work: Work, place: int, body: Ruled[Any]) -> RulingRead:
    """What takes a ruling back, as a ruling.  Raises NoRuling."""
    language, lines = language_of(work), work.story.lines
    before, after = fold(lines[:place]), fold(lines[: place + 1])
    was, then, now = (language.units(one) for one in (before, after, work.battle))
    codes = [str(code) for code, unit in then.items() if was.get(code) != unit]
    gone_on = [code for code in codes if now.get(code) != then[code]]
    if gone_on:
        raise NoRuling(f"{', '.join(gone_on)} has been played on since that ruling; rule on it as it stands now")
    puts = type(language.put(next(iter(then.values()))))
    others = [fact for fact in reversed(body.facts) if not isinstance(fact, puts)]
    try:
        facts = (
            *_units_back(work, language, codes, was),
            *(one for fact in others for one in language.undo(before, after, work.battle, fact)),
        )
    except RulingFault as fault:
        raise NoRuling(str(fault)) from fault
    fixes = tuple(_fixes_back(lines, place, body))
    if not facts and not fixes:
        raise NoRuling("that ruling changed nothing that can be taken back")
    restored = work.battle
    for fact in facts:
        restored = fact.apply(restored)
    back = RulingRead(restored, facts, fixes, False, ("undo",), tuple(codes), ())
    _need_held(work, language, back)
    return back


def _units_back(
    work: Work, language: RulingLanguage[Any], codes: list[str], was: Mapping[Any, Any]
) -> Iterator[Fact[Any]]:
    """Each unit as it was; one that the ruling added leaves the field."""
    for code in codes:
        if code in was:
            yield language.put(was[code])
        else:
            yield from read_ruling(language, work.battle, f"{code} removed").facts


def _fixes_back(lines: tuple[Line, ...], place: int, body: Ruled[Any]) -> Iterator[Fix]:
    """Dice that were laid down fall as they would have.  Raises NoRuling for one that has been thrown."""
    before, now = laid_down(lines[:place]), laid_down(lines)
    for fix in body.fixes:
        if fix.key not in now:
            raise NoRuling("the die of that ruling has been thrown; turn the game back to before it")
        if now[fix.key] != fix.values:
            raise NoRuling("that die has been laid down anew since; take that ruling back first")
        yield Fix(fix.key, before.get(fix.key, ()))


def _need_held(work: Work, language: RulingLanguage[Any], back: RulingRead) -> None:
    """Raises NoRuling where the rules could not hold the battle so, or not go on from it."""
    known = set(language.faults(work.battle))
    bounds = [one for one in language.faults(back.battle) if one not in known]
    if bounds:
        raise NoRuling(f"as it was before, {'; '.join(bounds)}; rule on it as it stands now")
    trial = tried(work, back)
    if trial.broken:
        raise NoRuling(trial.broken)
