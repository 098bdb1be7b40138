"""A closed turn in a mail of the umpire's: looked at, its reports remarked on, rulings laid down, played, published."""

import re
from collections.abc import Mapping
from hashlib import sha256

import msgspec

from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import PlannedRuling
from pbem.engine.wording import listed
from pbem.reports.letter import Block, LetterRow, Para, Rows, Section
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import reason_on
from pbem.service.umpire.held import (
    DryRun,
    HeldReport,
    LaidDown,
    NotHeld,
    course_of,
    dry_run,
    lay_down,
    moments_to_rule,
    note_dry_run,
    publish,
    remarks_of,
    run_of,
    take_away,
)
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.saying import RulingInMail
from pbem.service.umpire.turndraft import TurnDraft, keep_turn_draft, turn_draft
from pbem.store.tables import PlayerId

HOW = (
    "look", "note North: your words", "strike North: 2, 5", "strike North: nothing", "laid 1: take away",
    "publish, which is answered with the line that does it",
)  # fmt: skip
"""Every line there is, with an example."""

_COLON = r"\s*[:：]\s*"
_LOOK = re.compile(r"look(?:\s+at\s+the\s+turn)?|(?:play\s+and\s+)?publish(?:\s+the\s+turn)?", re.IGNORECASE)
_PUBLISH = re.compile(r"(?:play\s+and\s+)?publish\s+([0-9a-f]{6})", re.IGNORECASE)
_NOTE = re.compile(rf"note\s+(?:to\s+|for\s+)?([^:：]{{1,60}}?){_COLON}(.*)", re.IGNORECASE)
_NUMBERS = r"\d{1,3}(?:[\s,;]+(?:and\s+)?\d{1,3})*"
_STRIKE = re.compile(rf"strike\s+([^:：]{{1,60}}?){_COLON}(nothing|{_NUMBERS})", re.IGNORECASE)
_LAID = re.compile(rf"laid\s+#?(\d{{1,2}}){_COLON}take\s+(?:it\s+)?(?:away|back)", re.IGNORECASE)


class TurnWord(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says about the closed turn."""

    notes: tuple[tuple[str, str], ...] = ()
    """Words for the reader of a report, by the reader's side as written; '' for none any more."""
    strikes: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Numbers of the sentences to strike, from 1, by the side; () for none any more."""
    taken_away: tuple[int, ...] = ()
    """Numbers of rulings laid down, from 1."""
    code: str = ""
    """Of the dry run to be played and published; '' where the umpire only looks."""
    reason: str = ""
    """Of the strikes."""

    @property
    def bare(self) -> bool:
        """Whether nothing marks it as a line about a turn but common words."""
        return not (self.notes or self.strikes or self.taken_away or self.code)


# --- read ---------------------------------------------------------------------------------------------------------


def turn_lines_in(text: str) -> TurnWord | None:
    """What a mail says about the closed turn; None where its first line is about something else.

    Lines that are none of these go on with the note above them.
    """
    word: TurnWord | None = None
    for raw in text.strip().split("\n"):
        line = raw.strip()
        more = _read(word or TurnWord(), line, line.rstrip(".!"))
        if more is None and word is None:
            return None
        word = more or _longer(word or TurnWord(), line)
    return word


def _read(word: TurnWord, whole: str, line: str) -> TurnWord | None:
    """With what a line says; None for one that says nothing of the kind."""
    if (why := reason_on(whole)) and not word.bare:
        return msgspec.structs.replace(word, reason=word.reason or why)
    if _LOOK.fullmatch(line):
        return word
    if found := _PUBLISH.fullmatch(line):
        return msgspec.structs.replace(word, code=found[1].casefold())
    if found := _STRIKE.fullmatch(line):
        numbers = tuple(int(one) for one in re.findall(r"\d+", found[2]))
        return msgspec.structs.replace(word, strikes=(*word.strikes, (found[1], numbers)))
    if found := _LAID.fullmatch(line):
        return msgspec.structs.replace(word, taken_away=(*word.taken_away, int(found[1])))
    if found := _NOTE.fullmatch(whole):
        return msgspec.structs.replace(word, notes=(*word.notes, (found[1], found[2])))
    return None


def _longer(word: TurnWord, line: str) -> TurnWord:
    """With a line more of the last note."""
    if not word.notes:
        return word
    seat, text = word.notes[-1]
    return msgspec.structs.replace(word, notes=(*word.notes[:-1], (seat, f"{text}\n{line}".strip())))


# --- done ---------------------------------------------------------------------------------------------------------


def do_turn_lines(services: Services, game: GameId, word: TurnWord, by: PlayerId) -> tuple[str, tuple[Section, ...]]:
    """Do what a mail says of the closed turn: what was done, and unless it is played the turn as it would be.

    Raises NotHeld, NotUmpire, UnknownGame.
    """
    work = open_game(services, game)
    need_right(work, by, "publish")
    if word.code and word.code != code_of(work):
        raise NotHeld("the turn has changed since you looked; begin with look, and send the line that the answer tells")
    laid = dry_run(work).rulings
    if beyond := [number for number in word.taken_away if not 0 < number <= len(laid)]:
        raise NotHeld(f"no ruling {beyond[0]} is laid down for this turn; there are {len(laid)}")
    for number in word.taken_away:
        take_away(services, game, laid[number - 1].seq, by)
    if word.taken_away:
        work = open_game(services, game)
    draft = _kept(services, work, word, by)
    if not word.code or word.taken_away:
        return "Nothing is played yet.", turn_as_it_would_be(services, game, by)
    fine = publish(
        services, game, run_of(work), by, notes=draft.noted, strikes=draft.struck, reason=draft.reason
    )  # fmt: skip
    if not fine:
        return "The turn could not be played: the game is stopped.", ()
    held = [one.title for one in work.chairs if one.seat in work.desk.held]
    still = f" You hold the report of {listed(held)}." if held else ""
    return f"The turn is played, and its reports are on their way.{still}", ()


def lay_down_by_mail(services: Services, game: GameId, ruling: RulingInMail, by: PlayerId) -> tuple[Section, ...]:
    """Lay a ruling down after an event of the closed turn: the turn as it would be with it.

    Raises NotHeld, NotUmpire, UnknownGame.
    """
    work = open_game(services, game)
    need_right(work, by, "publish")
    moments = moments_to_rule(work)
    event = ruling.after or 0
    if not 0 <= event < len(moments):
        raise NotHeld(f"the turn has events 1 to {len(moments) - 1}, and 0 for how it begins")
    plan = PlannedRuling(
        moments[event].after, moments[event].no, ruling.text, ruling.reason, told=ruling.told,
        all_the_same=ruling.all_the_same,
    )  # fmt: skip
    lay_down(services, game, plan, by)
    return turn_as_it_would_be(services, game, by)


def code_of(work: Work) -> str:
    """The name in mails of a dry run, with all that goes out by it: words, strikes, reports held back.

    Raises NotHeld while orders are open.
    """
    draft = _written(work)
    sent = run_of(work), sorted(draft.noted), sorted(draft.struck), draft.reason, sorted(work.desk.held)
    return sha256(repr(sent).encode()).hexdigest()[:6]


def _written(work: Work) -> TurnDraft:
    """What is written under the reports; nothing where it does not fit this turn any more."""
    draft = turn_draft(work)
    try:
        remarks_of(work, draft.noted, draft.struck)
    except NotHeld:
        return TurnDraft()
    return draft


def _kept(services: Services, work: Work, word: TurnWord, by: PlayerId) -> TurnDraft:
    """What is written under the reports, with what a mail adds to it.  Raises NotHeld."""
    draft = _written(work)
    if not (word.notes or word.strikes):
        return draft
    reports = {one.seat: one for one in dry_run(work).reports}
    notes, strikes = dict(draft.notes), dict(draft.strikes)
    for title, text in word.notes:
        notes[_seat(work, title)] = text
    for title, numbers in word.strikes:
        seat = _seat(work, title)
        strikes[seat] = _sentences(work, seat, reports, numbers)
    draft = TurnDraft(notes=notes, strikes=strikes, reason=word.reason or draft.reason)
    remarks_of(work, draft.noted, draft.struck)
    if draft.struck and not draft.reason:
        raise NotHeld("give your reason for what you strike on a line of its own: because the smoke hid it")
    keep_turn_draft(services, work.game, draft, by)
    return draft


def _sentences(work: Work, seat: Seat, reports: Mapping[Seat, HeldReport], numbers: tuple[int, ...]) -> tuple[str, ...]:
    said = reports[seat].sentences if seat in reports else ()
    if beyond := [one for one in numbers if not 0 < one <= len(said)]:
        raise NotHeld(f"the report for {work.chair(seat).title} has no sentence {beyond[0]}; it has {len(said)}")
    return tuple(said[one - 1] for one in numbers)


def _seat(work: Work, name: str) -> Seat:
    for one in work.chairs:
        if name.casefold() in {one.title.casefold(), one.seat}:
            return one.seat
    raise NotHeld(f"there is no side {name!r}; there are {listed([one.title for one in work.chairs])}")


# --- the turn as it would be --------------------------------------------------------------------------------------


def turn_as_it_would_be(services: Services, game: GameId, by: PlayerId) -> tuple[Section, ...]:
    """The closed turn in memory, for its umpire: what happens, each report, the line that plays it.

    That it was looked at is journaled.  Raises NotHeld, NotUmpire, UnknownGame.
    """
    note_dry_run(services, game, by)
    work = open_game(services, game)
    draft = _written(work)
    seen = dry_run(work, remarks_of(work, draft.noted, draft.struck))
    if seen.broken:
        raise NotHeld(seen.broken)
    return (
        _events(work),
        *(_report(work, one, draft) for one in seen.reports),
        *_laid("Rulings laid down for this turn", seen.rulings),
        *_laid("Void: laid down for a turn that has since changed", seen.void, numbered=False),
        _lines(work, seen),
    )


def _events(work: Work) -> Section:
    moments = enumerate(course_of(work).moments)
    rows = [LetterRow(str(n), one.told.text) for n, one in moments if one.told is not None]
    return Section("What happens, event by event", (Rows(tuple(rows)) if rows else Para("Nothing happens."),))


def _report(work: Work, report: HeldReport, draft: TurnDraft) -> Section:
    struck, note = draft.strikes.get(report.seat, ()), draft.notes.get(report.seat, "").strip()
    rows = tuple(
        LetterRow(str(n), said, ("Struck.",) if said in struck else ()) for n, said in enumerate(report.sentences, 1)
    )
    more = [Para(f"Your words under it: {note}")] if note else []
    more += [Para("You hold this report.")] if report.seat in work.desk.held else []
    return Section(f"Report for {report.title}", (Rows(rows) if rows else Para("It tells of no event."), *more))


def _laid(title: str, rulings: tuple[LaidDown, ...], *, numbered: bool = True) -> tuple[Section, ...]:
    """numbered: those that a line of a mail can take away."""
    rows = tuple(
        LetterRow(str(n) if numbered else "",
                  f"After event {one.no.partition('.')[2] or one.no}: {'; '.join(one.said)}",
                  tuple(f"Now: {was}. Then: {then}." for was, then in zip(one.before, one.after, strict=True)))
        for n, one in enumerate(rulings, 1)
    )  # fmt: skip
    return (Section(title, (Rows(rows),)),) if rows else ()


def _lines(work: Work, seen: DryRun) -> Section:
    title = seen.reports[0].title if seen.reports else "North"
    blocks: list[Block] = [
        Para("To play the turn just so and send its reports, answer this mail with the line:"),
        Rows((LetterRow("", f"publish {code_of(work)}"),)),  # barred: a quotation of it is no word of the umpire's
        Para("For words under a report, sentences to take out of one, and a report that is not to go out yet:"),
        Rows(tuple(LetterRow("", one) for one in (
            f"note {title}: your words", f"strike {title}: 2, 5", f"report {title}: hold", "because of the smoke",
        ))),
        Para("For a ruling after event 3, with which the turn is run again, and to run it without:"),
        Rows(tuple(LetterRow("", one) for one in (
            "rule S04 disordered", "after 3", "because the horse bolted", "laid 1: take away",
        ))),
    ]  # fmt: skip
    if seen.over:
        blocks.insert(0, Para("The battle ends with this turn."))
    return Section("What you can write", tuple(blocks))
