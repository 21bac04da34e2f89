"""How much less a swap brings back at least than it gives, in hundredths of a percent, at known prices."""

from ..schema import record, text
from ..values import scaled
from .assets import moving

SINCE = "4"
BOUND = text(r"(?:|0|[1-9][0-9]{0,3})")
SCHEMA = record(over=BOUND, upTo=BOUND)
EMPTY = {"over": "", "upTo": ""}


def value_of(about, facts):
    given, brings = [one for one in moving(about)], about.get("brings")
    if not brings or len(given) != 1 or not given[0][2]:
        return None
    prices = [facts.price(asset) for asset, _, _ in (given[0], brings)]
    if None in prices or not scaled(prices[0]):
        return None
    # Both in one unit: base units by price, and by the other's decimals.
    out = given[0][2] * scaled(prices[0]) * 10 ** brings[1]
    back = brings[2] * scaled(prices[1]) * 10 ** given[0][1]
    return 0 if back >= out else -(-(out - back) * 10_000 // out)


def holds(rule, about, who, facts):
    wanted = rule["when"]["loss"]
    if wanted == EMPTY:
        return True
    value = value_of(about, facts)
    if value is None:
        return None
    above = wanted["over"] == "" or value > int(wanted["over"])
    return above and (wanted["upTo"] == "" or value <= int(wanted["upTo"]))


def problem(rule, askers):
    wanted = rule["when"]["loss"]
    over, up_to = wanted["over"], wanted["upTo"]
    if wanted == EMPTY:
        return None
    crossed = over and up_to and int(over) >= int(up_to)
    return "badCondition" if rule["type"] != "trade" or crossed or (rule["action"] == "pass" and not up_to) else None


def when_fewer_listed(value):
    return "same"
