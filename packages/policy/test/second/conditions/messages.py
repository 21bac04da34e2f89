"""Which messages are signed: to which contracts, of which types; without a contract texts, and typed data that names none. A rule with it speaks of nothing else."""

from ..schema import ASCII, CHAIN, list_of, record, text

SINCE = "3"
SCHEMA = list_of(record(chain=CHAIN, contract=ASCII, types=list_of(text(r"[A-Za-z_$][A-Za-z0-9_$]{0,63}"), 0, 50)), 0, 200)
EMPTY = []


def is_named(wanted, message):
    chain, contract, kind, *_ = message
    return any(
        one["chain"] == chain
        and one["contract"].lower() == contract.lower()
        and (not one["types"] or kind in one["types"])
        for one in wanted
    )


def holds(rule, about, who, facts):
    wanted, message = rule["when"]["messages"], about.get("message")
    if not message:
        return not wanted
    if wanted:
        return is_named(wanted, message)
    # A rule about NFTs that does not let pass: what it says of the message its own condition knows.
    return None if rule["when"]["nfts"]["collections"] and rule["action"] != "pass" else False


def problem(rule, askers):
    return "badCondition" if rule["when"]["messages"] and rule["type"] != "web3" else None


def when_fewer_listed(value):
    return "same"
