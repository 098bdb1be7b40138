"""What the API gives of a battle looked back on: its turns event by event, its dice, versions of orders."""

from datetime import datetime

from pbem.service.replay.replay import Eyes
from pbem.web.api.mapshapes import Map, Pieces
from pbem.web.api.reportshapes import RollShape
from pbem.web.api.shapes import DiceShape, Out, TurnLinkShape


class EyesShape(Eyes, frozen=True):
    """Whose view a battle is followed by; `umpire` is the field as it was.  open: it may be used now.  last: number of
    its latest turn."""


class FrameShape(Out):
    """An event, and the map after it, without its ground.  number: as in the report (``4.2``); empty for how the turn
    began.  kind: why one might go to it (charge, melee, loss, general, arrival, army, end), or empty."""

    event: int
    number: str
    chapter: str
    text: str
    kind: str
    pieces: Pieces


class ReplayShape(Out):
    """A turn event by event.  eyes: whose view this is; choices: all there are.  turns: of these eyes.  map: as the
    turn ended; the ground is in it."""

    number: int
    turn_name: str
    eyes: EyesShape
    choices: tuple[EyesShape, ...]
    turns: tuple[TurnLinkShape, ...]
    map: Map
    frames: tuple[FrameShape, ...]


class ThrownShape(Out):
    """A roll.  number: of the event it is told with.  led: it was thrown before that event, to settle who acts."""

    number: str
    chapter: str
    led: bool
    roll: RollShape


class TurnDiceShape(Out):
    """The rolls of a turn."""

    number: int
    name: str
    rolls: tuple[ThrownShape, ...]


class TrayShape(Out):
    """A side's dice; side empty: everybody's.  faces: how often each came, ones first.  chance: how often, of one, fair
    dice come out as uneven; null for too few dice to say."""

    side: str
    faces: tuple[int, ...]
    dice: int
    mean: float
    chance: float | None


class DiceBookShape(Out):
    """Every roll that the chosen eyes know of, and what proves them."""

    eyes: EyesShape
    choices: tuple[EyesShape, ...]
    turns: tuple[TurnDiceShape, ...]
    trays: tuple[TrayShape, ...]
    proof: DiceShape


class FiledVersionShape(Out):
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


class TurnVersionsShape(Out):
    """The versions of a turn, the newest first.  fate: open, played, by the aide, missed or taken back."""

    turn: int
    fate: str
    versions: tuple[FiledVersionShape, ...]


class VersionsShape(Out):
    """All versions of the seat's orders, the newest turn first."""

    turns: tuple[TurnVersionsShape, ...]
