"""What arguments of the named calls may be: numbers within bounds, addresses of a list. What nobody can read lets nothing pass."""

from .. import abi
from ..schema import ASCII, list_of, record, text
from . import calls

SINCE = "4"
BOUND = text(r"(-?[1-9][0-9]{0,77}|0)?")
SCHEMA = list_of(
    record(
        method=text(r"[A-Za-z_$][\x20-\x7e]{1,599}"),
        at=text(r"(0|[1-9][0-9]?)(\.(0|[1-9][0-9]?)){0,4}"),
        least=BOUND,
        most=BOUND,
        **{"in": list_of(ASCII, 0, 200)},
    ),
    0,
    50,
)
EMPTY = []
PART = "part"


def place(kind, steps):
    """The type there; lists count as what is in them."""
    while kind[0] == "list":
        kind = kind[1]
    if not steps:
        return kind
    if kind[0] != "tuple" or steps[0] >= len(kind[1]):
        return None
    return place(kind[1][steps[0]][0], steps[1:])


def values(kind, value, steps):
    if kind[0] == "list":
        return [found for one in value for found in values(kind[1], one, steps)]
    return values(kind[1][steps[0]][0], value[steps[0]], steps[1:]) if steps else [value]


def steps_of(bound):
    return [int(step) for step in bound["at"].split(".")]


def inputs_of(bound):
    name, _, rest = bound["method"].partition("(")
    return ("tuple", [abi.parse_type(part) for part in abi.split(rest[:-1])])


def within(bound, value):
    if isinstance(value, int):
        return (bound["least"] == "" or value >= int(bound["least"])) and (bound["most"] == "" or value <= int(bound["most"]))
    return value.lower() in [one.lower() for one in bound["in"]]


def answer(bounds, call):
    """True, False, None where nobody has read it, or PART where some of a list are within."""
    found = []
    for bound in bounds:
        selector, kinds = abi.method(bound["method"])
        if call[2] != selector:
            continue
        signature, args = call[4:6] if len(call) > 4 else (None, None)
        if call[3:4] == (True,) or args is None or signature != [abi.spelled(kind) for kind in kinds]:
            found.append(None)
        else:
            each = [within(bound, value) for value in values(inputs_of(bound), args, steps_of(bound))]
            found.append(True if all(each) else PART if any(each) else False)
    return False if False in found else None if None in found else PART if PART in found else True


def holds(rule, about, who, facts):
    bounds, made = rule["when"]["args"], about["calls"]
    if not bounds:
        return True
    part = False if rule["action"] == "pass" else None
    if made is None:
        return part
    named = [answer(bounds, call) if calls.is_named(rule["when"]["calls"], call) else False for call in made]
    if None in named or PART in named:
        return part
    return any(named) if all(named) or not any(named) else part


def is_sound(bound, methods):
    name, paren, rest = bound["method"].partition("(")
    parts = abi.parameters(paren + rest)
    if parts is None or not name.isidentifier():
        return False
    kind = place(("tuple", parts), steps_of(bound))
    if abi.method(bound["method"])[0] not in methods or kind is None:
        return False
    least, most, listed = bound["least"], bound["most"], bound["in"]
    if kind[0].startswith(("uint", "int")):
        return not listed and bool(least or most) and not (least and most and int(least) > int(most))
    return kind[0] == "address" and not least and not most and bool(listed)


def problem(rule, askers):
    bounds = rule["when"]["args"]
    if not bounds:
        return None
    methods = {method for one in rule["when"]["calls"] for method in one["methods"]}
    return None if rule["type"] != "transfer" and all(is_sound(one, methods) for one in bounds) else "badCondition"


def when_fewer_listed(value):
    return "same"
