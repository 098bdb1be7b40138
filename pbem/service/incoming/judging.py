"""Who may order for whom: what is to become of a mail, by its tokens, its sender and the policy of its game.

Nothing here trusts a ``From`` alone, unless the operator's own server vouches for it, the game is an open one, or the
operator opted for the embedded mode, in which no proof is asked for.  Nothing is written here.
"""

from collections.abc import Callable

import msgspec

from pbem.engine.ids import UMPIRE
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.incoming import answers, reasons
from pbem.service.incoming.answers import TurnChoice
from pbem.service.incoming.mailcase import MailCase, about_turns, trust_in, under_its_id
from pbem.service.incoming.reasons import Why
from pbem.service.model.gamepage import GamePage
from pbem.service.model.mails import Correspondent
from pbem.service.options import Trust
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.play.pages import game_page
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import InState, MailId

NO_OPEN_TURN = "no open turn"
"""The note of a mail without a token whose writer plays no game that is open."""


class MailVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done with a mail."""

    state: InState | None = None
    """The state it gets; None when its text is to be read as orders."""

    turn: TurnRef | None = None
    """The turn whose orders it holds, or would hold if it were taken."""

    by: str = ""
    """Who gives the orders, as the journal names them: a player's id, or an address."""

    note: str = ""
    """A note for the operator."""

    told: tuple[Answer, ...] = ()
    """The letters to send, the writer's first."""

    remarks: tuple[str, ...] = ()
    """Sentences for the answer to orders."""

    operator: bool = False
    """Whether the operator lets it count, even after the deadline and with lines that may be for another game."""

    reason: str = ""
    """The umpire's, who lets a late mail count; '' for all others."""

    confirmed: bool = False
    """Whether the seat's player has confirmed it."""


def judge(services: Services, case: MailCase) -> MailVerdict:
    """What is to become of a mail: first what it is, then who may order."""
    mail = case.mail
    if mail.kind == "machine":
        return MailVerdict(state="held" if case.turn is not None and mail.listed else "ignored", note=mail.why)
    copy, namesake = under_its_id(services, case.row, mail)
    if copy:
        return MailVerdict(state="ignored", note="a copy of a mail that was handled before")
    if mail.kind == "unreadable":
        return unreadable(services, case, mail.why)
    verdict = who_may(services, case)
    if namesake:
        note = "; ".join(filter(None, (verdict.note, "another mail came under the same id")))
        return msgspec.structs.replace(verdict, note=note)
    return verdict


def who_may(services: Services, case: MailCase) -> MailVerdict:
    """Tokens and sender together decide."""
    if case.turn is None:
        return _without_token(services, case)
    if case.turn.seat == UMPIRE:
        return _umpires(services, case, case.turn)
    if case.holder is None:
        return MailVerdict(state="held", turn=case.turn, note="a token of a seat that no person has")
    if case.person is not None and not case.acts and not (case.trust == "open" and _has_no_part(case, case.turn)):
        return another_players(services, case, case.turn)
    if len(case.turns) > 1:
        turn = next((one for one in case.turns if _is_open(services, one)), case.turn)
        return _ask(services, case, "tokens of several turns", reasons.several_turns, (turn,))
    if _is_enough(services, case):
        return _orders(case, case.turn)
    if case.acts:
        return _ask(services, case, "the sender is not vouched for", reasons.not_vouched, (case.turn,))

    def whose(by_mail: bool) -> Why:
        return reasons.is_it_yours(case.mail.sender, by_mail)

    return _ask(services, case, f"a token from {_stranger(case)}", whose, (case.turn,))


def unreadable(services: Services, case: MailCase, why: str) -> MailVerdict:
    """It could not be read or handled safely: kept, the operator told, and its writer where he is known."""
    told = list(_note(services, case, reasons.unread(why)) if case.turn is None or case.acts else ())
    operator = replying.to_operator(
        services, "A mail could not be read", f"mail {case.row.id}\n{why}\nread it again: pbem retry"
    )
    if operator is not None:
        told.append(operator)
    return MailVerdict(state="quarantined", turn=case.turn, note=why, told=tuple(told))


def another_players(services: Services, case: MailCase, turn: TurnRef) -> MailVerdict:
    """A player's mail with a token of another player's seat: both are told, and neither learns any orders."""
    told = list(_note(services, case, reasons.NOT_YOUR_ADDRESS))
    if case.holder is not None:
        page = game_page(services, turn.game, turn.seat)
        told.append(answers.refused(services, case.holder, page, reasons.USED_BY_ANOTHER))
    return MailVerdict(state="held", turn=turn, note="the token of another player's seat", told=tuple(told))


# --- with a token -------------------------------------------------------------------------------------------------


def _is_enough(services: Services, case: MailCase) -> bool:
    """Whether what a token's bearer shows is enough in its game."""
    proofs: dict[Trust, bool] = {
        "open": True,
        "normal": case.acts,
        "strict": case.acts and _vouched(services, case),
    }
    return proofs[case.trust]


def _vouched(services: Services, case: MailCase) -> bool:
    return services.config.builtin_mailbox or case.mail.vouched


def _has_no_part(case: MailCase, turn: TurnRef) -> bool:
    """Whether a sender, though registered, has no seat of his own in a game."""
    return case.person is None or all(game != turn.game for game, _ in case.person.seats)


def _orders(case: MailCase, turn: TurnRef) -> MailVerdict:
    """Its text is read as orders, without regard to its sender."""
    if case.acts and case.person is not None and case.person.to.player is not None:
        return MailVerdict(turn=turn, by=case.person.to.player)
    sender = case.mail.sender or reasons.UNREADABLE
    told = f"It came from {sender}, which is not your registered address; this game takes orders from whoever has the"
    return MailVerdict(turn=turn, by=sender, remarks=(f"{told} order address of a turn.",))


def _stranger(case: MailCase) -> str:
    return f"the unknown address {case.mail.sender}" if case.mail.sender else reasons.UNREADABLE


def _umpires(services: Services, case: MailCase, turn: TurnRef) -> MailVerdict:
    """An answer to a mail to an umpire counts from an umpire of that game alone, whatever its game trusts."""
    work = open_game(services, turn.game)
    mine = next((one for one in work.umpires if case.person is not None and one.player == case.person.to.player), None)
    if mine is None or mine.player is None:
        told = _note(services, case, reasons.NOT_YOUR_ADDRESS)
        return MailVerdict(state="held", turn=turn, note="the token of an umpire, from another person", told=told)
    if case.trust == "strict" and not _vouched(services, case):
        told = _note(services, case, reasons.NOT_VOUCHED_UMPIRE)
        return MailVerdict(state="held", turn=turn, note="an umpire's mail that is not vouched for", told=told)
    return MailVerdict(turn=turn, by=mine.player)


# --- without one --------------------------------------------------------------------------------------------------


def _without_token(services: Services, case: MailCase) -> MailVerdict:
    """Known senders only; of the turns that are open for them exactly one must fit."""
    if case.person is None:
        return MailVerdict(state="held", note="an unknown sender, no token")
    pages = [game_page(services, game, seat) for game, seat in case.person.seats]
    maker = tokens_of(services.config)
    by_code = [turn for turn in _recent(pages) if maker.has_code(case.mail.text, turn)]
    if len(by_code) == 1:
        return who_may(services, about_turns(services, case, by_code))
    fitting = [TurnRef(page.game, page.seat, page.turn) for page in pages if page.ask is not None]
    if not fitting:
        told = _note(services, case, reasons.NOTHING_OPEN)
        return MailVerdict(state="rejected", note=NO_OPEN_TURN, told=told)
    if len(fitting) > 1:
        titles = "; ".join(answers.battle_of(page) for page in pages if page.ask is not None)

        def which(by_mail: bool) -> Why:
            return reasons.which_game(titles, by_mail)

        return _ask(services, case, "fits several open turns", which, tuple(fitting))
    one = about_turns(services, case, fitting)
    enough = {"open": True, "normal": _vouched(services, case), "strict": False}
    if enough[one.trust]:
        return _orders(one, fitting[0])
    return _ask(services, one, "no token, sender not vouched for", reasons.not_vouched, tuple(fitting))


def _recent(pages: list[GamePage]) -> list[TurnRef]:
    """The turn of each page, and the three before it: their codes are known too, to be told that they are over."""
    return [TurnRef(p.game, p.seat, turn) for p in pages for turn in range(max(p.turn - 3, 1), p.turn + 1)]


# --- asking -------------------------------------------------------------------------------------------------------


def _ask(
    services: Services, case: MailCase, note: str, why: Callable[[bool], Why], turns: tuple[TurnRef, ...]
) -> MailVerdict:
    """Held until its player says yes; the person who may order for these turns is asked.

    A turn that is over is not asked about: reading the mail as orders tells that it is.
    """
    if case.turns and not _is_open(services, turns[0]):
        return _orders(case, turns[0])
    to = case.person.to if case.person is not None and (case.acts or case.turn is None) else case.holder
    assert to is not None  # the first needs a person, all others a holder
    told = ask(services, to, case.row.id, why, turns, case.mail.text)
    return MailVerdict(state="held", turn=turns[0] if len(turns) == 1 else None, note=note, told=(told,))


def _is_open(services: Services, turn: TurnRef) -> bool:
    page = game_page(services, turn.game, turn.seat)
    return page.ask is not None and page.turn == turn.turn


def ask(
    services: Services,
    to: Correspondent,
    mail: MailId,
    why: Callable[[bool], Why],
    turns: tuple[TurnRef, ...],
    lines: str,
) -> Answer:
    """A letter that asks whether a held mail is to be taken.  why: given whether one word by mail is enough."""
    pages = [game_page(services, turn.game, turn.seat) for turn in turns]
    maker = tokens_of(services.config)
    choices = tuple(
        TurnChoice(page, turn.turn, maker.confirm(mail, turn)) for page, turn in zip(pages, turns, strict=True)
    )
    by_mail = all(trust_in(services, turn.game) != "strict" for turn in turns)
    return answers.asked(services, to, mail, why(by_mail), choices, lines=lines, by_mail=by_mail)


def _note(services: Services, case: MailCase, why: Why) -> tuple[Answer, ...]:
    """A word to the sender, if he is known; it shows nothing of any game."""
    return (answers.note(case.person.to, why, services.config.base_url, case.mail.text),) if case.person else ()
