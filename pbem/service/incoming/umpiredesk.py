"""A mail of an umpire's: a ruling, a line about a letter, a report, the clock or a seat, an answer to a question.

It never orders; no player's mail comes here.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from pbem.engine.ids import GameId
from pbem.engine.rulings.reading import RulingProblem
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.reports.letter import Section
from pbem.service.agreements.letterbook import NoLetter
from pbem.service.incoming import answers
from pbem.service.incoming.clocklines import BARE, CLOCK_LINES, SEAT_LINES, ClockWord, clock_line_in, do_clock_line
from pbem.service.incoming.clocklines import FAULTS as CLOCK_FAULTS
from pbem.service.incoming.mailcase import MailCase
from pbem.service.incoming.reasons import Why
from pbem.service.incoming.requests import answer_of
from pbem.service.incoming.settling import MailOutcome, settle
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import OnlyShown
from pbem.service.umpire.behalf import NoBehalf
from pbem.service.umpire.behalflines import HOW as BEHALF_LINES
from pbem.service.umpire.behalflines import behalf_line_in, do_behalf_line
from pbem.service.umpire.held import NotHeld
from pbem.service.umpire.letterlines import HOW as LETTER_LINES
from pbem.service.umpire.letterlines import do_line, letter_line_in
from pbem.service.umpire.newsbook import NoNews
from pbem.service.umpire.questions import NoQuestion, answer_question
from pbem.service.umpire.reportlines import HOW as REPORT_LINES
from pbem.service.umpire.reportlines import do_report_line, report_line_in
from pbem.service.umpire.rights import NotUmpire, need_right
from pbem.service.umpire.rulinglines import HOW as BACK_LINES
from pbem.service.umpire.rulinglines import back_line_in, do_back_line
from pbem.service.umpire.rulings import NoRuling, RulingPreview, preview, rule, rulings_of
from pbem.service.umpire.saying import RulingInMail, ruling_in
from pbem.service.umpire.timing import NoTime
from pbem.service.umpire.turnback import NoTurningBack
from pbem.service.umpire.turnbacklines import HOW as TURN_BACK_LINES
from pbem.service.umpire.turnbacklines import do_turn_back_line, turn_back_line_in
from pbem.service.umpire.turnlines import HOW as TURN_LINES
from pbem.service.umpire.turnlines import TurnWord, do_turn_lines, lay_down_by_mail, turn_lines_in
from pbem.store.tables import InState, PlayerId

_TO_ALL = re.compile(r"\s*to\s+all\s*[:\uff1a]\s*", re.IGNORECASE)
_ANSWER = re.compile(r"\s*answer\s+#?(\d{1,5})\s*(to\s+all)?\s*[:\uff1a]\s*", re.IGNORECASE)

HOW = (
    "To answer a question, answer the mail that brought it, or write a line such as: answer 3: your words",
    "Begin with `answer 3 to all:` or, in an answer to the question's mail, with `to all:` to tell every player.",
    "To see to a letter, begin with a line such as letter 3: deliver, and give the reason on another",
    "To hold one seat's report, begin with a line such as report North: hold, and give the reason on another",
    "For the clock, begin with a line such as deadline: 2 days later, or play the turn, and give the reason on another",
    "In a game with held reports, look brings you the closed turn as it would be, and how to publish it",
    "To turn the game back, or to order for a seat: turn back to 4.2, or orders for North: with the orders below",
    "To rule, begin a line with rule, and give the reason on another: because the table was bumped",
)


class UmpiresLine(NamedTuple):
    """A kind of line that an umpire's mail can begin with."""

    line_in: Callable[[str], Any]
    """What a text says of it; None where it is about something else."""
    do: Callable[[Services, GameId, Any, PlayerId], str]
    """Does it; what was done, in a sentence."""
    faults: tuple[type[Exception], ...]
    """Why it is not done."""
    done: str
    """The title of the answer."""
    not_done: str
    """The same where it is not done."""
    lines: tuple[str, ...]
    """Every line there is, with an example."""


LINES = (
    UmpiresLine(letter_line_in, do_line, (NoLetter, NoNews, NotUmpire), "The letter is seen to",
                "Nothing was done with the letter", LETTER_LINES),
    UmpiresLine(back_line_in, do_back_line, (NoRuling, NotUmpire), "The ruling is taken back",
                "That was not done", BACK_LINES),
    UmpiresLine(report_line_in, do_report_line, (NotHeld, NotUmpire), "The report is seen to",
                "Nothing was done with the report", REPORT_LINES),
    UmpiresLine(turn_back_line_in, do_turn_back_line, (NoTurningBack, NotUmpire), "The game is turned back",
                "The game is not turned back yet", TURN_BACK_LINES),
    UmpiresLine(behalf_line_in, do_behalf_line, (NoBehalf, NoTime, NotUmpire), "Orders are given",
                "No orders are given yet", BEHALF_LINES),
    UmpiresLine(clock_line_in, do_clock_line, CLOCK_FAULTS, "It is done", "That was not done",
                (*CLOCK_LINES, *SEAT_LINES)),
)  # fmt: skip


class _Word(msgspec.Struct, frozen=True):
    """What an umpire's mail says."""

    number: int
    """Of the question it answers; 0 for none."""
    text: str
    to_all: bool


def take_word(services: Services, case: MailCase, turn: TurnRef, by: PlayerId) -> MailOutcome:
    """Do what an umpire's mail says; its writer gets one answer.

    turn: of its token, in whose place of a turn stands the number of a question, or 0.
    """
    ruling = ruling_in(case.mail.text or case.mail.html)
    words = answer_of(case.mail.text or case.mail.html)
    if ruling is not None and turn_back_line_in(words) is None:
        return _ruled(services, case, turn, by, ruling)
    closed = turn_lines_in(words)
    if closed is not None and not (turn.turn and closed.bare):
        return _about_turn(services, case, turn, by, closed)
    meant = ""
    for one in LINES:
        line = one.line_in(words)
        if line is not None and turn.turn and isinstance(line, ClockWord) and line.does in BARE:
            meant = "If you meant the clock, send that line in an answer to another mail of the game."
        elif line is not None:
            return _by_line(services, case, turn, by, one, line)
    word = _word(turn, words)
    if not word.number or not word.text:
        return _settled(services, case, turn, "rejected", Why("Nothing was done", (*HOW,)))
    try:
        answer_question(services, turn.game, word.number, word.text, by, to_all=word.to_all)
    except (NoQuestion, NotUmpire) as fault:
        return _settled(services, case, turn, "rejected", Why("That was not done", (str(fault), *HOW)))
    who = "every player" if word.to_all else "the player who asked"
    done = Why(
        f"Question {word.number} is answered", (f"Your answer has been sent to {who}.", *([meant] if meant else []))
    )
    return _settled(services, case, turn, "accepted", done)


def _by_line(
    services: Services, case: MailCase, turn: TurnRef, by: PlayerId, about: UmpiresLine, line: object
) -> MailOutcome:
    """What one line says, done; or why not, with every line of the kind."""
    try:
        done = about.do(services, turn.game, line, by)
    except about.faults as fault:
        lines = "Begin with a line such as one of these, and give the reason on another:"
        told = (_sentence(fault), lines, *about.lines, "because the scouts were slow")
        return _settled(services, case, turn, "rejected", Why(about.not_done, told))
    title = about.not_done if isinstance(done, OnlyShown) else about.done
    return _settled(services, case, turn, "accepted", Why(title, (done,)))


def _about_turn(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, word: TurnWord) -> MailOutcome:
    """The closed turn looked at, remarked on, or played."""
    try:
        said, sections = do_turn_lines(services, turn.game, word, by)
    except (NotHeld, NotUmpire) as fault:
        lines = "The lines about a closed turn are:"
        why = Why("That was not done", (_sentence(fault), lines, *TURN_LINES))
        return _settled(services, case, turn, "rejected", why)
    title = "The closed turn, as it would be" if sections else "The closed turn"
    return _settled(services, case, turn, "accepted", Why(title, (said,)), sections)


def _laid_down(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, ruling: RulingInMail) -> MailOutcome:
    """A ruling laid down after an event of the closed turn."""
    try:
        sections = lay_down_by_mail(services, turn.game, ruling, by)
    except (NotHeld, NotUmpire) as fault:
        return _settled(services, case, turn, "rejected", Why("The ruling is not laid down", (_sentence(fault),)))
    why = Why("Your ruling is laid down", ("It is written when the turn is played.",))
    return _settled(services, case, turn, "accepted", why, sections)


def _sentence(fault: Exception) -> str:
    return f"{str(fault)[:1].upper()}{str(fault)[1:].rstrip('.')}."


def _ruled(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, ruling: RulingInMail) -> MailOutcome:
    """A ruling looked at, or with its reason carried out; with an event, laid down for a closed turn."""
    if ruling.after is not None:
        return _laid_down(services, case, turn, by, ruling)
    try:
        if ruling.reason:
            rule(
                services, turn.game, ruling.text, ruling.reason, by, told=ruling.told, all_the_same=ruling.all_the_same
            )
            ruled = open_game(services, turn.game)
            number = rulings_of(ruled)[0].number
            back = f"To take it back, begin with ruling {number}: take back, and give the reason on another line."
            back = "The battle is over; it cannot be taken back." if ruled.state == "over" else back
            done = Why("Your ruling is carried out", (*ruling.text.split("\n"), back))
            return _settled(services, case, turn, "accepted", done)
        work = open_game(services, turn.game)
        need_right(work, by, "rule")
        seen = preview(work, ruling.text)
    except (NoRuling, NotUmpire) as fault:
        problems = fault.problems if isinstance(fault, NoRuling) else ()
        return _settled(
            services, case, turn, "rejected", Why("The ruling was not made", (str(fault), *_meant(problems)))
        )
    title = "Your ruling as it would be" if seen.can else "The ruling cannot be made like this"
    return _settled(services, case, turn, "accepted" if seen.can else "rejected", Why(title, looked_at(seen)))


def looked_at(seen: RulingPreview) -> tuple[str, ...]:
    """A ruling before and after, with what it would bring about, in sentences."""
    lines = [f"Now: {was}. Then: {then}." for was, then in zip(seen.before, seen.after, strict=True)]
    lines += [f"Line {one.line}, {one.quote}: {one.reason}." for one in seen.problems]
    lines += _meant(seen.problems)
    lines += [f"The rules could not hold it: {one}. Add a line: all the same" for one in seen.bounds]
    if seen.broken:
        lines.append(f"{seen.broken[:1].upper()}{seen.broken[1:]}.")
    if seen.drops:
        lines.append(f"The orders of {' and '.join(seen.drops)} would be void: they would be asked anew.")
    if seen.can:
        lines.append("Nothing is changed yet. Send the lines again with a line such as: because the table was bumped")
    return tuple(lines)


def _meant(problems: tuple[RulingProblem, ...]) -> tuple[str, ...]:
    return tuple(f"Did you mean: {one.suggestions[0]}" for one in problems if one.suggestions)


def _word(turn: TurnRef, text: str) -> _Word:
    """The answer a mail gives: to the question it names, else to the one whose mail it answers."""
    if named := _ANSWER.match(text):
        return _Word(int(named[1]), text[named.end() :].strip(), bool(named[2]))
    to_all = _TO_ALL.match(text)
    return _Word(turn.turn, text[to_all.end() :].strip() if to_all else text, bool(to_all))


def _settled(
    services: Services, case: MailCase, turn: TurnRef, state: InState, why: Why, sections: tuple[Section, ...] = ()
) -> MailOutcome:
    """Written down, with an answer that can be answered in its turn.  sections: what it shows beneath its words."""
    assert case.person is not None  # so says the verdict
    lines = case.mail.text if state == "rejected" else ""
    told = answers.note(
        case.person.to, why, services.config.base_url, lines, kind="answer" if state == "accepted" else "refused"
    )
    kicker = f"{open_game(services, turn.game).title}. For the umpire."
    letter = msgspec.structs.replace(told.letter, kicker=kicker, sections=(*sections, *told.letter.sections))
    told = msgspec.structs.replace(told, letter=letter, reply=tokens_of(services.config).reply(turn))
    return settle(services, case, state, why.title, told, turn=turn)
