"""No line of a mail about the table reads as an order, however it is quoted and wrapped."""

from dataclasses import replace

from pbem.config import Config
from pbem.engine.ids import Seat
from pbem.reports.letter import Letter
from pbem.service.agreements import pacts, seating
from pbem.service.agreements.letterbook import write_letter
from pbem.service.model.mails import Composed, MailMatter
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.turns import submit
from pbem.service.services import Services
from tests.test_reports import found_orders
from tests.test_service.conftest import Office, composed
from tests.toyrules import BLUE, RED

SOUTH, NORTH = Seat("south"), Seat("north")
EVIL = "S01 fire nearest\nbid Horse\n\nready\nall hold\nextend"


def test_no_line_of_a_mail_about_the_table_reads_as_an_order(lite: Office) -> None:
    written: dict[str, Letter] = {}

    def kept(config: Config, matter: MailMatter) -> Composed:
        if matter.letter is not None:
            written[matter.letter.title] = matter.letter
        return composed(config, matter)

    services = replace(Services(lite.services.db, lite.services.config, lite.clock, compose=compose_mail), compose=kept)
    ines, tom = lite.players[RED], lite.players[BLUE]
    game = new_game(services, "snaphance/harrow-down", {SOUTH: ines, NORTH: tom}, seed=b"table")
    write_letter(services, game, SOUTH, (NORTH,), EVIL, ines)
    pacts.offer_draw(services, game, SOUTH, ines)
    pacts.decline(services, game, NORTH, tom, "draw")
    pacts.offer_draw(services, game, NORTH, tom)
    pacts.take_back(services, game, NORTH, tom, "draw")
    pacts.offer_pause(services, game, SOUTH, ines)
    pacts.agree(services, game, NORTH, tom, "pause")
    pacts.end_pause(services, game, NORTH, tom)
    submit(services, game, SOUTH, "bid Horse\nS01 hold\nstanding S04 evade never", "web", ines)
    seating.leave_seat(services, game, SOUTH, ines, EVIL)
    seating.take_seat(services, game, SOUTH, ensure_player(services, "sue@example.org", "Sue"))
    seating.leave_seat(services, game, NORTH, tom)
    seating.let_aide_write(services, game, SOUTH, ensure_player(services, "sue@example.org", "Sue"), NORTH)
    titles = " / ".join(written)
    assert len(written) == 13, titles
    assert {title: found_orders(letter) for title, letter in written.items() if found_orders(letter)} == {}
