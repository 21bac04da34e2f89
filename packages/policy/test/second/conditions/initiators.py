"""Who asks: `member:ID` or `role:ROLE`; none is no condition."""

from ..schema import list_of, text

SCHEMA = list_of(text(r"(member|role):[A-Za-z0-9._:-]{1,64}"), 0, 200)
EMPTY = []


def holds(rule, about, who, facts):
    named = rule["when"]["initiators"]
    return not named or bool(who & set(named))


def problem(rule, askers):
    return None if askers.issuperset(rule["when"]["initiators"]) else "unknownInitiator"


def when_fewer_listed(value):
    return "same"
