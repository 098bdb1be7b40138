"""Games on a table in inches, for the tests of pages: begun, and played on as an aide would."""

from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.play.desk import asked
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.post import Post
from pbem.store.tables import PlayerId

BATTLE = "onehour/harrow-down"
SEED = b"table"


def first_seat(post: Post) -> Seat:
    """Who is named first in the battle."""
    return Seat(post.scenarios(BATTLE, {}).scenario.seats[0])


def begin(post: Post, player: PlayerId, other: PlayerId | None = None, pace: str = "") -> GameId:
    """The battle: a player for the first seat, another or the aide for the second."""
    first, second = post.scenarios(BATTLE, {}).scenario.seats
    return new_game(post, BATTLE, {first: player, second: other}, Options(every=0, pace=pace), seed=SEED)


def as_an_aide_would(post: Post, game: GameId, seat: Seat) -> str:
    """Orders for what is asked of a seat."""
    work = load_game(post, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return work.aide_orders(ask)[1]


def play_on(post: Post, game: GameId, player: PlayerId, turns: int) -> None:
    """Some turns more, as far as there are any."""
    seat = first_seat(post)
    for _ in range(turns):
        if load_game(post, game).state != "running":
            return
        submit(post, game, seat, as_an_aide_would(post, game, seat), "web", player, ready=True)
