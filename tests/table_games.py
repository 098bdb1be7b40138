"""Games on a table in inches, for the tests of pages: begun, and played on as an aide would."""

from pbem.engine.ids import GameId, Seat
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.store.tables import PlayerId

BATTLE = "onehour/harrow-down"
SEED = b"table"


def first_seat(services: Services) -> Seat:
    """Who is named first in the battle."""
    return Seat(services.scenarios(BATTLE, {}).scenario.seats[0])


def begin(services: Services, player: PlayerId, other: PlayerId | None = None, pace: str = "") -> GameId:
    """The battle: a player for the first seat, another or the aide for the second."""
    first, second = services.scenarios(BATTLE, {}).scenario.seats
    return new_game(services, BATTLE, {first: player, second: other}, Options(every=0, pace=pace), seed=SEED)


def as_an_aide_would(services: Services, game: GameId, seat: Seat) -> str:
    """Orders for what is asked of a seat."""
    work = load_game(services, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return aide_orders(work, ask)[1]


def play_on(services: Services, game: GameId, player: PlayerId, turns: int) -> None:
    """Some turns more, as far as there are any."""
    seat = first_seat(services)
    for _ in range(turns):
        if load_game(services, game).state != "running":
            return
        submit(services, game, seat, as_an_aide_would(services, game, seat), "web", player, ready=True)
