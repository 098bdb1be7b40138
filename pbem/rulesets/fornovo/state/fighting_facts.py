"""What fire, combat and tests do.  Each fact sets its results in ``apply``."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import Battle, Charge, Combat, with_unit
from pbem.rulesets.fornovo.state.units import Block, ShotAt

Round = Literal["impact", "melee"]


class Tested(Fact[Battle], frozen=True, tag="tested"):
    """FS-8.3: a reaction test."""

    test: Literal["rally", "halt", "return", "react_shot", "react_charge", "react_lost", "react_friend"]
    unit: StandId
    reasons: Mapping[str, int]
    """The modifiers that apply, by the words of their lines."""
    total: int
    """Die and modifiers."""
    passed: bool
    die: int

    @property
    def modifiers(self) -> int:
        """Their sum."""
        return sum(self.reasons.values())

    def apply(self, battle: Battle) -> Battle:
        if self.test != "react_friend":
            return battle
        return with_unit(battle, replace(battle.units[self.unit], tested_friends=True))


class Shot(Fact[Battle], frozen=True, tag="shot"):
    """FS-9.1a: one pool of dice of a unit's fire at a target."""

    order: int
    unit: StandId
    target: StandId
    """A unit, or of a sniper a general."""
    band: str
    row: str
    column: t.Column
    cell: str
    dense: bool
    """+1 on each die (FS-9.23)."""
    raw_hits: int
    dice: tuple[int, ...] = ()
    friend: bool = False
    """At a friend in the danger zone (FS-9.13c)."""

    def apply(self, battle: Battle) -> Battle:
        return battle


class VolleyFired(Fact[Battle], frozen=True, tag="volley fired"):
    """A unit's fire at a target, all its pools together."""

    unit: StandId
    target: StandId
    figures: int
    """Or gunners, that shot."""
    hits: int
    """After halvings."""
    halvings: int = 0
    salvee: bool = False
    """FS-9.17."""
    shot: t.Shot | None = None
    """Of guns."""
    drops: bool = False
    """FS-10.7d: in a charge situation; its shooters fight with handarms."""
    rank: int = 0
    """FS-9.17: the one rank that fired its salvee; 0: all."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        if self.shot is not None and one.guns is not None:
            one = replace(one, guns=replace(one.guns, fired=self.shot, fired_turn=battle.turn))
        elif self.shot is not None and one.carried is not None:
            one = replace(one, carried=replace(one.carried, fired=self.shot, fired_turn=battle.turn))
        ranks = (self.rank,) if self.rank else ()
        dropped = one.weapons_dropped or self.drops
        return with_unit(battle, replace(one, fired=True, salvee_ranks=ranks, weapons_dropped=dropped))


class GunsHit(Fact[Battle], frozen=True, tag="guns hit"):
    """FS-9.15: where the hits on a battery fell."""

    unit: StandId
    dice: tuple[int, ...]
    fell: tuple[Literal["miss", "limber", "gunner", "gun"], ...]
    models: int
    """Left."""
    limbers: int
    """Left."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        assert one.guns is not None
        guns = replace(one.guns, n=self.models)
        limbered = one.limbered and self.limbers > 0
        return with_unit(battle, replace(one, guns=guns, limbers=self.limbers, limbered=limbered))


class Saved(Fact[Battle], frozen=True, tag="saved"):
    """FS-9.5a, FS-10.11: the saves of a unit against one row, of one class of armour."""

    unit: StandId
    row: str
    armour: t.Armour
    needs: tuple[int, ...]
    """The least die of each."""
    saved: int
    dice: tuple[int, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        return battle


class FiguresLost(Fact[Battle], frozen=True, tag="figures lost"):
    """FS-1.4: what a unit loses in S1 or C1."""

    unit: StandId
    lost: int
    by: Mapping[StandId, int]
    """Losses to each shooter or striker."""
    saved: Mapping[StandId, int]
    """Hits of each that were saved."""
    blocks: tuple[Block, ...]
    """As they then are."""
    gunners: int = 0
    """As they then are."""
    shot: ShotAt | None = None
    """In S1: what the unit remembers of it."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        now = replace(one, blocks=self.blocks, gunners=self.gunners, shot=self.shot or one.shot)
        there = with_unit(battle, now)
        if self.shot is not None:
            return replace(there, charges=tuple(map(self._fire, there.charges)))
        return replace(there, combats=tuple(map(self._combat, there.combats)))

    def _fire(self, one: Charge) -> Charge:
        """FS-9.7, FS-10.7b."""
        pair = {one.unit, one.target}
        lost = sum(self.by.get(each, 0) for each in pair - {self.unit}) if self.unit in pair else 0
        return replace(one, fire={**one.fire, self.unit: lost}) if lost else one

    def _combat(self, one: Combat) -> Combat:
        pair = {*one.units}
        lost = sum(self.by.get(each, 0) for each in pair - {self.unit}) if self.unit in pair else 0
        return replace(one, now={**one.now, self.unit: lost}) if lost else one


class WorksHit(Fact[Battle], frozen=True, tag="works hit"):
    """FS-11.8.5, FS-11.10.1a, FS-11.10.1b: hits of ball on a block or a section of works."""

    piece: str
    kind: t.GunKind
    hits: int
    wrecked: bool
    """With them."""

    def apply(self, battle: Battle) -> Battle:
        terrain = tuple(
            replace(one, ball_hits={**one.ball_hits, self.kind: one.ball_hits.get(self.kind, 0) + self.hits})
            if one.id == self.piece
            else one
            for one in battle.terrain
        )
        return replace(battle, terrain=terrain)


class WagonsHit(Fact[Battle], frozen=True, tag="wagons hit"):
    """FS-2.10e: hits of ball on wagons."""

    unit: StandId
    hits: int

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        return with_unit(battle, replace(one, ball_hits=one.ball_hits + self.hits))


class GeneralAtRisk(Fact[Battle], frozen=True, tag="general at risk"):
    """FS-3.1.3, FS-2.6d: a general whose unit lost two figures or more in a phase, or whom a sniper hit."""

    general: StandId
    die: int
    falls: bool

    def apply(self, battle: Battle) -> Battle:
        if not self.falls:
            return battle
        gone = replace(battle.generals[self.general], removed=True, attached_to=None)
        return replace(battle, generals={**battle.generals, self.general: gone})


class PairCounted(Fact[Battle], frozen=True, tag="pair counted"):
    """FS-10.4: what a unit has against an enemy in this round, before any die."""

    unit: StandId
    enemy: StandId
    round: Round
    factors: Mapping[str, int]
    """By the IDs of FS-10.12; only those that apply."""
    points: int
    against: int
    """The enemy's points."""
    cell: str
    """As printed in FS-10.13."""
    dice: Mapping[t.Melee, int]
    """Of each weapon."""

    def apply(self, battle: Battle) -> Battle:
        return battle


class Struck(Fact[Battle], frozen=True, tag="struck"):
    """FS-10.2: the dice of one weapon of a unit at an enemy."""

    unit: StandId
    enemy: StandId
    weapon: t.Melee
    raw_hits: int
    dice: tuple[int, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        return battle


class RoundDecided(Fact[Battle], frozen=True, tag="round decided"):
    """FS-10.6: who lost."""

    losers: tuple[StandId, ...]

    def apply(self, battle: Battle) -> Battle:
        return battle
