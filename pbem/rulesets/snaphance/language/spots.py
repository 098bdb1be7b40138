"""Hexes a stand could come to, as buttons and places of the map."""

from collections.abc import Iterable

from pbem.engine.hexes import hour, label, straight_ahead
from pbem.rulesets.snaphance.language.fields import place
from pbem.rulesets.snaphance.playing.choices import HexChoice
from pbem.rulesets.snaphance.state.battle import Battle, Stand


def best_spots(stand: Stand, spots: Iterable[HexChoice]) -> list[HexChoice]:
    """The hexes it may come to in good order (or as it is), each once, facing as it does if it may; then its turns."""
    fine = [spot for spot in spots if not spot.disordered or stand.disordered]
    best: dict[str, HexChoice] = {}
    for spot in fine:
        there = label(spot.hex)
        had = best.get(there)
        if spot.path and (had is None or (had.facing != stand.facing and spot.facing == stand.facing)):
            best[there] = spot
    turns = [spot for spot in fine if not spot.path and spot.facing != stand.facing]
    return [*(best[there] for there in sorted(best)), *sorted(turns, key=lambda spot: spot.facing)]


def spot_text(stand: Stand, spot: HexChoice) -> str:
    """``0905``, ``0905, facing 2``, ``turn to 2``: where it comes to from where it is."""
    text = label(spot.hex) if spot.path else f"turn to {hour(spot.facing)}"
    return f"{text}, facing {hour(spot.facing)}" if spot.path and spot.facing != stand.facing else text


def spot_place(view: Battle, spot: HexChoice) -> str:
    """Where it is tapped: the hex it ends in, of a turn the one it shows to; '' for none on the board."""
    return place(view, spot.hex if spot.path else straight_ahead(spot.hex, spot.facing))
