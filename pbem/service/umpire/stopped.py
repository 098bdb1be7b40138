"""A stopped game that its umpire lets go on: its open step is played again."""

from pbem.engine.ids import GameId
from pbem.service.play.games import resume
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_umpire
from pbem.service.umpire.timing import NoTime, reason_of
from pbem.store.tables import PlayerId


def play_again(services: Services, game: GameId, reason: str, by: PlayerId, *, new_rules: bool = False) -> bool:
    """Let a stopped game go on, once its cause is mended; False when it stops anew.

    new_rules: where the program's rules have changed since, it goes on by those of today from there.  Raises NotUmpire,
    NoTime, UnknownGame, BrokenGame for a damaged journal, which the operator restores.
    """
    work = open_game(services, game)
    need_umpire(work, by)
    need_unchanged(work, by)
    why = reason_of(reason)
    if work.state != "stopped":
        raise NoTime(f"{work.title} is not stopped")
    return resume(services, game, why, accept=new_rules)
