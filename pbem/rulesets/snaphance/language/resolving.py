"""From codes and names as written to what they stand for in one seat's view; and what to say when that is nothing."""

from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from pbem.engine.commanders import name_of
from pbem.engine.hexes import Hex, label
from pbem.engine.hiding import side_sights
from pbem.engine.ids import CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import folded
from pbem.engine.language.spelling import nearest
from pbem.engine.language.spellings import named_once, other_words, plain
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.moving.arrivals import due, expected, is_due
from pbem.rulesets.snaphance.standing.conditions import SORTS
from pbem.rulesets.snaphance.state.battle import Battle, Stand, group_stands, groups_of, on_board, seat_of_group
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    CommanderOrders,
    Condition,
    EnemyWithin,
    Enter,
    Fire,
    Go,
    GroupMove,
    GroupMoved,
    GroupWait,
    Is,
    LeaveTown,
    When,
)
from pbem.rulesets.snaphance.writing.verbs import ForLeader, Together, TogetherWait, Who, heard
from pbem.rulesets.snaphance.writing.writing import group_word, leader_word


@dataclass(frozen=True)
class Resolver:
    """What one commander can name.  group: the only one that is asked for; None when all are."""

    view: Battle
    side: Side
    seat: Seat
    group: GroupId | None = None

    @cached_property
    def codes(self) -> dict[str, StandId]:
        """Every stand the view holds, by its code in lower case."""
        joined = side_sights(self.view, self.side).tokens
        return {
            **{token.casefold(): stand for token, stand in joined.items()},
            **{stand.casefold(): stand for stand in self.view.stands},
        }

    @cached_property
    def mine(self) -> tuple[StandId, ...]:
        """Its own stands on the board or about to enter, of the group that is asked for, by code."""
        view = self.view
        here = [s for s in view.stands.values() if s.side == self.side and (s.on_board or is_due(view, s.id))]
        return tuple(sorted(s.id for s in here if self.group in (None, s.group) and s.group in self.led))

    @cached_property
    def led(self) -> tuple[GroupId, ...]:
        """The groups it commands, by id."""
        return groups_of(self.view, self.seat)

    @property
    def bids(self) -> bool:
        """Whether it declares for its side."""
        return any(one.id == self.side and one.seat == self.seat for one in self.view.armies)

    @cached_property
    def groups(self) -> dict[str, GroupId]:
        """The groups of its side, by name and by the last part of the id, as compared."""
        own = [group for _, group in sorted(self.view.groups.items()) if group.side == self.side]
        return {folded(word): group.id for group in own for word in (group.id.rpartition(".")[2], group.name)}

    @cached_property
    def leaders(self) -> dict[str, tuple[CommanderId, ...]]:
        """Its generals alive, by name and by id, as compared."""
        found: dict[str, tuple[CommanderId, ...]] = {}
        for _, one in sorted(self.view.commanders.items()):
            if one.group in self.led and one.alive:
                for word in {folded(one.name): None, folded(one.id): None}:
                    found[word] = (*found.get(word, ()), one.id)
        return found

    @cached_property
    def own_names(self) -> dict[str, str]:
        """Codes of its own stands by their names, where no two have the same."""
        return named_once([(folded(self.view.stands[stand].name), stand) for stand in self.mine])

    def spelled(self, text: str) -> str:
        """A cleaned line as the grammar reads it: codes written out, usual spellings undone where it needs that."""
        text = plain(text, self.codes)
        if not isinstance(heard(text, "order"), Unreadable):
            return text
        other = other_words(text, self.own_names)
        return text if isinstance(heard(other, "order"), Unreadable) else other

    def shown(self, text: str) -> str:
        """A line that the grammar reads as it is written: its codes in capitals."""
        return " ".join(self.codes.get(word, word) for word in text.split(" "))

    # --- stands

    def own(self, code: str) -> StandId:
        """A stand of its own, on the board, that may be given orders now."""
        stand = self.codes.get(code.casefold())
        mine = [s.casefold() for s in self.mine]
        if stand is None:
            near = nearest(code.casefold(), mine)
            there = f"your stands are {listed(self.mine)}" if self.mine else "you have no stand left"
            raise unknown(f"there is no stand {code}; {there}", code, near)
        one = self.view.stands[stand]
        if one.side != self.side:
            raise Fault("not allowed", f"{stand} is not yours")
        self._led_by_other(one.group, stand)
        if one.gone:
            raise Fault("not allowed", f"{stand} {_gone(one)}", about=stand)
        if one.to_come and not is_due(self.view, stand):
            raise Fault("not allowed", f"{stand} is not on the board yet: {expected(self.view, stand)}", about=stand)
        if stand not in self.mine and self.group is not None:
            acting = group_word(self.view, self.group)
            raise Fault("not allowed", f"{stand} is not of {acting}, which acts now", about=stand)
        return stand

    def who(self, who: Who) -> tuple[StandId, ...]:
        """The stands a line is for."""
        if who.codes:
            return tuple(dict.fromkeys(self.own(code) for code in who.codes))
        if who.group:
            group = self.own_group(who.group)
            if self.group not in (None, group):
                raise Fault("not allowed", f"{group_word(self.view, group)} does not act now")
            stands = tuple(s.id for s in (*group_stands(self.view, group), *due(self.view, group)))
            if not stands:
                raise Fault("not allowed", f"{group_word(self.view, group)} has no stand left on the board")
            return stands
        return self.mine

    def _here(self, who: Who) -> tuple[StandId, ...]:
        """The stands a line is for that are on the board: a group that moves as one does not wait for those to come."""
        stands = self.who(who)
        return stands if who.codes else tuple(s for s in stands if self.view.stands[s].on_board) or stands

    def target(self, code: str) -> StandId:
        """An enemy stand that its seat can see."""
        stand = self.codes.get(code.casefold())
        seen = [s.id for _, s in sorted(self.view.stands.items()) if s.side != self.side and s.on_board]
        if stand is None:
            near = nearest(code.casefold(), [s.casefold() for s in seen])
            there = f"you can see {listed(seen)}" if seen else "you can see no enemy"
            raise unknown(f"there is no {code} that you can see; {there}", code, near)
        one = self.view.stands[stand]
        if one.side == self.side:
            raise Fault("not allowed", f"{stand} is your own")
        if one.to_come:
            raise Fault("not allowed", f"{stand} is not on the board yet")
        if not one.on_board:
            raise Fault("not allowed", f"{stand} {_gone(one)}")
        return stand

    def mine_of(self, code: str) -> StandId:
        """A stand of its own, dead or alive: for standing orders."""
        stand = self.of_side(code)
        self._led_by_other(self.view.stands[stand].group, stand)
        return stand

    def of_side(self, code: str) -> StandId:
        """A stand of its side, dead or alive."""
        stand = self.known(code)
        if self.view.stands[stand].side != self.side:
            raise Fault("not allowed", f"{stand} is not yours")
        return stand

    def _led_by_other(self, group: GroupId, what: str) -> None:
        """Raises Fault for what another commander of its side has."""
        if group not in self.led:
            name = name_of(self.view.armies, seat_of_group(self.view, group))
            raise Fault("not allowed", f"{what} is commanded by {name}, not by you", about=what)

    def known(self, code: str) -> StandId:
        """Any stand the view holds, dead or alive: for conditions."""
        stand = self.codes.get(code.casefold())
        if stand is None:
            raise unknown(f"there is no stand {code} that you know of", code, nearest(code.casefold(), self.codes))
        return stand

    # --- names

    def find_group(self, name: str) -> GroupId:
        """A group of its side by name."""
        found = self.groups.get(folded(name))
        if found is None:
            near = nearest(folded(name), self.groups)
            own = listed([group_word(self.view, g) for g in dict.fromkeys(self.groups.values())])
            there = f"yours are {own}" if own else "you lead none"
            raise unknown(f'you have no group "{name}"; {there}', name, near)
        return found

    def own_group(self, name: str) -> GroupId:
        """A group it commands, by name."""
        group = self.find_group(name)
        self._led_by_other(group, group_word(self.view, group))
        return group

    def leader(self, said: ForLeader) -> CommanderId:
        """A general of its own, by name or by his group."""
        named = self.leaders.get(folded(f"general {said.name}" if said.of else said.name), ())
        named = named or (() if said.of else self._called(folded(said.name)))
        if said.of and not named:
            group = self.own_group(said.name)
            every = {c for some in self.leaders.values() for c in some}
            named = tuple(sorted(c for c in every if self.view.commanders[c].group == group))
            if not named:
                raise Fault("not allowed", f"{group_word(self.view, group)} has no general any more")
        if not named:
            self._not_another_s(folded(said.name))
            near = nearest(folded(said.name), self.leaders)
            own = [leader_word(self.view, c) for c in sorted({c for some in self.leaders.values() for c in some})]
            there = f"your generals are: {', '.join(own)}" if own else "you have no general left"
            raise unknown(f'you have no general "{said.name}"; {there}', said.name, near)
        if len(named) > 1:
            words = tuple(leader_word(self.view, c) for c in named)
            reason = f'you have {len(named)} generals called "{said.name}"; write one of: {", ".join(words)}'
            raise Fault("ambiguous", reason, fixes=tuple((said.name, word) for word in words))
        return named[0]

    def _not_another_s(self, word: str) -> None:
        """Raises Fault where a name is that of a general whom another commander of its side has."""
        for _, one in sorted(self.view.commanders.items()):
            names = {folded(one.id), folded(one.name), *folded(one.name).split()}
            if one.side == self.side and one.alive and word in names:
                self._led_by_other(one.group, one.name)

    def _called(self, word: str) -> tuple[CommanderId, ...]:
        """Its generals with that word in their names: ``coligny`` for ``Admiral Coligny``."""
        found = (one for name, some in self.leaders.items() if word in name.split() for one in some)
        return tuple(dict.fromkeys(found))

    # --- whole orders

    def acts(self, acts: tuple[Act | When, ...]) -> tuple[Act | When, ...]:
        """Actions with every code looked up and every hex on the board."""
        return tuple(self._act(act) for act in acts)

    def _act(self, act: Act | When) -> Act | When:
        match act:
            case Fire(target=target) if target is not None:
                return replace(act, target=self.target(target))
            case Charge(target=target):
                return replace(act, target=self.target(target))
            case Enter(hex=here) if here is not None:
                self.on_board(here)
                return act
            case Go(path=path) | LeaveTown(path=path):
                for here in path:
                    self.on_board(here)
                return act
            case When(condition=condition, then=then, otherwise=otherwise):
                return When(
                    condition=self.condition(condition),
                    then=tuple(a for a in self.acts(then) if not isinstance(a, When)),
                    otherwise=tuple(a for a in self.acts(otherwise) if not isinstance(a, When)),
                )
            case _:
                return act

    def condition(self, condition: Condition) -> Condition:
        """A condition with its stands and groups looked up."""
        match condition:
            case Is(stand=stand) if stand is not None:
                return replace(condition, stand=self.known(stand))
            case EnemyWithin(hexes=far, what=what) if what != "any" and what not in SORTS:
                return EnemyWithin(hexes=far, what=self.target(what))
            case GroupMoved(group=group):
                return replace(condition, group=self.find_group(group))
            case _:
                return condition

    def on_board(self, here: Hex) -> None:
        """Raises Fault for a hex that the board does not have."""
        if not on_board(self.view, here):
            size = ""
            if self.view.columns is not None and self.view.rows is not None:
                size = f": it goes from 0101 to {self.view.columns:02d}{self.view.rows:02d}"
            raise Fault("not readable", f"there is no hex {label(here)} on this board{size}")

    def together(self, said: Together) -> GroupMove:
        """A group move with its stands looked up."""
        attack = tuple(self.target(code) for code in said.attack)
        return GroupMove(stands=self._here(said.who), how=said.how, directions=said.directions, attack=attack)

    def waiting(self, said: TogetherWait) -> GroupWait:
        """A group that goes on opportunity or rallies, with its stands looked up."""
        return GroupWait(stands=self._here(said.who), purpose=said.purpose)

    def general(self, said: ForLeader) -> CommanderOrders:
        """A general's order with all looked up."""
        commander = self.leader(said)
        if said.to is not None:
            self.on_board(said.to)
        if said.recall:
            return CommanderOrders(commander=commander, recall=self.of_side(said.recall))
        return CommanderOrders(commander=commander, to=said.to, join=self.own(said.join) if said.join else None)


def _gone(stand: Stand) -> str:
    return "has been destroyed" if stand.destroyed else "has left the board"
