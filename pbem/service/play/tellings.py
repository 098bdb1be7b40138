"""A turn as told to a seat: from the journal, cut to what it learned of it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbem.engine.asks import Decided
from pbem.engine.chart import Chart
from pbem.engine.ids import Seq
from pbem.engine.journal import Line, fold, story_of
from pbem.engine.reporting import Told
from pbem.engine.ruleset import Happening, RuleSet, SeatTurn
from pbem.service.model.desk import Remark
from pbem.service.play.cache import Cache
from pbem.service.play.work import Mark, Work

_told_before: Cache[tuple[Told, Chart]] = Cache(256)
_advised_before: Cache[frozenset[str]] = Cache(1024)


def told_of(work: Work, mark: Mark) -> tuple[Told, Chart]:
    """A report as told, and its map.  Of what is written it is kept in this process, under the hash of its last entry:
    that tells it from the report of any other journal, and of this one had it gone otherwise."""
    if mark.to_seq > len(work.hashes):
        return _told(work, mark)
    return _told_before.of((work.hashes[mark.to_seq - 1], mark.seat, mark.number), lambda: _told(work, mark))


def shown_now(work: Work, mark: Mark) -> tuple[Told, Chart]:
    """The same with troops and map as they stand now, where rulings have changed them since and nothing else has.

    The sentences stay as they were sent.  A seat whose report the umpire holds goes on seeing the game as it was when
    that was published.
    """
    told, chart = told_of(work, mark)
    until = work.desk.held.get(mark.seat) or work.last_seq
    since = [line.kind for line in work.table.since(mark.to_seq) if mark.to_seq < line.seq <= until]
    if since[:1] != ["ruling"] or not {*since} <= {"ruling", "fact"}:
        return told, chart
    view = work.view(mark.seat)
    turn = SeatTurn(mark.seat, mark.number, view, view, ())
    now, had = work.rules.reporting.tell(turn), {row.code: row.changes for row in told.mine}
    mine = tuple(msgspec.structs.replace(row, changes=had.get(row.code, ())) for row in now.mine)
    ruled = msgspec.structs.replace(
        told, mine=mine, seen=now.seen, no_longer_seen=now.no_longer_seen, tallies=now.tallies
    )
    return ruled, work.rules.reporting.chart(turn)


def with_new_advice(work: Work, mark: Mark, told: Told) -> Told:
    """A report whose advice on standing orders is of kinds that no earlier report of the seat has given."""
    new = {one.kind for one in told.in_advance}
    for earlier in reversed([one for one in work.marks_of(mark.seat) if one.to_seq < mark.to_seq]):
        if not new:
            break
        new -= _advised(work, earlier)
    advice = tuple(one for one in told.in_advance if one.kind in new)
    return told if advice == told.in_advance else msgspec.structs.replace(told, in_advance=advice)


def _advised(work: Work, mark: Mark) -> frozenset[str]:
    """The kinds of the advice that an earlier report gave."""
    advice = work.rules.reporting.advice
    if advice is None or mark.to_seq > len(work.hashes):
        return frozenset(one.kind for one in told_of(work, mark)[0].in_advance)

    def made() -> frozenset[str]:
        turn = seat_turn(work.rules, work.table.since(mark.from_seq), mark, facts=False)
        return frozenset(one.kind for one in advice(turn))

    return _advised_before.of((work.hashes[mark.to_seq - 1], mark.seat, mark.number), made)


def _told(work: Work, mark: Mark) -> tuple[Told, Chart]:
    turn = seat_turn(work.rules, work.table.since(mark.from_seq), mark)
    return amended(work.rules.reporting.tell(turn), remarks_on(work, mark)), work.rules.reporting.chart(turn)


def remarks_on(work: Work, mark: Mark) -> tuple[Remark, ...]:
    """What umpires have done to a report before it went out."""
    return tuple(one for one in work.desk.remarks if (one.seat, one.number) == (mark.seat, mark.number))


def amended(told: Told, remarks: Iterable[Remark]) -> Told:
    """A report without the sentences that were struck, and with the words that were added."""
    struck = {one.text for one in remarks if one.act == "struck"}
    added = "\n".join(one.text for one in remarks if one.act == "noted")
    if not struck and not added:
        return told
    chapters = tuple(
        msgspec.structs.replace(chapter, events=tuple(one for one in chapter.events if one.text not in struck))
        for chapter in told.chapters
    )
    briefs = {one.brief.casefold() for chapter in told.chapters for one in chapter.events if one.text in struck} - {""}
    return msgspec.structs.replace(
        told, remark=added, chapters=tuple(one for one in chapters if one.events or one.rolls or one.note),
        in_short=tuple(one for one in told.in_short if not any(brief in one.casefold() for brief in briefs)),
        not_done=tuple(one for one in told.not_done if one.text not in struck),
    )  # fmt: skip


def seat_turn(rules: RuleSet[Any], table: Sequence[Line], mark: Mark, *, facts: bool = True) -> SeatTurn[Any]:
    """What a seat saw between the ends of a report: each battle cut to it, each fact only if it learned of it.

    Of what was decided, only what was asked of the seat itself.  facts: False for nothing but what was decided.
    """
    before, learned, after = learned_of(rules, table, mark, facts=facts)
    return SeatTurn(mark.seat, mark.number, before, after, tuple(happening for _, happening in learned))


def learned_of(
    rules: RuleSet[Any], table: Sequence[Line], mark: Mark, *, facts: bool = True
) -> tuple[Any, tuple[tuple[Seq, Happening[Any]], ...], Any]:
    """What a seat learned between the ends of a report, each with its entry; and its views before and after.

    facts: False for its decisions alone.
    """
    lines = story_of([line for line in table if line.seq <= mark.to_seq]).lines
    told = [line for line in lines if line.seq > mark.from_seq]
    if mark.from_seq == 0:
        told = [line for line in told if line.kind != "game"]
        battle = fold(line for line in lines if line.kind == "game")
    else:
        battle = fold(line for line in lines if line.seq <= mark.from_seq)
    before = rules.state.view(battle, mark.seat)
    happenings: list[tuple[Seq, Happening[Any]]] = []
    for line in told:
        if line.kind == "answer":
            pairs = zip(line.body.batch.asks, line.body.given, strict=True)
            own = [Decided(ask, given) for ask, given in pairs if ask.seat == mark.seat]
            happenings += [(line.seq, Happening(one, rules.state.view(battle, mark.seat))) for one in own]
        one = line.kind in {"fact", "returned"}
        for fact in (line.body.fact,) if one else line.body.facts if line.kind == "ruling" else ():
            learned = rules.state.learned(fact, battle, mark.seat) if facts else None
            if learned is not None:
                happenings.append((line.seq, Happening(learned, rules.state.view(battle, mark.seat))))
            battle = fact.apply(battle)
    return before, tuple(happenings), rules.state.view(battle, mark.seat)
