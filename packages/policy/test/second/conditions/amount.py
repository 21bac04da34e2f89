"""How much: of this transaction, or with everything in the window before it."""

from ..schema import HOURS, UNITS_OR_NONE, one_of, record
from ..values import cents
from .assets import moving, speaks_of

SCHEMA = record(
    unit=one_of("none", "coin", "usd"),
    over=UNITS_OR_NONE,
    upTo=UNITS_OR_NONE,
    hours=HOURS,
    scope=one_of("wallet", "workspace", "member"),
)
EMPTY = {"unit": "none", "over": "", "upTo": "", "hours": "0", "scope": "wallet"}


def value_of(when, about, facts):
    """How much it is to the rule; None is unknown."""
    amount, own = when["amount"], 0
    for asset, decimals, units in moving(about):
        # What only becomes stake, or comes back from it, is in no window. Nothing is worth nothing, whatever the price.
        if not speaks_of(when["assets"], asset) or not units or (amount["hours"] != "0" and not about["leaves"]):
            continue
        if amount["unit"] == "usd":
            price = facts.price(asset)
            if price is None:
                return None
            units = cents(units, decimals, price)
        own += units
    if amount["hours"] == "0":
        return own
    field = "cents" if amount["unit"] == "usd" else "units"
    before = facts.spent(amount, about, lambda counted: speaks_of(when["assets"], counted), field)
    return None if before is None else own + before


def holds(rule, about, who, facts):
    amount = rule["when"]["amount"]
    if amount["unit"] == "none":
        return True
    # Of a message that nobody can bound: above every number.
    if (about.get("message") or (False,))[-1] is True:
        return amount["upTo"] == ""
    value = value_of(rule["when"], about, facts)
    if value is None:
        return None
    above = amount["over"] == "" or value > int(amount["over"])
    return above and (amount["upTo"] == "" or value <= int(amount["upTo"]))


def is_sound(rule):
    amount, assets = rule["when"]["amount"], rule["when"]["assets"]
    over, up_to = amount["over"], amount["upTo"]
    if amount["unit"] == "none":
        return (over, up_to, amount["hours"]) == ("", "", "0")
    one_asset = assets["mode"] == "only" and len(assets["list"]) == 1
    return (
        (over or up_to)
        and not (over and up_to and int(over) >= int(up_to))
        and (amount["unit"] != "coin" or one_asset)
        and (rule["action"] != "pass" or up_to)
    )


def problem(rule, askers):
    return None if is_sound(rule) else "badCondition"


def when_fewer_listed(value):
    return "same"
