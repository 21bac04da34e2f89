"""Of which assets: any, only these, or any but these."""

from ..schema import ASSET_NAME, list_of, one_of, record

SCHEMA = record(mode=one_of("any", "only", "except"), list=list_of(record(**ASSET_NAME), 0, 200))
EMPTY = {"mode": "any", "list": []}


def speaks_of(wanted, asset):
    named = [f"{a['chain']}|{a['contract']}" for a in wanted["list"]]
    return wanted["mode"] == "any" or (asset in named) == (wanted["mode"] == "only")


def holds(rule, about, who, facts):
    return speaks_of(rule["when"]["assets"], about["asset"])


def problem(rule, askers):
    wanted = rule["when"]["assets"]
    # A web3 call gives away the chain's coin: a rule about another would speak of nothing.
    foreign = rule["type"] == "web3" and any(asset["contract"] for asset in wanted["list"])
    return "badCondition" if foreign or (wanted["mode"] == "any") != (not wanted["list"]) else None


def when_fewer_listed(value):
    return "same"
