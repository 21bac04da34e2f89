"""Which contracts are called, and by which methods; none is no condition."""

import re

from ..schema import ASSET_NAME, list_of, record, text

SCHEMA = list_of(record(**ASSET_NAME, methods=list_of(text(r"0x[0-9a-f]{8}"), 0, 50)), 0, 200)
EMPTY = []

# approve, increaseAllowance, setApprovalForAll, permit twice; approve and permit of Permit2
ALLOWANCES = {
    "0x095ea7b3",
    "0x39509351",
    "0xa22cb465",
    "0xd505accf",
    "0x8fcbaf0c",
    "0x87517c45",
    "0x2b67b570",
}


def is_named(wanted, call):
    chain, contract, method, *_ = call
    lower = str.lower if re.fullmatch(r"0x[0-9a-f]{40}", contract, re.ASCII | re.IGNORECASE) else str
    for one in wanted:
        here = one["chain"] == chain and lower(one["contract"]) == lower(contract)
        if here and (one["methods"] == [] or method in one["methods"]):
            return True
    return False


def holds(rule, about, who, facts):
    """None where the rule speaks of a part of them, or nobody knows them. Only what is whole passes."""
    wanted, calls = rule["when"]["calls"], about["calls"]
    if not wanted:
        return True
    named = None if calls is None else [is_named(wanted, call) for call in calls]
    if named is not None and (all(named) or not any(named)):
        return any(named)
    return False if rule["action"] == "pass" else None


def is_sound(rule):
    """What a contract moves is not in the value of the call: the value alone lets nothing pass, nor ever an allowance."""
    when = rule["when"]
    if rule["type"] == "transfer":
        return not when["calls"]
    if rule["action"] == "pass" and when["amount"]["unit"] != "none":
        methods = [set(call["methods"]) for call in when["calls"]]
        return bool(methods) and all(some and not some & ALLOWANCES for some in methods)
    return True


def problem(rule, askers):
    return None if is_sound(rule) else "badCondition"


def when_fewer_listed(value):
    return "same"
