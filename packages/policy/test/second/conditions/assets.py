"""Of which assets: any, only these, or any but these."""

from ..schema import ASSET_NAME, list_of, one_of, record

SCHEMA = record(mode=one_of("any", "only", "except"), list=list_of(record(**ASSET_NAME), 0, 200))
EMPTY = {"mode": "any", "list": []}


def speaks_of(wanted, asset):
    named = [f"{a['chain']}|{a['contract']}" for a in wanted["list"]]
    return wanted["mode"] == "any" or (asset in named) == (wanted["mode"] == "only")


def moving(about):
    """(asset, decimals, units) of all that it moves; to rules about payments what is no payment of its own coin is none."""
    beside = about.get("beside", [])
    own = (about["asset"], about["decimals"], about["units"])
    return beside if beside and about["type"] != "web3" and not about["units"] else [own, *beside]


def holds(rule, about, who, facts):
    """None where it speaks of a part of what moves; only what is whole passes."""
    named = [speaks_of(rule["when"]["assets"], asset) for asset, _, _ in moving(about)]
    if all(named) or not any(named):
        return any(named)
    return False if rule["action"] == "pass" else None


def problem(rule, askers):
    wanted = rule["when"]["assets"]
    # With a web3 call goes the chain's coin: a rule about another would speak of nothing.
    foreign = rule["type"] == "web3" and any(asset["contract"] for asset in wanted["list"])
    return "badCondition" if foreign or (wanted["mode"] == "any") != (not wanted["list"]) else None


def when_fewer_listed(value):
    return "same"
