"""A mail of an umpire's: a ruling, a letter, an answer to a question.  It never orders; no player's mail comes here."""

import re

import msgspec

from pbem.engine.rulings.reading import RulingProblem
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.letterbook import NoLetter
from pbem.service.incoming import answers
from pbem.service.incoming.mailcase import MailCase
from pbem.service.incoming.reasons import Why
from pbem.service.incoming.requests import answer_of
from pbem.service.incoming.settling import MailOutcome, settle
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.held import NotHeld
from pbem.service.umpire.letterlines import HOW as LETTER_LINES
from pbem.service.umpire.letterlines import LetterWord, do_line, letter_line_in
from pbem.service.umpire.newsbook import NoNews
from pbem.service.umpire.questions import NoQuestion, answer_question
from pbem.service.umpire.reportlines import HOW as REPORT_LINES
from pbem.service.umpire.reportlines import ReportWord, do_report_line, report_line_in
from pbem.service.umpire.rights import NotUmpire, need_right
from pbem.service.umpire.rulings import NoRuling, RulingPreview, preview, rule
from pbem.service.umpire.saying import RulingInMail, ruling_in
from pbem.store.tables import InState, PlayerId

_TO_ALL = re.compile(r"\s*to\s+all\s*[:\uff1a]\s*", re.IGNORECASE)
_ANSWER = re.compile(r"\s*answer\s+#?(\d{1,5})\s*(to\s+all)?\s*[:\uff1a]\s*", re.IGNORECASE)

HOW = (
    "To answer a question, answer the mail that brought it, or write a line such as: answer 3: your words",
    "Begin with `answer 3 to all:` or, in an answer to the question's mail, with `to all:` to tell every player.",
    "To see to a letter, begin with a line such as letter 3: deliver, and give the reason on another",
    "To hold one seat's report, begin with a line such as report North: hold, and give the reason on another",
    "To rule, begin a line with rule, and give the reason on another: because the table was bumped",
)


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
    if ruling is not None:
        return _ruled(services, case, turn, by, ruling)
    words = answer_of(case.mail.text or case.mail.html)
    letter = letter_line_in(words)
    if letter is not None:
        return _about_letter(services, case, turn, by, letter)
    report = report_line_in(words)
    if report is not None:
        return _about_report(services, case, turn, by, report)
    word = _word(turn, words)
    if not word.number or not word.text:
        return _settled(services, case, turn, "rejected", Why("Nothing was done", (*HOW,)))
    try:
        answer_question(services, turn.game, word.number, word.text, by, to_all=word.to_all)
    except (NoQuestion, NotUmpire) as fault:
        return _settled(services, case, turn, "rejected", Why("That was not done", (str(fault), *HOW)))
    who = "every player" if word.to_all else "the player who asked"
    done = Why(f"Question {word.number} is answered", (f"Your answer has been sent to {who}.",))
    return _settled(services, case, turn, "accepted", done)


def _about_letter(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, letter: LetterWord) -> MailOutcome:
    """A letter written, or something done with one."""
    try:
        done = do_line(services, turn.game, letter, by)
    except (NoLetter, NoNews, NotUmpire) as fault:
        lines = "For letters and news, begin with a line such as one of these, and give the reason on another:"
        why = (str(fault), lines, *LETTER_LINES, "because the ford is held")
        return _settled(services, case, turn, "rejected", Why("Nothing was done with the letter", why))
    return _settled(services, case, turn, "accepted", Why("The letter is seen to", (done,)))


def _about_report(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, report: ReportWord) -> MailOutcome:
    """A report held or released."""
    try:
        done = do_report_line(services, turn.game, report, by)
    except (NotHeld, NotUmpire) as fault:
        lines = "Begin with a line such as one of these, and to hold one give the reason on another:"
        why = (f"{str(fault)[:1].upper()}{str(fault)[1:]}.", lines, *REPORT_LINES, "because the scouts were slow")
        return _settled(services, case, turn, "rejected", Why("Nothing was done with the report", why))
    return _settled(services, case, turn, "accepted", Why("The report is seen to", (done,)))


def _ruled(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, ruling: RulingInMail) -> MailOutcome:
    """A ruling looked at, or with its reason carried out."""
    try:
        if ruling.reason:
            rule(
                services, turn.game, ruling.text, ruling.reason, by, told=ruling.told, all_the_same=ruling.all_the_same
            )
            title = "Your ruling is carried out"
            return _settled(services, case, turn, "accepted", Why(title, tuple(ruling.text.split("\n"))))
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


def _settled(services: Services, case: MailCase, turn: TurnRef, state: InState, why: Why) -> MailOutcome:
    assert case.person is not None  # so says the verdict
    lines = case.mail.text if state == "rejected" else ""
    told = answers.note(
        case.person.to, why, services.config.base_url, lines, kind="answer" if state == "accepted" else "refused"
    )
    return settle(services, case, state, why.title, told, turn=turn)
