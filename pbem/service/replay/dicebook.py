"""Every roll of a game that a reader knows of, and how even the dice were.

A seat knows the dice that its reports tell; nothing else is counted, so that a page of dice tells nothing new.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.ids import GameId, Seat
from pbem.engine.reporting import RollLine, Told
from pbem.service.play.naming import GameName, name_of
from pbem.service.play.tellings import told_of
from pbem.service.play.work import Work, open_game
from pbem.service.replay.replay import Eyes, chosen_eyes, eyes_of, marks_of
from pbem.service.services import Services

FACES = (1, 2, 3, 4, 5, 6)
ENOUGH = 30
"""With fewer dice than this, five of a face expected, the measure of evenness means nothing."""


class Thrown(msgspec.Struct, frozen=True):
    """A roll, and the event it is told with."""

    event: int
    """Number of that event within its turn."""

    no: str

    chapter: str
    """Heading it is told under."""

    roll: RollLine

    led: bool = False
    """Whether it decided who acts, before that event."""


class TurnDice(msgspec.Struct, frozen=True):
    """The rolls of a turn, in the order in which they are told."""

    number: int
    name: str
    rolls: tuple[Thrown, ...]


class Tray(msgspec.Struct, frozen=True):
    """How one side's dice have fallen."""

    side: str
    """Name of the side; '' for all sides together."""

    faces: tuple[int, ...]
    """How often each face came, ones first."""

    @property
    def dice(self) -> int:
        """How many."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """How often each face should come."""
        return self.dice / 6

    @property
    def mean(self) -> float:
        """Of a die; 3.5 in the long run."""
        return sum(face * count for face, count in zip(FACES, self.faces, strict=True)) / self.dice if self.dice else 0

    @property
    def enough(self) -> bool:
        """Whether there are dice enough to say how even they are."""
        return self.dice >= ENOUGH

    @property
    def chance(self) -> float:
        """How often, of one, fair dice come out as uneven as these or more so (chi-square, five degrees of freedom)."""
        if not self.dice:
            return 1.0
        return no_less_uneven(sum((count - self.expected) ** 2 for count in self.faces) / self.expected)


class DiceBook(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of a game, as one reader may know them."""

    game: GameId

    name: GameName

    title: str

    rules: str

    seat: Seat
    """The reader's seat; None for an onlooker."""

    over: bool

    eyes: Eyes
    """Whose reports they are taken from."""

    choices: tuple[Eyes, ...]
    """Whose reports the reader may choose."""

    turns: tuple[TurnDice, ...]

    trays: tuple[Tray, ...]
    """One for each side, then one for all."""

    commitment: str
    """SHA-256 of the seed; '' where no seed is used."""

    words: tuple[tuple[Seat, str], ...]
    """Words that seats added to the seed."""

    seed: str
    """The seed in hexadecimal; '' until the game is over."""


def dice_book(services: Services, game: GameId, seat: Seat, eyes: Seat | None = None) -> DiceBook:
    """The dice that a seat knows of; when the game is over, those that any other does too.

    Raises UnknownGame, Closed for eyes that are not open, NoReport for eyes there are not.
    """
    work = open_game(services, game)
    choices = eyes_of(work, seat)
    chosen = chosen_eyes(work, choices, eyes)
    turns = dice_of(work, chosen.seat)
    opened = next(line.body for line in work.table if line.kind == "game")
    return DiceBook(
        game=game, name=name_of(work, seat), title=work.title, rules=work.rules.name, seat=seat,
        over=work.state == "over", eyes=chosen,
        choices=choices, turns=turns, trays=trays(roll.roll for turn in turns for roll in turn.rolls),
        commitment=opened.commitment, words=work.desk.words, seed=work.desk.seed,
    )  # fmt: skip


def dice_of(work: Work, eyes: Seat) -> tuple[TurnDice, ...]:
    """The rolls that a reader's reports tell, turn by turn; turns without any are left out."""
    told = [(mark.number, told_of(work, mark)[0]) for mark in marks_of(work, eyes)]
    turns = (TurnDice(number, one.turn_name, tuple(_rolls(number, one))) for number, one in told)
    return tuple(turn for turn in turns if turn.rolls)


def _rolls(turn: int, told: Told) -> Iterator[Thrown]:
    first = 1
    for chapter in told.chapters:
        for roll in chapter.rolls:
            yield Thrown(first, f"{turn}.{first}", chapter.title, roll, led=True)
        for number, event in enumerate(chapter.events, first):
            for roll in event.rolls:
                yield Thrown(number, f"{turn}.{number}", chapter.title, roll)
        first += len(chapter.events)


def trays(rolls: Iterable[RollLine]) -> tuple[Tray, ...]:
    """The dice of each side by its name, then all of them."""
    faces: dict[str, Counter[int]] = {}
    for roll in rolls:
        faces.setdefault(roll.side, Counter()).update(roll.dice)
    whole = sum(faces.values(), Counter[int]())
    sides = [Tray(side, tuple(faces[side][face] for face in FACES)) for side in sorted(faces)]
    return (*sides, Tray("", tuple(whole[face] for face in FACES)))


def no_less_uneven(chi_square: float) -> float:
    """The chance of so large a chi-square, or a larger, with five degrees of freedom."""
    root = math.sqrt(chi_square / 2)
    return math.erfc(root) + 2 / math.sqrt(math.pi) * root * math.exp(-chi_square / 2) * (1 + chi_square / 3)
