"""Charts to draw: Harrow Down in the sixth round, as South sees it, and with North's last horse just destroyed."""

from pbem.engine.hexchart import Arrow, Counter, Ground, GroundHex, HexChart, LoneGeneral, MeleeMark, PlaceName, Wreck
from pbem.engine.hexes import Hex, from_hour, from_label
from pbem.engine.mapstyle import SideKey, SideLook

WOODS = ("0206", "0306", "0904", "1004")
HILL = ("0604", "0605", "0705", "0606")


def hexes(*labels: str) -> tuple[Hex, ...]:
    return tuple(from_label(text) for text in labels)


def stand(
    code: str,
    name: str,
    symbol: str,
    at: str,
    hour: int,
    *ranks: int,
    disordered: bool = False,
    ready: bool = False,
    general: bool = False,
    lost: int = 0,
    ghost: int | None = None,
) -> Counter:
    look: SideLook = 1 if code.startswith("S") else 2
    return Counter(
        code=code,
        name=name,
        look=look,
        symbol=symbol,
        hex=from_label(at),
        facing=from_hour(hour),
        ranks=ranks,
        disordered=disordered,
        ready=ready,
        general=general,
        lost=lost,
        ghost=ghost,
    )


def harrow_down() -> HexChart:
    """Both lines locked on the down in round 6; one troop of North's lost from sight."""
    return HexChart(
        title="Harrow Down",
        subtitle="1643 · round 6 of 10 · South view",
        columns=12,
        rows=9,
        ground=(
            *(GroundHex(h, "wood") for h in hexes(*WOODS)),
            *(GroundHex(h, "hill") for h in hexes(*HILL)),
        ),
        names=(
            PlaceName("Long Copse", "wood", hexes("0206", "0306")),
            PlaceName("Nab Wood", "wood", hexes("0904", "1004")),
            PlaceName("Harrow Down", "hill", hexes(*HILL)),
        ),
        objective=hexes(*HILL),
        objective_text="three of its four hexes",
        sides=(SideKey("S", "South", 1, 1, 5), SideKey("N", "North", 2, 3, 5)),
        counters=(
            stand("S01", "Red regiment", "pike-and-shot", "0506", 12, 4, lost=1),
            stand("S02", "White regiment", "pike-and-shot", "0606", 12, 5, general=True),
            stand("S03", "Blue regiment", "pike-and-shot", "0706", 12, 5),
            stand("S04", "Right troops", "horse", "1105", 12, 4, disordered=True),
            stand("S05", "Left troops", "horse", "0406", 12, 3, disordered=True, lost=1),
            stand("S06", "Dragoons", "dragoons", "0307", 2, 3, ready=True),
            stand("N01", "Red regiment", "pike-and-shot", "0704", 6, 5, ready=True),
            stand("N02", "White regiment", "pike-and-shot", "0605", 6, 3, disordered=True, lost=2),
            stand("N03", "Blue regiment", "pike-and-shot", "0504", 6, 5),
            stand("N04", "Right troops", "horse", "0405", 6, 4),
            stand("N05", "Left troops", "horse", "1002", 6, ghost=4),
            stand("N06", "Dragoons", "dragoons", "1103", 6, 3),
            stand("?", "", "unknown", "0302", 6, ghost=3),
        ),
        generals=(LoneGeneral("N", 2, from_label("0703")),),
        arrows=(
            Arrow("moved", 1, "S01", hexes("0508", "0507", "0506")),
            Arrow("charged", 1, "S02", hexes("0608", "0607", "0606")),
            Arrow("charged", 1, "S04", hexes("1008", "1107", "1106", "1105")),
            Arrow("charged", 2, "N04", hexes("0403", "0404", "0405")),
            Arrow("fell-back", 2, "N06", hexes("1105", "1104", "1103")),
            Arrow("shot", 2, "N03", hexes("0504", "0506")),
            Arrow("shot", 1, "S03", hexes("0706", "0704")),
        ),
        melees=(
            MeleeMark(*hexes("0406", "0405")),
            MeleeMark(*hexes("0506", "0605")),
            MeleeMark(*hexes("0606", "0605")),
        ),
    )


def harrow_down_opening() -> HexChart:
    """Before the first round: nobody has moved."""
    old = harrow_down()
    places = {
        "S01": "0508", "S02": "0608", "S03": "0708", "S04": "0908", "S05": "0309", "S06": "0208",
        "N01": "0702", "N02": "0602", "N03": "0502", "N04": "0302", "N05": "1001", "N06": "1002",
    }  # fmt: skip
    kinds = {
        "1": "pike-and-shot",
        "2": "pike-and-shot",
        "3": "pike-and-shot",
        "4": "horse",
        "5": "horse",
        "6": "dragoons",
    }
    full = {"pike-and-shot": 5, "horse": 4, "dragoons": 3}
    return HexChart(
        title=old.title,
        subtitle="1643 · before round 1 of 10 · South view",
        columns=12,
        rows=9,
        ground=old.ground,
        names=old.names,
        objective=old.objective,
        objective_text=old.objective_text,
        sides=(SideKey("S", "South", 1, 0, 5), SideKey("N", "North", 2, 0, 5)),
        counters=tuple(
            stand(code, "", kinds[code[2]], at, 12 if code[0] == "S" else 6, full[kinds[code[2]]],
                  general=code in {"S02", "N02"})
            for code, at in places.items()
        ),
    )  # fmt: skip


def harrow_down_contact() -> HexChart:
    """A crowded moment: fire both ways along the line, a troop destroyed, another thrown back through its own arrow."""
    return HexChart(
        title="Harrow Down",
        subtitle="1643 · round 4 of 10 · South view",
        columns=12,
        rows=9,
        ground=harrow_down().ground,
        names=harrow_down().names,
        objective=hexes(*HILL),
        objective_text="three of its four hexes",
        sides=(SideKey("S", "South", 1, 0, 5), SideKey("N", "North", 2, 2, 5)),
        counters=(
            stand("S01", "Red regiment", "pike-and-shot", "0605", 12, 3, general=True, lost=2),
            stand("S02", "White regiment", "pike-and-shot", "0606", 12, 5),
            stand("S03", "Blue regiment", "pike-and-shot", "0706", 12, 5),
            stand("S04", "Right troops", "horse", "0906", 12, 4),
            stand("S05", "Left troops", "horse", "0406", 12, 3, disordered=True, lost=1),
            stand("S06", "Dragoons", "dragoons", "0306", 12, 3),
            stand("N01", "Red regiment", "pike-and-shot", "0705", 6, 4, disordered=True, lost=1),
            stand("N02", "White regiment", "pike-and-shot", "0604", 6, 4, disordered=True, lost=1, general=True),
            stand("N03", "Blue regiment", "pike-and-shot", "0504", 6, 5),
            stand("N04", "Right troops", "horse", "0302", 6, 2, disordered=True, lost=2),
            stand("N06", "Dragoons", "dragoons", "0803", 6, ghost=3),
        ),
        arrows=(
            Arrow("charged", 1, "S04", hexes("0908", "0907", "0906")),
            Arrow("moved", 1, "S05", hexes("0407", "0406")),
            Arrow("charged", 2, "N04", hexes("0302", "0403", "0404", "0405")),
            Arrow("fell-back", 2, "N04", hexes("0405", "0304", "0303", "0302")),
            Arrow("moved", 2, "N01", hexes("0704", "0705")),
            Arrow("shot", 2, "N02", hexes("0604", "0605")),
            Arrow("shot", 1, "S01", hexes("0605", "0604")),
            Arrow("shot", 2, "N03", hexes("0504", "0605")),
            Arrow("shot", 2, "N01", hexes("0705", "0706")),
            Arrow("shot", 1, "S02", hexes("0606", "0705")),
            Arrow("shot", 1, "S03", hexes("0706", "0705")),
        ),
        melees=(MeleeMark(*hexes("0605", "0705")),),
        wrecks=(Wreck("N05", 2, from_label("0905")),),
    )


def every_ground() -> HexChart:
    """A broad board with every kind of ground, in areas of several shapes, and two long lines of stands."""
    areas: dict[Ground, tuple[str, ...]] = {
        "wood": ("0101", "0201", "1413", "1512", "1513", "0309"),
        "hill": ("0402", "0502", "0602", "0702", "0802", "0603", "0703"),
        "hill-top": ("0503", "0504", "0403"),
        "stream": (
            "0106",
            "0206",
            "0307",
            "0407",
            "0506",
            "0606",
            "0706",
            "0807",
            "0708",
            "0709",
            "0710",
            "1707",
            "1306",
            "1307",
            "1308",
        ),
        "field": ("1202", "1203", "1303", "1610", "1705"),
        "swamp": ("0210", "0211", "0111", "0312"),
        "town": ("1005", "1105", "1708"),
        "water": ("1801", "1802", "1702", "1803", "1804", "0112", "0113", "0213"),
        "impassable": ("1001", "1101", "0913"),
    }
    south = ("0411", "0511", "0611", "0711", "0811", "0911", "1011", "1111", "1211", "1311")
    north = ("0803", "0903", "1003", "1103", "1403", "1503", "1603", "0904", "1004", "1204")
    kinds = [
        "pike",
        "shot",
        "pike-and-shot",
        "tercio",
        "brigade",
        "foot",
        "archers",
        "skirmishers",
        "lancers",
        "reiters",
        "horse",
        "fast-horse",
        "light-horse",
        "dragoons",
        "guns",
        "baggage",
        "commander",
        "pike",
        "shot",
        "horse",
    ]
    ranks = ((5, 5, 3), (5, 4), (6,), (12,))
    counters = [
        stand(f"S{i + 1:02d}", "", kinds[i], at, 12, *ranks[i % 4], general=i == 2) for i, at in enumerate(south)
    ] + [
        stand(f"N{i + 1:02d}", "", kinds[i + 10], at, 4 + 2 * (i % 3), *ranks[i % 4], lost=i % 3)
        for i, at in enumerate(north)
    ]
    return HexChart(
        title="Every Kind of Ground, and a Title that is Much too Long",
        subtitle="19 December 1562 · before round 1 of 12 · umpire’s map",
        columns=18,
        rows=13,
        ground=tuple(GroundHex(h, kind) for kind, labels in areas.items() for h in hexes(*labels)),
        names=(
            PlaceName("Épinay", "town", hexes("1005", "1105")),
            PlaceName("the Blaise", "stream", hexes("0106", "0206", "0307", "0407", "0506", "0606")),
            PlaceName("Windmill Ridge", "hill", hexes("0402", "0502", "0602", "0702", "0802")),
            PlaceName("Bois de 1000", "wood", hexes("1413", "1512", "1513")),
        ),
        objective=hexes("1005", "1105"),
        objective_text="the town",
        sides=(SideKey("S", "Royal", 1, 0, 28), SideKey("N", "Huguenot", 2, 11, 27)),
        counters=tuple(counters),
        scale=104,
    )
