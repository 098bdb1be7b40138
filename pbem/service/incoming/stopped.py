"""A mail for a game that is stopped: kept, answered with the reason, and read again when the game goes on."""

from sqlmodel import col, select

from pbem.engine.ids import UMPIRE, GameId
from pbem.mail.tokens import TurnRef
from pbem.service.incoming import answers
from pbem.service.incoming.judging import NO_OPEN_TURN, MailVerdict
from pbem.service.incoming.mailcase import MailCase
from pbem.service.incoming.reasons import Why
from pbem.service.model.mails import Correspondent
from pbem.service.services import Services
from pbem.store.mails import UNTIL_IT_GOES_ON
from pbem.store.tables import Game, SeatRow


def waited_for(services: Services, case: MailCase, verdict: MailVerdict) -> TurnRef | None:
    """The turn of a stopped game that a mail is for: by its tokens, or as its writer has no open one.

    None for a mail of its umpire's, who may be the one to let it go on.
    """
    if verdict.state is None and verdict.turn is not None:
        waits = verdict.turn.seat != UMPIRE and _stopped(services, verdict.turn.game) is not None
        return verdict.turn if waits else None
    if verdict.note != NO_OPEN_TURN or case.person is None:
        return None
    own = select(SeatRow).join(Game, col(Game.id) == col(SeatRow.game)).where(col(Game.state) == "stopped")
    with services.db.reading() as session:
        row = session.exec(own.where(SeatRow.player == case.person.to.player).order_by(col(SeatRow.game))).first()
    return TurnRef(row.game, row.seat, 0) if row is not None else None


def kept(services: Services, case: MailCase, turn: TurnRef, game: GameId | None = None) -> MailVerdict:
    """What becomes of a mail for a stopped game: it is held, and its writer told why, if they are a player.

    game: which is stopped, where that is not the turn's own: the mail went to both, and could be for either.
    """
    card, to = _stopped(services, game or turn.game), _writer(case)
    if card is None or to is None:
        return MailVerdict(state="held", turn=turn, note=UNTIL_IT_GOES_ON)
    told = answers.note(to, _why(card), services.config.base_url, case.mail.text, done=_KEPT)
    return MailVerdict(state="held", turn=turn, note=UNTIL_IT_GOES_ON, told=(told,))


_KEPT = "It is repeated here. It has been kept, and nothing in it has been applied yet."


def _writer(case: MailCase) -> Correspondent | None:
    return case.person.to if case.person is not None else case.holder if case.trust == "open" else None


def _stopped(services: Services, game: GameId) -> Game | None:
    with services.db.reading() as session:
        card = session.get(Game, game)
    return card if card is not None and card.state == "stopped" else None


def _why(card: Game) -> Why:
    reason = (
        f"{card.title} has been stopped: its record in the database does not match what was written there."
        if card.broken_at is not None
        else f"{card.title} has been stopped: the program could not play it on."
    )
    return Why(
        f"{card.title} has been stopped",
        (
            f"{reason} The operator has been told, and will mend it.",
            "Your mail has been kept, and will be read and answered when the game goes on. Do not send it again.",
        ),
    )
