"""Where a stand may be set up, as buttons and taps (SN-H8)."""

from msgspec.structs import replace

from pbem.engine.hexes import Facing, Hex, hour, label
from pbem.engine.offers import Field, Offer, UnitOffers
from pbem.rulesets.snaphance.playing.setting import refused_places, zone_of
from pbem.rulesets.snaphance.state.asks import AskSetUp
from pbem.rulesets.snaphance.state.battle import Battle, Stand
from pbem.rulesets.snaphance.state.commands import SetUp, StandPlace
from pbem.rulesets.snaphance.writing.writing import Answer, place_text


def placing(view: Battle, ask: AskSetUp, stand: Stand, answer: Answer | None) -> UnitOffers:
    """Every hex of the zone that is free for it, and the ways it may face where it is set up now.

    answer: what is to stand, by which the hexes of others are taken.
    """
    said = answer if isinstance(answer, SetUp) else SetUp()
    now = next((one for one in said.places if one.stand == stand.id), StandPlace(stand.id, stand.hex, stand.facing))
    others = tuple(one for one in said.places if one.stand != stand.id)
    free = [
        here for here in zone_of(view, ask.side)
        if stand.id not in refused_places(
            view, ask.side, SetUp(places=(*others, StandPlace(stand.id, here, now.facing)))
        )
    ]  # fmt: skip
    turned = [replace(now, facing=Facing(facing)) for facing in range(6) if facing != now.facing]
    return UnitOffers(
        code=stand.id,
        may=tuple(_place(one, f"Face {hour(one.facing)} o'clock", at="") for one in turned),
        marches=tuple(_place(StandPlace(stand.id, here, now.facing), label(here), label(here)) for here in free),
        fields=(Field("reach", "Set-up zone", _labels(zone_of(view, ask.side))),),
    )  # fmt: skip


def _place(one: StandPlace, text: str, at: str) -> Offer:
    return Offer(f"{one.stand} {place_text(one)}", text, at=at)


def _labels(some: tuple[Hex, ...]) -> tuple[str, ...]:
    return tuple(label(here) for here in some)
