"""Questions to the umpire: asked by a seat, answered to that seat or to all, withdrawn.  None ever becomes an order."""

from datetime import datetime, timedelta

import msgspec

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Questioned
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.model.desk import Question, one_side_of
from pbem.service.model.mails import MailMatter
from pbem.service.plainwords import plain_words
from pbem.service.play.mailing import compose_mails
from pbem.service.play.work import Chair, Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import concerns, need_right
from pbem.service.umpire.umpiremail import tell_umpires
from pbem.store.tables import PlayerId

LONGEST = 2000
"""Characters of a question, or of an answer."""

A_DAY = 10
"""Questions that a seat may ask in 24 hours."""


class NoQuestion(Exception):
    """A question cannot be asked, answered or withdrawn; the message says why and what to do."""


class AnswerGiven(msgspec.Struct, frozen=True):
    """An answer of the umpire's."""

    at: datetime
    """When it was given, UTC."""
    text: str


class QuestionCard(msgspec.Struct, frozen=True, kw_only=True):
    """A question as one reader sees it."""

    number: int
    at: datetime
    """When it was asked, UTC."""
    asker: str
    """Title of the seat that asked; '' in a clarification, which does not tell."""
    text: str
    """The question; '' in a clarification, which holds the umpire's words alone."""
    state: str
    """``open``, ``answered`` or ``withdrawn``."""
    answers: tuple[AnswerGiven, ...]
    to_all: bool
    """Whether its last answer is a clarification."""


# --- looking ------------------------------------------------------------------------------------------------------


def questions_of(work: Work, seat: Seat) -> tuple[QuestionCard, ...]:
    """A seat's own questions and the clarifications, the newest first."""
    own = [_card(work, one) for one in work.desk.questions if one.seat == seat]
    others = [_clarification(work, one) for one in work.desk.questions if one.seat != seat and one.to_all]
    return tuple(sorted((*own, *others), key=lambda one: -one.number))


def questions_in_hand(work: Work, player: str) -> tuple[Question, ...]:
    """The questions that an umpire answers; for a co-umpire of one side those of its seats."""
    return tuple(one for one in work.desk.questions if concerns(work, player, one.seat))


def all_questions(work: Work, reader: str) -> tuple[QuestionCard, ...]:
    """Every question that an umpire answers, the open ones first and of those the oldest; for umpires alone."""
    cards = [_card(work, one) for one in questions_in_hand(work, reader)]
    return tuple(
        sorted(cards, key=lambda one: (one.state != "open", one.number if one.state == "open" else -one.number))
    )


def cannot_ask(work: Work, seat: Seat) -> str:
    """Why a seat cannot ask the umpire anything now, in a sentence; '' when it can."""
    if not work.desk.umpire:
        return "This game has no umpire. Write to the other players, or to the operator of the service."
    if work.state == "over":
        return "The battle is over. Write a letter instead."
    since = iso(work.now - timedelta(hours=24))
    if sum(one.seat == seat and one.at > since for one in work.desk.questions) >= A_DAY:
        return f"You have asked {A_DAY} questions in the last 24 hours, which is the most. Try tomorrow."
    return ""


def _card(work: Work, one: Question) -> QuestionCard:
    return QuestionCard(
        number=one.number, at=from_iso(one.at), asker=work.chair(one.seat).title, text=one.text, state=one.state,
        answers=tuple(AnswerGiven(from_iso(at), text) for at, text in one.answers), to_all=one.to_all,
    )  # fmt: skip


def _clarification(work: Work, one: Question) -> QuestionCard:
    card = _card(work, one)
    return msgspec.structs.replace(card, asker="", text="", answers=card.answers[-1:], at=card.answers[-1].at)


# --- the use cases ------------------------------------------------------------------------------------------------


def ask_umpire(services: Services, game: GameId, seat: Seat, text: str, by: PlayerId) -> int:
    """Put a question to the umpire, who is mailed; its number.

    by: the seat's player or its deputy; the caller has seen to it that they are.  Raises NoQuestion, UnknownGame.
    """
    words = _fit(text, "question")

    def attempt() -> int:
        work = open_game(services, game)
        had = next((one for one in work.desk.questions if _same(one, seat, words)), None)
        if had is not None:
            return had.number
        why = cannot_ask(work, seat)
        if why:
            raise NoQuestion(why)
        number = len(work.desk.questions) + 1
        work.note("question", seat, Questioned(number=number, act="asked", seat=seat, text=words, by=by))
        title = work.chair(seat).title
        how = f"Answer this mail to answer {title} alone."
        to_all = (
            "Begin your answer with `to all:` to make it a clarification that every player gets, without the question."
        )
        tell_umpires(
            work, "questions", f"question {number}", f"{title} asks:", words, (how,), number,
            about=(seat,), of_all=to_all,
        )  # fmt: skip
        compose_mails(work)
        work.write()
        return number

    return retried(attempt)


def withdraw_question(services: Services, game: GameId, seat: Seat, number: int, by: PlayerId) -> None:
    """Take an open question back.  Raises NoQuestion, UnknownGame."""

    def attempt() -> None:
        work = open_game(services, game)
        had = _question(work, number, work.desk.questions)
        if had.seat != seat:
            raise NoQuestion(f"question {number} is not yours; the seat that asked it can withdraw it")
        if had.state != "open":
            raise NoQuestion(f"question {number} is {had.state} already")
        work.note("question", seat, Questioned(number=number, act="withdrawn", seat=seat, by=by))
        told = f"{work.chair(seat).title} has withdrawn it."
        tell_umpires(work, "questions", f"question {number} withdrawn", told, about=(seat,))
        compose_mails(work)
        work.write()

    retried(attempt)


def answer_question(services: Services, game: GameId, number: int, text: str, by: PlayerId, *, to_all: bool) -> None:
    """Answer a question: its seat is mailed, or every seat where the answer is a clarification.

    A question may be answered again; one that was withdrawn is closed.  Raises NotUmpire, NoQuestion, UnknownGame.
    """
    words = _fit(text, "answer")

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "questions", one_side=True)
        need_unchanged(work, by)
        had = _question(work, number, questions_in_hand(work, by))
        if to_all and one_side_of(work.desk, by):
            raise NoQuestion("you see one side alone: a clarification to every player is the umpire's")
        if had.state == "withdrawn":
            raise NoQuestion(f"question {number} was withdrawn; write a letter instead")
        body = Questioned(number=number, act="answered", seat=had.seat, text=words, by=by, to_all=to_all)
        work.note("question", UMPIRE, body)
        for chair in work.chairs if to_all else (work.chair(had.seat),):
            _tell_answer(work, chair, had, words, to_all=to_all)
        compose_mails(work)
        work.write()

    retried(attempt)


def _question(work: Work, number: int, among: tuple[Question, ...]) -> Question:
    for one in among:
        if one.number == number:
            return one
    last = among[-1].number if among else "not asked yet"
    raise NoQuestion(f"there is no question {number} in {work.title}; the last one is {last}")


def _same(one: Question, seat: Seat, words: str) -> bool:
    """Whether an open question is this one, sent again."""
    return one.state == "open" and (one.seat, one.text) == (seat, words)


def _fit(text: str, what: str) -> str:
    """Plain words of a usable length.  Raises NoQuestion."""
    words = plain_words(text).strip()
    if not words:
        raise NoQuestion(f"The {what} is empty. Nothing was sent.")
    if len(words) > LONGEST:
        raise NoQuestion(f"The {what} has {len(words)} characters; at most {LONGEST} are sent. Make it shorter.")
    return words


def _tell_answer(work: Work, chair: Chair, had: Question, words: str, *, to_all: bool) -> None:
    """Mail an answer to one seat; the question itself goes to its own seat alone."""
    own = chair.seat == had.seat
    if chair.person is None:
        return
    title = f"the umpire answers question {had.number}" if own else "a clarification by the umpire"
    lead = "Every player gets this answer." if own and to_all else "" if own else "The umpire tells every player:"
    asked = Section("You asked", (Quote(had.text),))
    answer = Section("The answer" if own else "", (Quote(words),))
    url = f"{work.services.config.base_url}/g/{work.game}/questions"
    button = Section("", (Para("Your orders stand as they are.", quiet=True), Button("Questions and answers", url)))
    letter = Letter(
        kicker=f"{work.title}. For {chair.title}.", title=f"{work.title}: {title}", lead=(lead,) if lead else (),
        sections=(*((asked,) if own else ()), answer, button), preheader=f"{work.title}: {title}.",
    )  # fmt: skip
    turn = work.desk.turns.get(chair.seat, 0)
    for person in work.addressees(chair.seat, turn):
        matter = MailMatter(
            kind="answered", to=person, at=work.now, game=work.game, turn=turn, seat=chair.seat,
            revision=work.revision(str(work.last_seq), chair.seat, person), letter=letter,
        )  # fmt: skip
        work.matters = (*work.matters, matter)
