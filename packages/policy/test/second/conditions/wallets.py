"""The sub-wallets that pay; none is no condition."""

from ..schema import WALLET, list_of

SCHEMA = list_of(WALLET, 0, 200)
EMPTY = []


def holds(rule, about, who, facts):
    return not rule["when"]["wallets"] or about["wallet"] in rule["when"]["wallets"]


def problem(rule, askers):
    return None


def when_fewer_listed(value):
    return "same"
