"""NFTs that calls send, by count: of named collections, by this call or with the window before it."""

from ..schema import ASSET_NAME, HOURS, UNITS_OR_NONE, list_of, one_of, record

SINCE = "4"
SCHEMA = record(
    collections=list_of(record(**ASSET_NAME), 0, 200),
    over=UNITS_OR_NONE,
    upTo=UNITS_OR_NONE,
    hours=HOURS,
    scope=one_of("wallet", "workspace", "member"),
)
EMPTY = {"collections": [], "over": "", "upTo": "", "hours": "0", "scope": "wallet"}

# By selector: the types of its arguments, and how many leave by them.
ID = ["address", "address", "uint256"]
SENDERS = {
    "0xa9059cbb": (ID[1:], lambda a: 1),
    "0x23b872dd": (ID, lambda a: 1),
    "0x42842e0e": (ID, lambda a: 1),
    "0xb88d4fde": ([*ID, "bytes"], lambda a: 1),
    "0xf242432a": ([*ID, "uint256", "bytes"], lambda a: a[3]),
    "0x2eb2c2d6": (["address", "address", "uint256[]", "uint256[]", "bytes"], lambda a: sum(a[3])),
    "0x095ea7b3": (ID[1:], lambda a: 1 if int(a[0], 16) else 0),
    "0xa22cb465": (["address", "bool"], lambda a: 2**256 if a[1] else 0),
}


def key(chain, contract):
    return f"nft {chain}|{contract.lower()}"


def sent(call):
    """None where nobody can say."""
    _, _, method, raw, signature, args = (*call, False, None, None)[:6] if len(call) < 6 else call
    kinds, count = SENDERS.get(method, (None, None))
    if raw or args is None or kinds is None or signature != kinds:
        return None
    return count(args)


# Contracts whose NFTs are divided move as much as the number says.
AMOUNTS_TOO = ("0xa9059cbb", "0x23b872dd", "0x095ea7b3")


def tells_of(value, is_named):
    if isinstance(value, (list, tuple)):
        return any(tells_of(one, is_named) for one in value)
    return isinstance(value, str) and is_named(value)


def holds(rule, about, who, facts):
    wanted = rule["when"]["nfts"]
    if not wanted["collections"]:
        return True
    passes = rule["action"] == "pass"
    part = False if passes else None
    named = {key(one["chain"], one["contract"]) for one in wanted["collections"]}
    if about.get("message"):
        chain, contract, raw = (about["message"][n] for n in (0, 1, -1))
        if raw is True and rule["when"]["messages"]:
            return wanted["upTo"] == ""
        here = [one["contract"].lower() for one in wanted["collections"] if one["chain"] == chain]
        told = any(one[2:] in text for one in here for text in about["said"])
        return part if told or contract.lower() in here else False
    if about["calls"] is None:
        return part
    sending = [call for call in about["calls"] if key(call[0], call[1]) in named]
    if not sending:
        told = any(len(call) > 5 and tells_of(call[5] or [], lambda one, at=call[0]: key(at, one) in named) for call in about["calls"])
        return part if told else False
    moved = about["units"] or any(units for _, _, units in about.get("beside", []))
    if passes and moved:
        return False
    counts = [sent(call) for call in sending]
    divided = any(count and call[2] in AMOUNTS_TOO for count, call in zip(counts, sending))
    if None in counts or passes and divided:
        return part
    total = sum(counts)
    if wanted["hours"] != "0":
        before = facts.spent(wanted, about, lambda asset: asset in named, "units")
        if before is None:
            return part
        total += before
    if wanted["over"] and total <= int(wanted["over"]) or wanted["upTo"] and total > int(wanted["upTo"]):
        return False
    return True if len(sending) == len(about["calls"]) else part


def problem(rule, askers):
    wanted = rule["when"]["nfts"]
    over, up_to = wanted["over"], wanted["upTo"]
    if not wanted["collections"]:
        return None if wanted == EMPTY else "badCondition"
    crossed = over and up_to and int(over) >= int(up_to)
    idle = not over and not up_to and (wanted["hours"], wanted["scope"]) != ("0", "wallet")
    unbound = rule["action"] == "pass" and not up_to
    return "badCondition" if rule["type"] != "web3" or crossed or idle or unbound else None


def when_fewer_listed(value):
    return "same"
