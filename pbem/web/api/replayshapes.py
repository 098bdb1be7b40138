"""What the API gives of a battle looked back on: its turns event by event, its dice, versions of orders."""

from datetime import datetime

from pbem.web.api.mapshapes import Map, Pieces
from pbem.web.api.reportshapes import Roll
from pbem.web.api.shapes import Dice, Out, TurnLink


class Eyes(Out):
    """Whose view a battle is followed by; `umpire` is the field as it was.  open: it may be used now.  last: number of
    its latest turn."""

    seat: str
    title: str
    mine: bool
    open: bool
    last: int


class Frame(Out):
    """An event, and the map after it, without its ground.  number: as in the report (``4.2``); empty for how the turn
    began.  kind: why one might go to it (charge, melee, loss, general, arrival, army, end), or empty."""

    event: int
    number: str
    chapter: str
    text: str
    kind: str
    pieces: Pieces


class Replay(Out):
    """A turn event by event.  eyes: whose view this is; choices: all there are.  turns: of these eyes.  map: as the
    turn ended; the ground is in it."""

    number: int
    turn_name: str
    eyes: Eyes
    choices: tuple[Eyes, ...]
    turns: tuple[TurnLink, ...]
    map: Map
    frames: tuple[Frame, ...]


class Thrown(Out):
    """A roll.  number: of the event it is told with.  led: it was thrown before that event, to settle who acts."""

    number: str
    chapter: str
    led: bool
    roll: Roll


class TurnDice(Out):
    """The rolls of a turn."""

    number: int
    name: str
    rolls: tuple[Thrown, ...]


class Tray(Out):
    """A side's dice; side empty: everybody's.  faces: how often each came, ones first.  chance: how often, of one, fair
    dice come out as uneven; null for too few dice to say."""

    side: str
    faces: tuple[int, ...]
    dice: int
    mean: float
    chance: float | None


class DiceBook(Out):
    """Every roll that the chosen eyes know of, and what proves them."""

    eyes: Eyes
    choices: tuple[Eyes, ...]
    turns: tuple[TurnDice, ...]
    trays: tuple[Tray, ...]
    proof: Dice


class FiledVersion(Out):
    """A version of the seat's orders.  text: all that stood from then on; sent: as it came.  gone, new: lines, against
    the version before."""

    number: int
    at: datetime
    door: str
    by: str
    final: bool
    withdrawn: bool
    text: str
    sent: str
    gone: tuple[str, ...]
    new: tuple[str, ...]


class TurnVersions(Out):
    """The versions of a turn, the newest first.  fate: open, played, by the aide, missed or taken back."""

    turn: int
    fate: str
    versions: tuple[FiledVersion, ...]


class Versions(Out):
    """All versions of the seat's orders, the newest turn first."""

    turns: tuple[TurnVersions, ...]
