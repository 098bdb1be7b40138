"""What the operator is not shown unasked: the operator may have a seat too, and so an interest in an enemy's orders."""

from collections.abc import Mapping

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import JournalError
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import Delivery, Game, InMail, OutMail, Player, PlayerId, SeatRow


class Blinkers(msgspec.Struct, frozen=True):
    """What an operator must not read, because they play too."""

    knows: Mapping[GameId, frozenset[Seat]] = {}
    """The seats whose affairs they know, by game under way that they have to do with."""

    address: str = ""
    """Their registered address."""

    def hide(self, mail: InMail, deliveries: tuple[Delivery, ...]) -> bool:
        """Whether a mail may hold what he must not know as a player: all but his own seats' and other games' mails.

        A mail that is of no game yet may be anybody's, a returned report too.
        """
        if not self.knows or mail.sender == self.address:
            return False
        about = {(one.game, one.seat) for one in deliveries}
        if mail.game is not None and mail.seat is not None:
            about.add((mail.game, mail.seat))
        return not about or any(game in self.knows and seat not in self.knows[game] for game, seat in about)


def blinkers_of(services: Services, player: PlayerId) -> Blinkers:
    """Those of a player: he has to do with a game that he has a seat in, or was ever mailed about."""
    seated = select(SeatRow.game).where(col(SeatRow.player) == player)
    mailed = select(OutMail.game).where(col(OutMail.player) == player)
    with services.db.reading() as session:
        address = session.get_one(Player, player).email
        games = session.exec(
            select(Game.id).where(col(Game.state) != "over", col(Game.id).in_(seated) | col(Game.id).in_(mailed))
        ).all()
    known = {GameId(game): _known(services, GameId(game), player) for game in games}
    return Blinkers({game: seats for game, seats in known.items() if seats is not None}, address)


def _known(services: Services, game: GameId, player: PlayerId) -> frozenset[Seat] | None:
    """The seats whose affairs he knows; None for a game he has nothing to do with."""
    try:
        desk = open_game(services, game).desk
    except JournalError:  # its journal cannot be read: then nothing of it is shown to who may play in it
        return frozenset()
    if player not in desk.sided:
        return desk.privy.get(player)
    return desk.privy.get(player, frozenset()) | (desk.sided[player] - {UMPIRE})
