"""Which contracts are deployed: of which bytecode, with which constructor. A rule with it speaks of nothing else."""

from ..abi import parameters
from ..schema import CHAIN, HASH, list_of, record, text

SINCE = "4"
SCHEMA = list_of(record(chain=CHAIN, code=HASH, inputs=text(r"\([\x20-\x7e]{0,590}\)")), 0, 50)
EMPTY = []


def holds(rule, about, who, facts):
    wanted, deploy = rule["when"]["deploys"], about.get("deploy")
    if not deploy:
        return not wanted
    return any((one["chain"], one["code"], one["inputs"]) == deploy for one in wanted)


def problem(rule, askers):
    when = rule["when"]
    wanted = when["deploys"]
    if not wanted:
        return None
    alone = rule["type"] == "web3" and not when["calls"] and not when["messages"]
    return None if alone and all(parameters(one["inputs"]) is not None for one in wanted) else "badCondition"


def when_fewer_listed(value):
    return "same"
