"""Turns that wait for their umpire: played in memory, looked at, remarked on, then played and published at once."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

import msgspec

from pbem.clock import iso
from pbem.engine.chart import Chart
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import PlannedRuling, Reported, Told, fold
from pbem.engine.play import Misuse
from pbem.engine.reporting import Told as Telling
from pbem.engine.ruleset import SeatTurn
from pbem.service.model.desk import LaidPlan, Remark
from pbem.service.model.gamepage import GamePage
from pbem.service.plainwords import plain_words
from pbem.service.play.cache import Cache
from pbem.service.play.mailing import compose_mails
from pbem.service.play.pages import page_of
from pbem.service.play.releasing import release_reports
from pbem.service.play.running import close_batch, guarded, play_on
from pbem.service.play.tellings import remarks_on, told_of
from pbem.service.play.work import Mark, Work, open_game
from pbem.service.replay.replay import ReplayMoment, followed
from pbem.service.services import Services, retried
from pbem.service.umpire.hearing import heard_by, tell_of_act
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.rulings import NoRuling, note_ruling
from pbem.service.umpire.thrown import thrown_in
from pbem.service.umpire.turnback import seqs_after
from pbem.store.tables import PlayerId

LONGEST_REMARK = 2_000
"""Characters of what an umpire adds to a report."""

MOST_PLANS = 12
"""Rulings laid down for one turn."""

LONGEST_REASON = 500
"""Characters of the reason for striking a sentence."""


class NotHeld(Exception):
    """A turn cannot be looked at or published; the message says why and what to do."""


class LaidDown(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling laid down, as the dry run has carried it out, or as it was written where it cannot be."""

    seq: Seq
    """The entry that laid it down."""
    no: str
    """The event it comes after."""
    reason: str
    said: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class HeldReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it would go out."""

    seat: Seat
    """Its reader."""
    title: str
    """The title of the seat."""
    number: int
    """The turn of the seat that it tells of."""
    sentences: tuple[str, ...]
    """Every sentence of it, those that are struck among them, in their order."""
    page: GamePage
    """The page that its reader would get, remarks and all."""


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """The open turn played in memory, from the orders as they are."""

    run: str
    """What it was run from; another run of anything else has another one."""
    broken: str
    """Why the rules cannot play it; '' where they can."""
    over: bool
    """Whether the battle would be over."""
    turn_name: str
    """The turn that would be played."""
    reports: tuple[HeldReport, ...]
    """In the order of the seats; none where it is broken."""
    rulings: tuple[LaidDown, ...] = ()
    """Those laid down, in the order in which they come."""
    void: tuple[LaidDown, ...] = ()
    """Those laid down for a turn that has changed since; they are not carried out."""


class TurnFollowed(msgspec.Struct, frozen=True):
    """A dry run event by event, as the field is."""

    moments: tuple[ReplayMoment, ...]
    """How the turn begins, then each event."""
    seqs: tuple[Seq, ...]
    """The last entry of each of them."""


_trials: Cache[Work | str] = Cache(8)
_courses: Cache[TurnFollowed] = Cache(8)
_charts: Cache[Chart] = Cache(64)
_dry_runs: Cache[DryRun] = Cache(8)


# --- looking ------------------------------------------------------------------------------------------------------


def run_of(work: Work) -> str:
    """What a dry run depends on: the turn as it is closed, and the rulings laid down for it."""
    return "/".join((ground_of(work), *(str(seq) for seq, _ in plans_of(work))))


def ground_of(work: Work) -> str:
    """What a closed turn is: the table, the orders that stand, the words in the dice, the program's rules."""
    if not work.desk.shut or work.desk.open is None:
        raise NotHeld(f"the orders of {work.title} are open; they can be looked at once they are closed")
    orders = ".".join(f"{seat}-{one.at}" for seat, one in sorted(work.desk.open.submissions.items()))
    return f"{work.table[-1].seq}/{work.desk.open.seq}/{orders}/{len(work.desk.words)}/{work.rules.version}"


def plans_of(work: Work) -> tuple[tuple[Seq, LaidPlan], ...]:
    """The rulings laid down for the closed turn as it is, in the order in which they come.  Raises NotHeld."""
    ground = ground_of(work)
    kept = [(seq, one) for seq, one in work.desk.plans.items() if one.ruling.ground == ground]
    return tuple(sorted(kept, key=lambda one: one[1].ruling.after))


def trial_of(work: Work) -> Work:
    """The game as it would be once the closed turn is played, up to the next question put to a person.

    Nothing of it is written.  Raises NotHeld where orders are open, or the rules cannot play it.
    """
    made = _trials.of(_key(work), lambda: _played(work))
    if isinstance(made, str):
        raise NotHeld(made)
    return made


def _key(work: Work) -> Hashable:
    """All that a dry run depends on: what is written, and the rulings laid down, one that is not written yet too."""
    return work.game, work.hashes[-1], ground_of(work), plans_of(work)


def course_of(work: Work) -> TurnFollowed:
    """The dry run event by event.  Raises NotHeld as `trial_of` does."""
    return _courses.of(_key(work), lambda: _course(work, trial_of(work)))


def _course(work: Work, trial: Work) -> TurnFollowed:
    mark = true_mark(work, trial)
    moments = followed(trial, mark)[1]
    return TurnFollowed(moments, seqs_after(trial, mark, moments))


def _played(work: Work) -> Work | str:
    trial = replace(work)
    try:
        play_turn(trial)
    except NoRuling as fault:
        return f"a ruling that you laid down cannot be carried out there: {fault}"
    except (Exception, Misuse) as fault:  # noqa: BLE001  # whatever rules code does wrong is told to the umpire
        return f"the program cannot play this turn ({type(fault).__name__}: {str(fault)[:200]}). Turn the game back"
    return trial


def play_turn(work: Work) -> None:
    """Close the orders and play on, each ruling laid down noted at its moment.  Raises NoRuling."""
    began, left = len(work.table), [one for _, one in plans_of(work)]

    def between(now: Work) -> bool:
        if not left or _entries(now, began) < left[0].ruling.after:
            return False
        one = left.pop(0)
        plan = one.ruling
        note_ruling(now, plan.text, plan.reason, one.by, plan.told, all_the_same=plan.all_the_same)
        return True

    close_batch(work)
    play_on(work, between)
    if left:
        raise NoRuling(f"the turn ends before event {left[0].ruling.no}")


def _entries(work: Work, began: int) -> int:
    """How many entries of the table a turn has, rulings apart.  began: how many there were before it."""
    return sum(line.kind != "ruling" for line in work.table[began:])


def _laid_down(work: Work, trial: Work) -> tuple[LaidDown, ...]:
    """The rulings of a dry run.  work: the game it was run from."""
    ruled = [line.body for line in trial.table[len(work.table) :] if line.kind == "ruling"]
    return tuple(
        LaidDown(
            seq=seq, no=plan.ruling.no, reason=body.reason, said=tuple(body.act.said.split("\n")),
            before=tuple(filter(None, body.act.before.split("\n"))),
            after=tuple(filter(None, body.act.after.split("\n"))),
        )
        for (seq, plan), body in zip(plans_of(work), ruled, strict=True)
    )  # fmt: skip


def _as_written(plans: Iterable[tuple[Seq, LaidPlan]]) -> tuple[LaidDown, ...]:
    """Rulings laid down that are not carried out, in their own words."""
    return tuple(
        LaidDown(seq=seq, no=one.ruling.no, reason=one.ruling.reason, said=tuple(one.ruling.text.splitlines()))
        for seq, one in plans
    )


def moments_to_rule(work: Work) -> tuple[PlannedRuling, ...]:
    """Where a ruling can be laid down: how the turn begins, then behind each event; without words yet.

    Raises NotHeld as `trial_of` does.
    """
    trial, course, began = trial_of(work), course_of(work), len(work.table)
    first, found = f"{true_mark(work, trial).number}.0", []
    for moment, seq in zip(course.moments, course.seqs, strict=True):
        there = [line for line in trial.table[began:] if line.seq <= seq and line.kind != "ruling"]
        found.append(PlannedRuling(max(1, len(there)), moment.no or first, "", ""))
    return tuple(found)


def dice_after(work: Work, event: int) -> tuple[str, ...]:
    """The lines that lay the dice of an event of the dry run down, before it; of two rolls of a name the first.

    Raises NotHeld as `trial_of` does.
    """
    seqs = course_of(work).seqs
    rolls = thrown_in(trial_of(work), seqs[event - 1], seqs[event]) if event else ()
    return tuple({one.line.partition(" =")[0]: one.line for one in reversed(rolls)}.values())[::-1]


def chart_after(work: Work, event: int, eyes: Seat) -> Chart:
    """The field after an event of the dry run, as a seat would see it then, or as it is (UMPIRE)."""
    course = course_of(work)
    if eyes == UMPIRE:
        return course.moments[event].chart
    return _charts.of((_key(work), event, eyes), lambda: _seen_by(trial_of(work), course.seqs[event], eyes))


def report_chart(work: Work, seat: Seat) -> Chart:
    """The map of a report as it would go out.  Raises NotHeld where there is none, and as `trial_of` does."""
    found = next((one.page.chart for one in dry_run(work).reports if one.seat == seat), None)
    if found is None:
        raise NotHeld(f"{work.chair(seat).title} gets no report of this turn")
    return found


def _seen_by(trial: Work, seq: Seq, eyes: Seat) -> Chart:
    view = trial.rules.state.view(fold(line for line in trial.story.lines if line.seq <= seq), eyes)
    return trial.rules.reporting.chart(SeatTurn(eyes, trial.desk.turns.get(eyes, 0), view, view, ()))


def dry_run(work: Work, remarks: Sequence[Remark] = ()) -> DryRun:
    """The closed turn as it would be, each report with the umpire's remarks.  Raises NotHeld while orders are open."""
    return _dry_runs.of((_key(work), tuple(remarks)), lambda: _dry_run(work, remarks))


def _dry_run(work: Work, remarks: Sequence[Remark]) -> DryRun:
    run, name, plans = run_of(work), work.rules.course.turn_name(work.battle), plans_of(work)
    void = _as_written(one for one in work.desk.plans.items() if one not in plans)
    try:
        trial = trial_of(work)
    except NotHeld as fault:
        return DryRun(
            run=run, broken=str(fault), over=False, turn_name=name, reports=(), rulings=_as_written(plans), void=void
        )
    shown = replace(trial, desk=msgspec.structs.replace(trial.desk, remarks=(*trial.desk.remarks, *remarks)))
    reports = tuple(_report(trial, shown, mark) for mark in reports_of(trial))
    return DryRun(
        run=run, broken="", over=trial.state == "over" or trial.desk.ended, turn_name=name, reports=reports,
        rulings=_laid_down(work, trial), void=void,
    )  # fmt: skip


def reports_of(trial: Work) -> tuple[Mark, ...]:
    """The reports that a dry run would write, in the order of the seats."""
    return tuple(mark for chair in trial.chairs for mark in trial.new_marks if mark.seat == chair.seat)


def true_mark(work: Work, trial: Work) -> Mark:
    """The whole turn of a dry run, as the umpire sees it, numbered as the replay will number it."""
    last = max((one.to_seq for one in trial.new_marks), default=trial.last_seq)
    number = work.desk.turns.get(work.chairs[0].seat, 0)
    return Mark(UMPIRE, number, work.table[-1].seq, last, work.rules.course.turn_name(work.battle), iso(work.now))


def _report(trial: Work, shown: Work, mark: Mark) -> HeldReport:
    page = page_of(shown, mark.seat, mark.number)
    told = told_of(trial, mark)[0] if remarks_on(shown, mark) else page.told
    return HeldReport(
        seat=mark.seat, title=trial.chair(mark.seat).title, number=mark.number, sentences=sentences_of(told), page=page,
    )  # fmt: skip


def sentences_of(told: Telling) -> tuple[str, ...]:
    """What an umpire can strike."""
    return tuple(event.text for chapter in told.chapters for event in chapter.events)


def note_dry_run(services: Services, game: GameId, by: PlayerId) -> bool:
    """Journal that an umpire has looked at a closed turn, once for each closing; whether it is journaled now.

    From then on no word is added to the dice.  Raises NotUmpire, NotHeld, UnknownGame.
    """

    def attempt() -> bool:
        work = open_game(services, game)
        need_right(work, by, "publish")
        run_of(work)
        if work.desk.looked == work.desk.shut:
            return False
        work.note("report", UMPIRE, Reported(act="looked", by=by))
        work.write()
        return True

    return retried(attempt)


# --- the use cases ------------------------------------------------------------------------------------------------


def lay_down(services: Services, game: GameId, plan: PlannedRuling, by: PlayerId) -> None:
    """Lay a ruling down for a moment of the closed turn; it is kept, and written when the turn is played.

    plan: one of `moments_to_rule`, with its words.  The same one twice is laid down once.  Raises NotUmpire, NotHeld,
    UnknownGame.
    """

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "rule")
        laid = msgspec.structs.replace(plan, ground=ground_of(work))
        if any(one.ruling == laid for _, one in plans_of(work)):
            return
        if not plan.text.strip() or not 0 < len(plan.reason.strip()) <= LONGEST_REASON:
            raise NotHeld("write the lines of the ruling, and a reason")
        if len(plans_of(work)) >= MOST_PLANS:
            raise NotHeld(f"{MOST_PLANS} rulings are laid down for this turn, the most there can be")
        work.note("report", UMPIRE, Reported(act="planned", by=by, plan=laid))
        trial_of(work)
        work.write()

    retried(attempt)


def take_away(services: Services, game: GameId, laid: Seq, by: PlayerId) -> None:
    """Take a ruling away that was laid down, void or not.  Raises NotUmpire, NotHeld for none, UnknownGame."""

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "rule")
        if laid not in work.desk.plans:
            raise NotHeld("that ruling is not laid down any more")
        work.note("report", UMPIRE, Reported(act="unplanned", by=by, number=laid))
        work.write()

    retried(attempt)


def hold_report(
    services: Services, game: GameId, seat: Seat, reason: str, by: PlayerId, *, told: Told = "at the end"
) -> None:
    """Hold the report that a seat would get of the closed turn: it does not go out with the others.  told: who hears
    of it now.

    Until it is released its reader sees the game as it was, is asked nothing, and no deadline runs for those who are
    asked with that seat.  Raises NotUmpire, NotHeld, UnknownGame.
    """

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "publish")
        need_unchanged(work, by)
        why = plain_words(reason).strip()
        if not 0 < len(why) <= LONGEST_REASON:
            raise NotHeld(f"give a reason of at most {LONGEST_REASON} characters for holding a report")
        title, trial = work.chair(seat).title, trial_of(work)
        if seat in work.desk.held:
            raise NotHeld(f"the report of {title} is held already")
        if all(mark.seat != seat for mark in reports_of(trial)):
            raise NotHeld(f"{title} gets no report of this turn")
        if work.chair(seat).person is None:
            raise NotHeld(f"no player reads the report of {title}")
        number = work.desk.turns.get(seat, 0)
        body = Reported(act="held", by=by, seat=seat, number=number, reason=why, told=heard_by(told))
        work.note("report", UMPIRE, body)
        said = f"The umpire holds the report of {title} of turn {number}; it comes later than the others."
        tell_of_act(work, by, told, (seat,), "a report is held", said, why)
        compose_mails(work)
        work.write()

    retried(attempt)


def release_report(services: Services, game: GameId, seat: Seat, by: PlayerId) -> bool:
    """Hold a seat's report no longer: it goes out now, or with the others; whether it goes out now.

    Raises NotUmpire, NotHeld for one that is not held, UnknownGame.
    """

    def attempt() -> bool:
        work = open_game(services, game)
        need_right(work, by, "publish")
        need_unchanged(work, by)
        if seat not in work.desk.held:
            raise NotHeld(f"the report of {work.chair(seat).title} is not held")
        written = bool(work.desk.held[seat])
        guarded(work, lambda: release_reports(work, [seat], UMPIRE, by))
        work.write()
        return written

    return retried(attempt)


def publish(
    services: Services,
    game: GameId,
    run: str,
    by: PlayerId,
    *,
    notes: Sequence[tuple[Seat, str]] = (),
    strikes: Sequence[tuple[Seat, str]] = (),
    reason: str = "",
) -> bool:
    """Play the closed turn and send its reports, in one transaction; False when the game had to be stopped.

    run: the dry run it was looked at in.  notes: words for the readers of reports.  strikes: sentences to take out, by
    their readers.  reason: of the strikes.  Raises NotUmpire, NotHeld, UnknownGame.
    """

    def attempt() -> bool:
        work = open_game(services, game)
        need_right(work, by, "publish")
        if run != run_of(work):
            raise NotHeld("the turn has changed since you looked: look at it again, then publish")
        if plans_of(work):
            trial_of(work)
        why = plain_words(reason).strip()
        if strikes and not 0 < len(why) <= LONGEST_REASON:
            raise NotHeld(f"give a reason of at most {LONGEST_REASON} characters for what you strike")
        for one in remarks_of(work, notes, strikes):
            body = Reported(
                act=one.act, by=by, seat=one.seat, number=one.number, text=one.text,
                reason=why if one.act == "struck" else "",
            )  # fmt: skip
            work.note("report", UMPIRE, body)
        work.note("report", UMPIRE, Reported(act="published", by=by))

        fine = guarded(work, lambda: play_turn(work))
        work.write()
        return fine

    return retried(attempt)


def remarks_of(
    work: Work, notes: Sequence[tuple[Seat, str]], strikes: Sequence[tuple[Seat, str]]
) -> tuple[Remark, ...]:
    """What an umpire does to the reports of a dry run; empty notes are left out.

    Raises NotHeld for a seat without a report, a sentence that it does not hold, and a note that is too long.
    """
    if not notes and not strikes:
        return ()
    trial = trial_of(work)
    marks = {mark.seat: mark for mark in reports_of(trial)}
    for seat, _ in (*notes, *strikes):
        if seat not in marks:
            raise NotHeld(f"{work.chair(seat).title} gets no report of this turn")
    return (
        *(Remark(seat, marks[seat].number, "noted", words) for seat, text in notes if (words := _fit(text))),
        *(Remark(seat, marks[seat].number, "struck", _said(trial, marks[seat], text)) for seat, text in strikes),
    )


def _fit(text: str) -> str:
    words = plain_words(text).strip()
    if len(words) > LONGEST_REMARK:
        raise NotHeld(f"your note has {len(words)} characters; at most {LONGEST_REMARK} are sent")
    return words


def _said(trial: Work, mark: Mark, text: str) -> str:
    """A sentence that a report does hold."""
    if text not in sentences_of(told_of(trial, mark)[0]):
        raise NotHeld(f"the report of {trial.chair(mark.seat).title} does not say: {text}")
    return text
