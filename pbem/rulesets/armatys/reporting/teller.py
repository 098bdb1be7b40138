"""A bound in words: phase by phase, in the order in which things happened."""

from collections.abc import Mapping

from pbem.engine.asks import Decided
from pbem.engine.commanders import ParcelledOut, parcelled_words
from pbem.engine.grades import figures, graded
from pbem.engine.hiding import SightingWithdrawn, SightRuled, ghosts_of
from pbem.engine.ids import Side, StandId
from pbem.engine.narrator.briefs import Harvest, on_a_table
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.narration import Naming
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Outcome, Told
from pbem.engine.ruleset import SeatTurn
from pbem.engine.rulings.told import lost_points, ruling_sentences
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.rulesets.armatys.asks import Packet
from pbem.rulesets.armatys.reporting import by_rule
from pbem.rulesets.armatys.reporting import sentences as s
from pbem.rulesets.armatys.reporting import sightings as seen
from pbem.rulesets.armatys.reporting.troops import last_seen, rows, tallies
from pbem.rulesets.armatys.special.speaking import special_told
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import detached as d
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import noticed as n
from pbem.rulesets.armatys.state import special_facts as x
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.view import side_of

PHASES: Mapping[str, str] = {
    "P1": "Charges declared and answered", "P2": "The charges", "P3": "Fire at the charges", "P4": "Melees",
    "P5": "Moves", "P6": "Fire", "P7": "Rest", "P8": "Speeches",
}  # fmt: skip


def _phase(teller: Narrator[Battle], fact: f.PhaseBegan) -> None:
    teller.chapter(PHASES[fact.step])


def _refused(teller: Narrator[Battle], fact: f.OrderRefused) -> None:
    """Told to its owner alone, as an order that could not be carried out."""
    teller.not_carried_out(fact.unit, "its order", s.refusal(fact), fact.rules)


TELLING: Telling[Battle] = Telling(
    citing=Citing(most=3, routine=rule_ids("AR-G19", "AR-G16", "AR-seq-7", "AR-G24")),
    sentences={
        f.BoundBegan: lambda view, fact: None,
        f.UnitArrived: s.arrived,
        c.ChargeDeclared: s.declared,
        f.ReactionTested: s.tested,
        c.ChargeAnswered: s.answered,
        c.ChargeMoved: s.charged,
        c.ContactMade: s.contact,
        c.Interpenetrated: s.interpenetrated,
        c.BayonetsFixed: lambda view, fact: Sentence(text="fixes its bayonets.", subject=fact.unit),
        c.FaceTurned: lambda view, fact: None,
        c.CrewFled: lambda view, fact: Sentence(text="loses its crew, who run.", subject=fact.unit, kind="loss"),
        c.CutDown: lambda view, fact: Sentence(
            text="loses its crew, who are cut down.",
            subject=fact.unit,
            kind="loss",
            weight=4,
            brief=f"the crew of {fact.unit} was cut down",
        ),
        d.Detached: s.detached,
        d.Rejoined: s.rejoined,
        d.CrewReturned: s.crew_returned,
        x.SpecialActed: by_rule.special_acted,
        x.CameBack: by_rule.came_back,
        x.FollowTried: by_rule.follow_tried,
        x.LaneTaken: lambda view, fact: Sentence(text="takes the lane.", subject=fact.unit),
        f.Broke: s.broke,
        f.Retired: s.retired,
        f.Removed: s.removed,
        f.Fired: s.fired,
        f.Struck: s.struck,
        f.Risked: s.risked,
        f.CountersTaken: s.countered,
        f.MeleeDecided: s.decided,
        f.PursuitBegan: s.pursuit_began,
        f.PursuitEnded: s.pursuit_ended,
        f.Moved: s.moved,
        f.GeneralMoved: s.general_moved,
        f.GeneralChanged: s.general_changed,
        f.ClassRolled: s.class_rolled,
        f.Recovered: s.recovered,
        f.QuietBound: s.quiet,
        n.Sighted: seen.sighted,
        n.LostSight: seen.lost_sight,
        n.SightingReported: seen.reported,
        n.FoundOut: seen.found_out,
        SightingWithdrawn: seen.withdrawn,
        SightRuled: seen.sight_ruled,
        PlaceSeenEmpty: seen.place_empty,
        SeenMoving: seen.seen_moving,
        AreaSeen: seen.area_seen,
        f.UnitPut: s.unit_put,
        f.FogPut: s.fog_put,
        ParcelledOut: lambda view, fact: Sentence(text=parcelled_words(view, fact)),
        **ruling_sentences("bound", s.named, lost_points),
        f.BattleEnded: lambda view, fact: Sentence(text="The battle is over.", kind="end", weight=9, brief=""),
    },
    clauses={f.PhaseBegan: _phase, f.OrderRefused: _refused},
    silent={
        f.OrdersAsked: "orders are asked for",
        f.StandingGiven: "its writer knows it",
        f.GroundHeld: "the tally tells it",
        UnitsGaveAway: "what the enemy sees by it is theirs to know; what the reader sees by it is a sighting",
    },
)


class Teller(Narrator[Battle]):
    """Counts the reader's units with orders."""

    def decided(self, decided: Decided) -> None:
        """The reader's packet."""
        if isinstance(decided.given.answer, Packet):
            packet = decided.given.answer
            self.ordered |= {one.unit for one in packet.charges} | {one.unit for one in packet.moves}


def tell(turn: SeatTurn[Battle]) -> Told:
    """The bound as its seat learned of it."""
    battle = turn.after
    mine = side_of(battle, turn.seat)
    names: dict[str, Naming] = {
        code: Naming(f"{code} {one.name}", one.name) for code, one in _every(turn, mine).items()
    }
    teller = Teller(turn, TELLING, Harvest(), names)
    teller.chapter("Before the bound")
    teller.hear_all()
    return Told(
        turn_name=f"bound {battle.bound if turn.number else 0}" if turn.number else "the start",
        in_short=on_a_table(turn, teller.chapters, f.Fired),
        chapters=tuple(teller.chapters),
        carried_out=teller.carried_out,
        ordered=len(teller.ordered),
        not_done=tuple(teller.not_done),
        mine=rows(turn, mine),
        seen=()
        if mine is None
        else tuple(row for one in battle.armies if one.id != mine for row in rows(turn, one.id)),
        no_longer_seen=last_seen(battle, mine),
        outcome=outcome(battle),
        tallies=tallies(battle, mine, turn.seat),
        readings=(
            *(() if turn.number else seen.hidden_units(battle)),
            *special_told(battle, turn.number, (happening.fact for happening in turn.happenings)),
        ),
    )


def _every(turn: SeatTurn[Battle], mine: Side | None) -> dict[StandId, Unit]:
    """All units that the reader knew of in the bound, by the names that it had for them."""
    gone = {name: ghost.was for name, ghost in ghosts_of(turn.after, mine).items()}
    told = [view for one in turn.happenings for view in (one.before.removed, one.before.units)]
    every = [*told, gone, turn.after.removed, turn.after.units]
    return {code: unit for units in every for code, unit in units.items()}


def outcome(battle: Battle) -> Outcome | None:
    """How it ended; None while it goes on."""
    if not battle.how or battle.verdict is None:
        return None
    names = {one.id: one.name for one in battle.armies}
    if battle.how == "ruled":
        winner = f": {names[battle.winner]} wins." if battle.winner is not None else ": neither side wins."
        return Outcome("ruled", battle.winner or "", f"The umpire ended the battle{winner}")
    breaks = {one.id: one.points for one in battle.armies}
    won = f"{names[battle.winner]} has won: " if battle.winner is not None else "Neither side has won: "
    how = graded(battle.verdict, names, broken=battle.how == "broken" and battle.winner is not None)
    text = f"{won}{how} {figures(battle.verdict, names, breaks, battle.winner)}"
    return Outcome(battle.how, battle.winner or "", text)
