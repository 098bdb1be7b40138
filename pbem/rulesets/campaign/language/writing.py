"""Orders as canonical text, one a line, which reads back to the same sheet."""

from pbem.engine.called import BattleResult
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import TownId
from pbem.rulesets.campaign.state.orders import Act, Condition, IfLine, Missive, Reports, Resting, Sheet

Entry = Act | IfLine | Missive | Resting | Reports
_STANCES = {"avoid": "avoiding", "seek": "seeking", "screen": "screening", "hold": "holding"}


def town(campaign: Campaign, at: TownId) -> str:
    """A town's name as orders write it."""
    return campaign.country.towns[at].name if at in campaign.country.towns else str(at)


def act_text(campaign: Campaign, act: Act) -> str:
    """An act without its force."""
    names = [town(campaign, one) for one in act.route]
    match act.does:
        case "march":
            manner: list[str] = [act.pace] if act.pace != "normal" else []
            manner += [_STANCES[act.stance]] if act.stance else []
            return ", ".join([f"march {' > '.join(names)}", *manner])
        case "screen" | "besiege" | "storm" | "spy":
            return f"{act.does} {town(campaign, act.at)}"
        case "seek":
            who = next((one.short for seat, one in campaign.officers.items() if seat == act.whom), "")
            return f"seek {who}".strip()
        case "break" | "mend":
            return f"{act.does} bridge {act.bridge}"
        case "join":
            return f"join {act.whom}"
        case "detach":
            return f"detach {act.number} {act.arm} under {act.whom}"
        case "scout":
            return f"scout {', '.join(names)}"
        case "convoy":
            return f"convoy from {town(campaign, act.at)} to {names[-1]} {act.number}"
    return act.does


def when_text(campaign: Campaign, when: Condition) -> str:
    """A condition, after its ``if``."""
    match when.kind:
        case "enemy":
            return f"enemy{f' over {when.over}' if when.over else ''} at {town(campaign, when.at)}"
        case "broken":
            return f"bridge {when.bridge} broken"
        case "attacked":
            return "attacked"
        case "day":
            return f"day {when.over}"
        case "letter":
            return f"letter from {campaign.officers[when.whom].short}"
    return f"{town(campaign, when.at)} lost"


def told(campaign: Campaign, said: Entry) -> tuple[str, str]:
    """Whom a line is for, and the rest of it."""
    match said:
        case Missive(to=to, text=text, at=at):
            where = f" at {town(campaign, at)}" if at else ""
            return "letter", f'to {campaign.officers[to].short}{where}: "{text}"'
        case Resting(force=force, value=value):
            return f"standing {force}", f"rest {value or 'default'}"
        case IfLine(when=when, then=then):
            writes = f" and write {campaign.officers[said.write.to].short}" if said.write is not None else ""
            return then.force, f"if {when_text(campaign, when)} then {act_text(campaign, then)}{writes}"
        case Reports(force=force, value=value):
            return f"standing {force}", f"dispatch {value or 'yes'}"
        case Act(does="spy"):
            return "spy", town(campaign, said.at)
    return said.force, act_text(campaign, said)


def write(campaign: Campaign, answer: Sheet | BattleResult | None) -> str:
    """Canonical text of an answer."""
    if answer is None:
        return ""
    if isinstance(answer, BattleResult):
        return result_text(answer)
    every: tuple[Entry, ...] = (*answer.acts, *answer.ifs, *answer.letters, *answer.standing, *(answer.reports or ()))
    return "\n".join(" ".join(told(campaign, one)) for one in every)


def result_text(result: BattleResult) -> str:
    """A battle's result as lines."""
    if result.how == "reckoned":
        return result.how
    lines = [f"winner {result.winner or 'none'}", f"field {result.holder or 'none'}"]
    lines += [f"loss {one.unit} {one.lost} taken {one.taken} back {one.back}" for one in result.losses]
    lines += [f"fallen {name}" for name in result.leaders_lost]
    return "\n".join(lines)
