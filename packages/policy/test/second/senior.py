"""Which rule an intent goes by, changes that only take away, values, and the address book."""

import hashlib

from . import calls, conditions, deployments, messages
from .conditions.destinations import is_known
from .documents import ALLOWS, ATTEMPTS, CALLS, CHILD, DEPLOYS, INKED, MANY, PAYS, SIGNS, STAKE, STEPPED
from .schema import canonical, digest
from .values import cents

HOUR = 3_600_000
OPS = ("members", "strategies", "addressBook", "keys", "api")


# --- facts: what a party knows by itself ---


class Facts:
    def __init__(self, known):
        self.prices = known.get("prices", {})
        self.spendings = known.get("spendings")
        self.internal = known.get("internal", [])
        self.listed = known.get("listed", [])
        self.now = known.get("now", 0)
        self.frozen = known.get("frozen", False)
        self.whitelist_held = known.get("whitelistHeld", False)
        self.methods = known.get("methods", {})

    def agreed(self, contract):
        return self.methods.get(contract, [])

    def payee(self, output):
        """Where an output goes, as rules see it."""
        return {
            "entry": output["entry"],
            "own": output["address"] in self.internal,
            "listed": output["entry"] in self.listed,
        }

    def price(self, asset):
        return self.prices.get(asset)

    def spent(self, amount, about, counts, field):
        """Sum over the window before now, this intent left out; None when nobody counted or something has no value."""
        if self.spendings is None:
            return None
        since = self.now - int(amount["hours"]) * HOUR
        place = {"wallet": ("wallet", about["wallet"]), "member": ("member", about["initiator"])}.get(amount["scope"])
        total = 0
        for one in self.spendings:
            if one["at"] <= since or one["id"] == about["id"] or not counts(one["asset"]):
                continue
            if place and one[place[0]] != place[1]:
                continue
            if field not in one:
                return None
            total += int(one[field])
        return total


class Imagined:
    """What is known of a transaction that nobody has asked for."""

    whitelist_held = False

    def __init__(self, transaction):
        self.made = transaction
        self.asset = f"{transaction['asset']['chain']}|{transaction['asset']['contract']}"

    def price(self, _):
        return self.made["price"] or None

    def spent(self, _amount, about, counts, field):
        if not counts(self.asset):
            return 0
        units = int(self.made["spent"])
        if field == "units":
            return units
        return cents(units, about["decimals"], self.made["price"]) if self.made["price"] else None


# --- what rules judge ---


def given_to(intent):
    """Coins that become stake or come back from it are given to nobody; a delegation gives its receiver what comes of them."""
    if intent["kind"] in ALLOWS:
        return [out for out in intent["outputs"] if out["amount"] != "0"]
    return intent["outputs"] if intent["kind"] in (*PAYS, *CALLS, *SIGNS, *MANY, STEPPED, INKED, "delegate") else []


def of_intent(intent, facts):
    """Transfers, and what is done with stake: calls of the chain's own, by which nothing leaves but the fee."""
    allows = intent["kind"] in ALLOWS
    called = intent["kind"] in CALLS
    signs = intent["kind"] in SIGNS
    pays = intent["kind"] in (*PAYS, *MANY, STEPPED, INKED) or allows or called or signs
    return {
        **{key: intent[key] for key in ("id", "wallet", "initiator")},
        "type": "web3" if allows or called or signs or intent["kind"] in (DEPLOYS, *STAKE, INKED) else "transfer",
        "asset": f"{intent['chain']}|{intent['asset']['contract']}",
        "decimals": int(intent["asset"]["decimals"]),
        "units": sum(int(out["amount"]) for out in intent["outputs"]),
        "leaves": pays,
        "payees": [facts.payee(out) for out in given_to(intent)],
        # The first four bytes of the hash of approve(address,uint256).
        "calls": [(intent["chain"], intent["asset"]["contract"], "0x095ea7b3")] if allows else [],
        **(called_by(intent, facts) if called else {}),
        **(signed_in(intent) if signs else {}),
        **(deployed_by(intent) if intent["kind"] == DEPLOYS else {}),
    }


def deployed_by(intent):
    return {"deploy": (intent["chain"], *(deployments.reading(intent) or ("", "")))}


def signed_in(intent):
    found, chain = messages.reading(intent), intent["chain"]
    known = found and not found.elsewhere
    return {
        "message": (chain, found.contract, found.type, found.raw) if known else (chain, "", "", True),
        "said": found.said if known else [],
        "beside": [(f"{chain}|{token}", decimals, units) for token, units, decimals in calls.outflows(intent)],
    }


def called_by(intent, facts):
    found = calls.reading(intent, facts.agreed)
    chain = intent["chain"]
    return {
        "calls": found and [(chain, *one) for one in found.calls],
        **brought_by(intent),
        "beside": [(f"{chain}|{token}", decimals, units) for token, units, decimals in calls.outflows(intent)],
    }


def brought_by(intent):
    """What a swap says it brings: (asset, decimals, units)."""
    comes = calls.inflow(intent)
    if not comes:
        return {}
    return {"brings": (f"{intent['chain']}|{comes[0]}", int(intent["call"].split(" ")[-2]), comes[1])}


def of_transaction(made):
    chain, to = made["asset"]["chain"], made["to"]
    named = (made["entry"] or "e" * 64) if to == "listed" else ""
    return {
        **{key: made[key] for key in ("type", "wallet", "initiator")},
        "id": "",
        "asset": f"{chain}|{made['asset']['contract']}",
        "decimals": int(made["asset"]["decimals"]),
        "units": int(made["amount"]),
        "leaves": True,
        "payees": [{"entry": named, "own": to == "own", "listed": to == "listed"}],
        "calls": None if made["calls"] == "" else imagined_calls(chain, made["calls"]),
    }


def imagined_calls(chain, named):
    """What data says, where there is some; None where nobody can read it."""
    found = []
    for one in named:
        if "data" not in one:
            found.append((chain, one["contract"], one["method"]))
            continue
        outputs = [{"address": one["contract"]}]
        read = calls.reading({"call": one["data"], "from": "0x" + "0" * 40, "outputs": outputs}, lambda _: [])
        if read is None:
            return None
        found += [(chain, *call) for call in read.calls]
    return found


# --- rules ---


def role_in(member, wallet):
    own = next((own["role"] for own in member["wallets"] if own["wallet"] == wallet), member["role"])
    # An API client never becomes one who decides.
    return "api" if member["role"] == "api" and own != "viewer" else own


def matches(rule, about, member, facts):
    if rule["enabled"] != "on" or rule["type"] != about["type"]:
        return False
    who = {f"member:{member['id']}", f"role:{role_in(member, about['wallet'])}"} if member else set()
    return conditions.holds(rule, about, who, facts)


def basic_for(policy, wallet):
    for wanted in (wallet, "*"):
        for strategy in policy["strategies"]:
            if strategy["wallet"] == wanted:
                return strategy
    return None


def lifts_freeze(intent):
    return intent["kind"] == "policy" and intent["request"] == "unfreeze"


def matching(policy, about, facts):
    """The rules that may be the first that matches, and whether the last of them does for sure."""
    member = next((m for m in policy["members"] if m["id"] == about["initiator"]), None)
    possible = []
    for rule in policy["senior"]:
        match = matches(rule, about, member, facts)
        possible += [rule] if match is not False else []
        if match is True:
            return possible, True
    return possible, False


def payment_ruling(policy, about, facts):
    possible, certain = matching(policy, about, facts)
    basic = None if certain else basic_for(policy, about["wallet"])
    named = [r for r in possible if r["action"] == "refuse"]
    if named:
        action, flows = "refuse", []
    elif not certain and basic is None:
        return None
    else:
        flows = [r for r in possible if r["action"] == "flow"] + ([] if certain else [basic])
        action = "flow" if flows else "pass"
        named = [r for r in possible if not r["when"]["amount"]["upTo"]] or (possible[-1:] if certain else [])
    if named:
        return {"level": "senior", "id": named[0]["id"], "name": named[0]["name"]}, action, flows
    return {"level": "basic", "id": basic["wallet"], "name": ""}, action, flows


def ops_of(policy, intent, following):
    if intent["kind"] == "book":
        return ["addressBook"]
    if intent["kind"] in ("keygen", "export"):
        return ["keys" if intent["kind"] == "keygen" else "keyMaterial"]
    touched = list(OPS) if following is None else touched_ops(policy, following)
    if not touched or lifts_freeze(intent):
        touched = touched + [op for op in ("keys",) if op not in touched]
    return touched


def workspace_ruling(policy, intent, facts, following, book):
    ops = ops_of(policy, intent, following)
    name = ",".join(ops)
    if intent["kind"] == "policy":
        instant = following is not None and not lifts_freeze(intent) and is_tightening(policy, following)
    else:
        instant = intent["kind"] == "book" and book is not None and not book["add"] and stays_as_strict(policy)
    if instant and not facts.frozen:
        return {"level": "tightening", "id": name, "name": ""}, "pass", []
    basic, flows = basic_for(policy, "*"), []
    for op in ops:
        flow = next((rule for rule in policy["workspace"] if rule["op"] == op), basic)
        if flow is None:
            return None
        if not any(flow is known for known in flows):
            flows.append(flow)
    return {"level": "workspace", "id": name, "name": ""}, "flow", flows


def allowance_ruling(policy, intent, facts):
    """A call, and the payment of all that may be taken; a rule that names token and spender decides alone, and nobody else is allowed everything."""
    about = of_intent(intent, facts)
    call = payment_ruling(policy, about, facts)
    if call is None or call[1] == "refuse" or not about["units"]:
        return call
    rules, certain = matching(policy, about, facts)
    if certain and all(r["when"]["calls"] and r["when"]["destinations"]["mode"] == "listed" for r in rules):
        return call
    if about["units"] >= 10 ** (10 + about["decimals"]):
        return call[0], "refuse", [], "endlessAllowance"
    paid = payment_ruling(policy, {**about, "type": "transfer", "calls": []}, facts)
    return paid if paid is None or paid[1] == "refuse" else both(call, paid)


def both(call, paid):
    """What rules about calls ask for, and those about transfers."""
    flows = call[2] + [flow for flow in paid[2] if not any(flow is one for one in call[2])]
    return (paid if not call[2] and paid[2] else call)[0], "flow" if flows else "pass", flows


def is_looked_at(rule, raw):
    """Does a rule name each of these, by its method?"""
    wanted = [one for one in rule["when"]["calls"] if one["methods"]]
    unread = [call for call in raw if conditions.args.answer(rule["when"]["args"], call) is None]
    return not unread and all(conditions.calls.is_named(wanted, call) for call in raw)


def called_ruling(policy, about, facts):
    """By rules about calls; what nobody can explain only by rules that name it."""
    found = payment_ruling(policy, about, facts)
    raw = [call for call in about["calls"] or [] if call[3:4] == (True,)]
    if found is None or found[1] == "refuse" or not raw:
        return found
    rules, certain = matching(policy, about, facts)
    if certain and all(is_looked_at(rule, raw) for rule in rules):
        return found
    return found[0], "refuse", [], "rawCall"


def is_named(policy, about, facts):
    rules, certain = matching(policy, about, facts)
    return certain and all(r["when"]["calls"] and r["when"]["destinations"]["mode"] == "listed" for r in rules)


def traded(stated, found, judged):
    """By rules about calls, and of swaps by those about trades that speak of them: these stand for the basic strategy where the swap says what it is."""
    call = judged("web3")
    if not calls.swaps(found) or call is None or call[1] == "refuse":
        return call, ("web3",)
    trade = judged("trade")
    if trade is None or trade[1] != "refuse" and trade[0]["level"] == "basic" and len(trade[2]) <= 1:
        return call, ("web3",)
    if trade[1] == "refuse" or stated and call[0]["level"] == "basic" and len(call[2]) <= 1:
        return trade, ("trade",)
    return both(call, trade), ("web3", "trade")


def call_ruling(policy, intent, facts):
    about, found = of_intent(intent, facts), calls.reading(intent, facts.agreed)
    fault = calls.fault(intent, found)
    call, by = traded(calls.inflow(intent), found, lambda kind: called_ruling(policy, {**about, "type": kind}, facts))
    if call is None:
        return None
    if fault:
        return call[0], "refuse", [], fault
    if call[1] == "refuse":
        return call
    if all(is_named(policy, {**about, "type": kind}, facts) for kind in by):
        return call
    if calls.endless(intent, found):
        return call[0], "refuse", [], "endlessAllowance"
    if not about["units"] and not about["beside"]:
        return call
    paid = payment_ruling(policy, {**about, "type": "transfer", "calls": []}, facts)
    return paid if paid is None or paid[1] == "refuse" else both(call, paid)


def names_both(rule):
    return (rule["when"]["calls"] or rule["when"]["messages"]) and rule["when"]["destinations"]["mode"] == "listed"


def message_ruling(policy, intent, facts):
    """By rules that name it, what nobody can bound by its type; and as the payment of all that may be taken."""
    about, found = of_intent(intent, facts), messages.reading(intent)
    signed, fault = payment_ruling(policy, about, facts), messages.fault(intent, found)
    if signed is None:
        return None
    if fault:
        return signed[0], "refuse", [], fault
    if signed[1] == "refuse":
        return signed
    rules, certain = matching(policy, about, facts)
    naming = [rule["when"]["messages"] for rule in rules if rule["when"]["messages"]]
    typed = [[one for one in named if one["types"]] for named in naming]
    if not certain or (found.raw and not all(conditions.messages.is_named(one, about["message"]) for one in typed)):
        return signed[0], "refuse", [], "messageNotAllowed"
    if all(map(names_both, rules)):
        return signed
    if calls.endless(intent, found):
        return signed[0], "refuse", [], "endlessAllowance"
    if not about["beside"]:
        return signed
    paid = payment_ruling(policy, {**about, "type": "transfer", "calls": [], "message": None}, facts)
    return paid if paid is None or paid[1] == "refuse" else both(signed, paid)


def inscription_ruling(policy, about, facts):
    """By whom it is given to, and as the payment of its coins."""
    given = payment_ruling(policy, about, facts)
    if given is None or given[1] == "refuse":
        return given
    paid = payment_ruling(policy, {**about, "type": "transfer"}, facts)
    return paid if paid is None or paid[1] == "refuse" else both(given, paid)


def deploy_ruling(policy, intent, facts):
    """By a rule that names bytecode and constructor, and by no other."""
    about = of_intent(intent, facts)
    found = payment_ruling(policy, about, facts)
    if found is None or found[1] == "refuse":
        return found if found is None or deployments.reading(intent) else (found[0], "refuse", [], "unreadableDeployment")
    if not matching(policy, about, facts)[1]:
        found = found[0], "refuse", [], "deployNotAllowed"
    return found if deployments.reading(intent) else (found[0], "refuse", [], "unreadableDeployment")


def with_deployers(policy, wallet, paying):
    """Whoever is asked by some rule about deployments there, and the basic strategy."""
    asked = [
        r
        for r in policy["senior"]
        if (r["enabled"], r["action"]) == ("on", "flow") and r["when"]["deploys"] and (not r["when"]["wallets"] or wallet in r["when"]["wallets"])
    ]
    basic = basic_for(policy, wallet)
    return basic and both(paying, (paying[0], "flow", asked + [basic]))


def drop_ruling(policy, drop, payment, facts):
    """By the rule of the payment, at the fee of the drop; where that refuses by now, by everything else that it might go by."""
    if payment is None or drop["body"] != hashlib.sha256(canonical(payment).encode()).hexdigest():
        return None
    paid = {**payment, "maxFee": drop["maxFee"]}
    found = ruling(policy, paid, facts, None, None)
    if found is None or found[1] != "refuse":
        return found
    asking = {**policy, "senior": [r for r in policy["senior"] if r["action"] != "refuse"]}
    unknown = Facts({"internal": facts.internal, "listed": facts.listed, "now": facts.now})
    about = of_intent(paid, unknown)
    def judged(kind):
        return payment_ruling(asking, {**about, "type": kind, "calls": [] if kind == "transfer" else about["calls"]}, unknown)

    types = ("transfer",) if paid["kind"] == DEPLOYS else (about["type"], "transfer")
    about = {**about, "deploy": None}
    by_type = [judged(kind) for kind in dict.fromkeys(types)]
    if paid["kind"] in CALLS:
        by_type[0] = traded(calls.inflow(paid), calls.reading(paid, unknown.agreed), judged)[0]
    if None in by_type:
        return None
    if paid["kind"] == DEPLOYS:
        return with_deployers(policy, paid["wallet"], by_type[0])
    return by_type[0] if len(by_type) == 1 else both(*by_type)


def ruling(policy, intent, facts, following, book, payment=None):
    if intent["kind"] == "drop":
        return drop_ruling(policy, intent, payment, facts)
    if intent["kind"] in CALLS:
        return call_ruling(policy, intent, facts)
    if intent["kind"] in SIGNS:
        return message_ruling(policy, intent, facts)
    if intent["kind"] == DEPLOYS:
        return deploy_ruling(policy, intent, facts)
    if intent["kind"] in ALLOWS:
        return allowance_ruling(policy, intent, facts)
    if intent["kind"] == INKED:
        return inscription_ruling(policy, of_intent(intent, facts), facts)
    if intent["kind"] in (*PAYS, *MANY, STEPPED, *ATTEMPTS, CHILD, *STAKE):
        return payment_ruling(policy, of_intent(intent, facts), facts)
    return workspace_ruling(policy, intent, facts, following, book)


def new_holders(current, following):
    """Who would hold a key of equal rights after the step, and does not now."""
    held = {m["id"] for m in current["members"] if m["keyHolder"] == "yes"}
    return [
        m["id"]
        for m in following["members"]
        if m["keyHolder"] == "yes" and m["status"] == "active" and m["id"] not in held
    ]


def given_keys(current, following):
    """Members of now, as they are now, who would have a credential that they do not have."""
    later = {m["id"]: m["credentials"] for m in following["members"]}
    return [
        m
        for m in current["members"]
        if {canonical(one) for one in later.get(m["id"], [])} - {canonical(one) for one in m["credentials"]}
    ]


def who_accepts(current, following):
    ids = new_holders(current, following) + [m["id"] for m in given_keys(current, following)]
    return list(dict.fromkeys(ids))


def place_problem(policy, payees, held):
    """Why it may not be paid there, or None."""
    on = policy["book"]["mode"] == "on"
    if all(map(is_known, payees)) or not (on or held):
        return None
    return "destinationNotListed" if on else "whitelistHeld"


# --- what a loosened address book is held to ---


def in_force(book, held, now):
    still = [one for one in held if one["until"] > now] + [book]
    mode = "on" if any(one["mode"] == "on" for one in still) else "off"
    return mode, max(int(one["coolingHours"]) for one in still)


def held_after(held, before, after, at):
    """What was in force before a looser version counts for as long as entries had to wait then."""
    kept = [one for one in held if one["until"] > at]
    looser = (before["mode"], after["mode"]) == ("on", "off") or int(after["coolingHours"]) < int(before["coolingHours"])
    wait = in_force(before, kept, at)[1] * HOUR
    return kept + ([{**before, "until": at + wait}] if looser and wait else [])


def payable_from(since, book, held):
    """The first moment at which it has waited as long as is asked for at that moment."""
    # Nothing changes but where something held ends, or a period is over.
    periods = {int(one["coolingHours"]) for one in [book, *held]}
    moments = {since + hours * HOUR for hours in periods} | {one["until"] for one in held}
    return min(at for at in moments if at >= since + in_force(book, held, at)[1] * HOUR)


# --- changes that only take away ---


def same(a, b):
    return canonical(a) == canonical(b)


def touched_ops(current, following):
    changed = {name for name in ("members", "strategies", "senior", "workspace", "book", "signers")
               if not same(current[name], following[name])}
    by_op = (("members", {"members"}), ("strategies", {"strategies", "senior", "workspace"}),
             ("addressBook", {"book"}), ("keys", {"signers"}))
    touched = [op for op, parts in by_op if parts & changed]
    if "members" not in touched:
        return touched
    # API clients have a rule of their own; whatever else is about the list of members is about the people.
    clients, people = (
        not same(*([m for m in doc["members"] if (m["role"] == "api") is wanted] for doc in (current, following)))
        for wanted in (True, False)
    )
    if clients and not people:
        touched.remove("members")
    return touched + ["api"] * clients


def node_not_looser(before, after):
    return (
        before["kind"] == after["kind"]
        and int(after["threshold"]) >= int(before["threshold"])
        and set(after["approvers"]) <= set(before["approvers"])
    )


def flow_not_looser(before, after):
    if before["signProtection"] == "on" and after["signProtection"] == "off":
        return False
    if "pages" in before and "pages" not in after:
        return False
    left = iter(after["nodes"])
    return all(any(node_not_looser(node, other) for other in left) for node in before["nodes"])


STRICT = {"pass": 0, "flow": 1, "refuse": 2}


def rule_not_looser(before, after):
    if before["type"] != after["type"] or not same(before["when"], after["when"]):
        return False
    if before["enabled"] != after["enabled"]:
        return after["action"] == "refuse" if after["enabled"] == "on" else before["action"] == "pass"
    if before["action"] != after["action"]:
        unprotected = (before["action"], before["signProtection"], after["signProtection"]) == ("flow", "on", "off")
        return STRICT[after["action"]] > STRICT[before["action"]] and not unprotected
    return flow_not_looser(before, after)


def senior_not_looser(before, after):
    old, new = [r["id"] for r in before], [r["id"] for r in after]
    gone = [r for r in before if r["id"] not in new and r["enabled"] == "on"]
    came = [r for r in after if r["id"] not in old and r["enabled"] == "on"]
    if any(r["action"] != "pass" for r in gone) or any(r["action"] != "refuse" for r in came):
        return False
    stayed, kept = [r for r in after if r["id"] in old], [r for r in before if r["id"] in new]
    return [r["id"] for r in stayed] == [r["id"] for r in kept] and all(map(rule_not_looser, kept, stayed))


REFUSED = "refuse"


def demand(rule):
    """What has to be satisfied: nothing (None), a flow, or what nobody can satisfy."""
    return {"pass": None, "refuse": REFUSED}.get(rule["action"], rule)


def demand_not_looser(before, after):
    if before is None or after == REFUSED:
        return True
    return after is not None and before != REFUSED and flow_not_looser(before, after)


def stays_as_strict(policy):
    """Would it stay as strict if fewer payees were listed, so that rules lose payments to later ones, or take them from there?"""
    rules = [r for r in policy["senior"] if r["enabled"] == "on"]
    for i, rule in enumerate(rules):
        effects, own = conditions.when_fewer_listed(rule["when"]), demand(rule)
        later = [demand(r) for r in rules[i + 1 :] if r["type"] == rule["type"]] + policy["strategies"]
        if "fewer" in effects and not all(demand_not_looser(own, other) for other in later):
            return False
        if "more" in effects and not all(demand_not_looser(other, own) for other in later):
            return False
    return True


def member_not_more(before, after):
    if decides_somewhere(before):
        return same(before, after)
    bare = {"status": "", "credentials": []}
    return (
        same({**before, **bare}, {**after, **bare})
        and (before["status"] == after["status"] or after["status"] == "removed")
        and all(any(same(one, other) for other in before["credentials"]) for one in after["credentials"])
    )


def list_not_looser(before, after, key):
    return [b[key] for b in before] == [a[key] for a in after] and all(map(flow_not_looser, before, after))


def decides_somewhere(member):
    if member["status"] != "active" or not member["credentials"]:
        return False
    roles = [member["role"]] + [role_in(member, own["wallet"]) for own in member["wallets"]]
    return any(role not in ("viewer", "api") for role in roles)


def is_solo(policy):
    return sum(map(decides_somewhere, policy["members"])) == 1


def governing(policy):
    """The flows by which the rules themselves can change; the default one where one of the rules is missing."""
    missing = {*OPS, "keyMaterial"} - {rule["op"] for rule in policy["workspace"]}
    return policy["workspace"] + ([s for s in policy["strategies"] if s["wallet"] == "*"] if missing else [])


def is_tightening(current, following):
    return (
        bool(touched_ops(current, following))
        and len(current["members"]) == len(following["members"])
        and all(map(member_not_more, current["members"], following["members"]))
        and list_not_looser(current["strategies"], following["strategies"], "wallet")
        and same(governing(current), governing(following))
        and senior_not_looser(current["senior"], following["senior"])
        and (current["book"]["mode"] == following["book"]["mode"] or following["book"]["mode"] == "on")
        and current["book"]["coolingHours"] == following["book"]["coolingHours"]
        and all(same(current[key], following[key]) for key in ("signers", "deployment", "id"))
    )


# --- the address book ---


def entry_hash(entry):
    return digest("holdfast/entry/v1", entry).hex()


def book_hash(change):
    return digest("holdfast/book/v1", change).hex()


def places(entry):
    return {(chain, entry["address"], entry["memo"]) for chain in entry["chains"]}


def apply_book(book, change, deployment, at):
    """The book after a change, or why it does not fit."""
    if change["deployment"] != deployment:
        return "otherDeployment"
    if change["prev"] != book["hash"]:
        return "wrongPrevious"
    if any(gone not in book["entries"] for gone in change["remove"]):
        return "unknownEntry"
    entries = {key: one for key, one in book["entries"].items() if key not in change["remove"]}
    for added in change["add"]:
        if any(places(added) & places(listed["entry"]) for listed in entries.values()):
            return "duplicateEntry"
        entries[entry_hash(added)] = {"entry": added, "since": at}
    tokens = tokens_after(book.get("tokens", {}), change.get("tokens"))
    if isinstance(tokens, str):
        return tokens
    return {"hash": book_hash(change), "entries": entries, "tokens": tokens}


def token_place(token):
    return token["chain"], token["contract"]


def tokens_after(tokens, change):
    """What a token was agreed to be stays; nothing is taken out that is not there."""
    if change is None:
        return tokens
    after = dict(tokens)
    for added in change["add"]:
        if token_place(added) in after:
            return "duplicateToken"
        after[token_place(added)] = added
    if any(token_place(gone) not in tokens for gone in change["remove"]):
        return "unknownToken"
    gone = set(map(token_place, change["remove"]))
    return {key: one for key, one in after.items() if key not in gone}


def is_listed(book, chain, contract, output, cooling_hours, now):
    listed = book["entries"].get(output["entry"])
    if listed is None or now < listed["since"] + cooling_hours * HOUR:
        return False
    entry = listed["entry"]
    return (
        chain in entry["chains"]
        and entry["address"] == output["address"]
        and entry["memo"] == output["memo"]
        and (not entry["assets"] or contract in entry["assets"])
    )
