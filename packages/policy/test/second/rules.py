"""Approvals, the evaluation of an intent, and the soundness of policy documents."""

import base64
import hashlib
import json
import re

from .curves import ed_is_usable, ed_verify, p256_decode, p256_verify
from . import conditions, pages, senior
from .documents import ALLOWS, ATTEMPTS, CALLS, CHILD, DEPLOYS, INKED, MANY, PAYS, SIGNS, STAKE, STEPPED, written
from .schema import canonical, digest

INITIATORS = {
    **{kind: ("owner", "admin", "operator", "api") for kind in (*PAYS, *MANY, *ATTEMPTS, *ALLOWS, *CALLS, *SIGNS, CHILD, DEPLOYS, INKED, STEPPED, *STAKE)},
    "policy": ("owner", "admin"),
    "book": ("owner", "admin", "operator"),
    "keygen": ("owner", "admin"),
    "export": ("owner", "admin"),
}


def policy_hash(policy):
    return digest("holdfast/policy/v1", written(policy)).hex()


def intent_digest(intent):
    return digest("holdfast/intent/v1", intent)


def approval_digest(approval):
    statement = {key: value for key, value in approval.items() if key != "proof"}
    return digest("holdfast/approval/v1", statement)


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unbase64url(text):
    """The bytes of the one right encoding, or None."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if base64url(data) == text else None


def passkey_fault(credential, proof, challenge):
    auth, client_bytes, signature = (
        unbase64url(proof[key]) for key in ("authenticatorData", "clientDataJSON", "signature")
    )
    if None in (auth, client_bytes, signature) or len(auth) < 37 or len(client_bytes) > 4096:
        return "badClientData"
    try:
        client = json.loads(client_bytes.decode())
    except ValueError:
        return "badClientData"
    if not isinstance(client, (dict, list)):
        return "badClientData"
    client = client if isinstance(client, dict) else {}
    if client.get("type") != "webauthn.get":
        return "wrongType"
    if client.get("challenge") != base64url(challenge):
        return "wrongChallenge"
    if client.get("origin") not in credential["origins"]:
        return "wrongOrigin"
    if client.get("crossOrigin", False) is not False or "topOrigin" in client:
        return "crossOrigin"
    if auth[:32] != hashlib.sha256(credential["rpId"].encode()).digest():
        return "wrongRpId"
    if not auth[32] & 1:
        return "userNotPresent"
    if not auth[32] & 4:
        return "userNotVerified"
    signed = auth + hashlib.sha256(client_bytes).digest()
    return None if p256_verify(bytes.fromhex(credential["publicKey"]), signed, signature) else "badSignature"


def device_fault(credential, proof, message):
    key, signature = bytes.fromhex(credential["publicKey"]), bytes.fromhex(proof["signature"])
    return None if ed_verify(key, message, signature) else "badSignature"


def freeze_digest(freeze):
    statement = {key: value for key, value in freeze.items() if key != "proof"}
    return digest("holdfast/freeze/v1", statement)


def freeze_verdict(policy, freeze):
    """'ok' or the reason why this does not stop the signers."""
    if freeze["deployment"] != policy["deployment"]:
        return "otherDeployment"
    if freeze["policy"] != policy_hash(policy):
        return "otherRules"
    said = signed_by(policy, freeze, freeze_digest(freeze))
    member = next((m for m in policy["members"] if m["id"] == freeze["member"]), None)
    return "mayNotFreeze" if said == "ok" and not can_decide(member) else said


def verdict(policy, approval):
    """'ok' or the reason why this is not that member's decision."""
    return signed_by(policy, approval, approval_digest(approval))


def signed_by(policy, signed, challenge):
    member = next((m for m in policy["members"] if m["id"] == signed["member"]), None)
    if member is None:
        return "unknownMember"
    if member["status"] != "active":
        return "memberRemoved"
    credential = next((c for c in member["credentials"] if c["id"] == signed["credential"]), None)
    if credential is None:
        return "unknownCredential"
    if credential["type"] != signed["proof"]["type"]:
        return "wrongProofType"
    check = passkey_fault if credential["type"] == "passkey" else device_fault
    return check(credential, signed["proof"], challenge) or "ok"


# --- who may do what ---


def can_sign(member):
    return member["status"] == "active" and bool(member["credentials"])


def can_decide(member, wallet=""):
    return can_sign(member) and senior.role_in(member, wallet) not in ("viewer", "api")


def eligible_at(policy, flow, node, initiator, wallet):
    able = {m["id"]: m for m in policy["members"] if can_decide(m, wallet)}
    if flow["signProtection"] == "on" and not senior.is_solo(policy):
        able.pop(initiator, None)
    held = lambda one: node["kind"] == "approve" or able[one]["keyHolder"] == "yes"
    return [one for one in dict.fromkeys(node["approvers"]) if one in able and held(one)]


def people_of_flow(policy, flow, initiator, wallet):
    return list(dict.fromkeys(m for n in flow["nodes"] for m in eligible_at(policy, flow, n, initiator, wallet)))


def people_for_pages(policy, flow, initiator, wallet):
    return pages.people_of(policy, people_of_flow(policy, flow, initiator, wallet))


def has_people(policy, flow, initiator, wallet=""):
    return all(
        len(eligible_at(policy, flow, n, initiator, wallet)) >= int(n["threshold"]) for n in flow["nodes"]
    )


def reachable(policy, flow, initiator, wallet=""):
    enough = has_people(policy, flow, initiator, wallet)
    return enough and ("pages" not in flow or people_for_pages(policy, flow, initiator, wallet) != [])


def initiators(policy, kind, wallet=""):
    members = policy["members"]
    able = [m for m in members if can_sign(m) and senior.role_in(m, wallet) in INITIATORS[kind]]
    return [m["id"] for m in able if kind != "export" or m["keyHolder"] == "yes"]


def flow_problem(policy, intent, found, facts):
    mine = {"id": policy["id"], "version": policy["version"], "hash": policy_hash(policy)}
    if intent["policy"] != mine or intent["deployment"] != policy["deployment"]:
        return "otherPolicy"
    payees = [facts.payee(out) for out in senior.given_to(intent)]
    return obstacle(policy, intent["kind"], intent["initiator"], intent["wallet"], payees, found, facts)


def obstacle(policy, kind, initiator, wallet, payees, found, facts):
    if found is None:
        return "noStrategy"
    if initiator not in initiators(policy, kind, wallet):
        return "initiatorNotAllowed"
    place = senior.place_problem(policy, payees, facts.whitelist_held)
    if place:
        return place
    if found[1] == "refuse":
        return found[3] if len(found) > 3 else "refusedByRule"
    enough = all(reachable(policy, flow, initiator, wallet) for flow in found[2])
    return None if enough else "tooFewApprovers"


PAGES = {"name": "Pages", "kind": "page", "threshold": 1}


def outcome(policy, made):
    """What the rules say of a transaction that somebody imagines."""
    about = senior.of_transaction(made)
    known = senior.Imagined(made)
    found = senior.payment_ruling(policy, about, known)
    who, wallet = about["initiator"], about["wallet"]
    problem = obstacle(policy, "transfer", who, wallet, about["payees"], found, known)
    nodes = []
    for flow in found[2] if found else []:
        for node in flow["nodes"]:
            shown = {"name": node["name"], "kind": node["kind"], "threshold": int(node["threshold"])}
            nodes.append({**shown, "eligible": eligible_at(policy, flow, node, who, wallet)})
    for flow in found[2] if found else []:
        if "pages" in flow:
            nodes.append({**PAGES, "eligible": people_for_pages(policy, flow, who, wallet)})
    rule = found[0] if found else {"level": "basic", "id": "", "name": ""}
    action = found[1] if found and not problem else "refuse"
    return {"action": action, "problem": problem or "", "rule": rule, "nodes": nodes}


def used_by(policy, member, approvals):
    """The pages on which this member approved."""
    own = {pages.page_of(policy, a, unbase64url) for a in approvals if a["member"] == member}
    return own - {None}


def evaluate(policy, intent, approvals, facts=None, following=None, book=None, payment=None):
    facts = facts or senior.Facts({})
    about = intent_digest(intent).hex()
    sound = {
        (a["member"], a["decision"]) for a in approvals if a["intent"] == about and verdict(policy, a) == "ok"
    }
    yes = [a for a in approvals if (a["intent"], a["decision"], verdict(policy, a)) == (about, "approve", "ok")]
    found, initiator = senior.ruling(policy, intent, facts, following, book, payment), intent["initiator"]
    nodes, reached = [], True
    for flow in found[2] if found else []:
        for node in flow["nodes"]:
            eligible = eligible_at(policy, flow, node, initiator, intent["wallet"])
            approved = [m for m in eligible if reached and (m, "approve") in sound]
            reached = reached and len(approved) >= int(node["threshold"])
            shown = {key: node[key] for key in ("name", "kind")}
            nodes.append({**shown, "threshold": int(node["threshold"]), "eligible": eligible, "approved": approved})
    for flow in found[2] if found else []:
        if "pages" not in flow:
            continue
        eligible = people_for_pages(policy, flow, initiator, intent["wallet"])
        used = {m: used_by(policy, m, yes) for m in eligible if used_by(policy, m, yes)}
        approved = list(used)[-1:] if reached and pages.different(used) else []
        reached = reached and approved != []
        through = sorted({page for some in used.values() for page in some})
        nodes.append({**PAGES, "eligible": eligible, "approved": approved, "through": through})
    accepting = senior.who_accepts(policy, following) if following else []
    if accepting:
        approved = [m for m in accepting if reached and (m, "approve") in sound]
        reached = reached and len(approved) == len(accepting)
        node = {"name": "Acceptance", "kind": "accept", "threshold": len(accepting)}
        nodes.append({**node, "eligible": accepting, "approved": approved})
    voices = {m for n in nodes for m in n["eligible"]}
    # Key material may be refused by everybody who decides anything in the workspace.
    objectors = {m["id"] for m in policy["members"] if can_decide(m)} if intent["kind"] == "export" else set()
    own = initiator in voices or (found is not None and found[1] == "pass")
    signed = (initiator, "initiate") in sound or (own and (initiator, "approve") in sound)
    refused = sorted(m for m, decision in sound if decision == "refuse" and m in voices | objectors | {initiator})
    problem = flow_problem(policy, intent, found, facts)
    state = "satisfied" if reached and signed else "waiting"
    result = {
        "state": "refused" if refused else "unsatisfiable" if problem else state,
        "initiatorSigned": signed,
        "nodes": nodes,
        "solo": senior.is_solo(policy),
        "action": found[1] if found else "refuse",
    }
    if found:
        result["rule"] = found[0]
    if refused:
        result["refusedBy"] = refused[0]
    if problem:
        result["problem"] = problem
    return result


# --- documents ---


def is_usable(credential):
    key = bytes.fromhex(credential["publicKey"])
    if credential["type"] == "device":
        return ed_is_usable(key)
    hosts = [re.fullmatch(r"https?://([^:]+)(:[0-9]+)?", origin)[1] for origin in credential["origins"]]
    below = all(("." + host).endswith("." + credential["rpId"]) for host in hosts)
    return p256_decode(key) is not None and below


def key_of(credential):
    key = credential["publicKey"]
    return key if credential["type"] == "device" else ("x", key[2:66])


def repeated(values):
    values = list(values)
    return len(set(values)) < len(values)


def node_problems(doc, flow):
    known = {m["id"]: m for m in doc["members"]}
    nodes = flow["nodes"]
    if any(repeated(n["approvers"]) or not set(known).issuperset(n["approvers"]) for n in nodes):
        yield "unknownApprover"
    if [n["kind"] == "sign" for n in nodes] != [i == len(nodes) - 1 for i in range(len(nodes))]:
        yield "nodeOrder"
    holders = [known.get(a, {}).get("keyHolder") for n in nodes if n["kind"] == "sign" for a in n["approvers"]]
    if "no" in holders:
        yield "notKeyHolder"


def flow_problems(doc, flow, kind, wallet):
    yield from node_problems(doc, flow)
    yield from reach_problems(doc, flow, kind, wallet)


def reach_problems(doc, flow, kind, wallet):
    asking = initiators(doc, kind, wallet)
    if any(reachable(doc, flow, member, wallet) for member in asking):
        return
    people = any(has_people(doc, flow, member, wallet) for member in asking)
    yield "pagesNotReachable" if people else "nodeNotSatisfiable"


ROLES = ("owner", "admin", "operator", "approver", "viewer", "api")


def rule_problems(doc, rule):
    is_flow = rule["action"] == "flow"
    askers = {"member:" + m["id"] for m in doc["members"]} | {"role:" + role for role in ROLES}
    yield from conditions.problems(rule, askers)
    if is_flow != bool(rule["nodes"]) or (not is_flow and "pages" in rule):
        yield "nodeOrder"
    if is_flow and rule["enabled"] == "on":
        yield from flow_problems(doc, rule, "transfer", (rule["when"]["wallets"] or [""])[0])
    else:
        yield from node_problems(doc, rule)


def policy_problems(doc):
    members, credentials = doc["members"], [c for m in doc["members"] for c in m["credentials"]]
    if repeated(m["id"] for m in members):
        yield "duplicateMember"
    narrow = {"owner": (), "admin": (), "api": ("viewer",)}
    free = all(own["role"] in narrow.get(m["role"], ROLES) for m in members for own in m["wallets"])
    if not free or any(repeated(own["wallet"] for own in m["wallets"]) for m in members):
        yield "badWalletRole"
    if repeated(c["id"] for c in credentials) or repeated(map(key_of, credentials)):
        yield "duplicateCredential"
    if not all(map(is_usable, credentials)):
        yield "unusableCredential"
    if not all(c["type"] == "passkey" or c["id"] == "dk-" + c["publicKey"][:24] for c in credentials):
        yield "credentialIdOfAnotherKey"
    if not any(m["role"] == "owner" and can_decide(m) for m in members):
        yield "noOwner"
    wallets = [s["wallet"] for s in doc["strategies"]]
    if "*" not in wallets:
        yield "noDefaultStrategy"
    if any(map(repeated, (wallets, [r["id"] for r in doc["senior"]], [r["op"] for r in doc["workspace"]]))):
        yield "duplicateStrategy"
    if any(repeated(s[key] for s in doc["signers"]) for key in ("id", "identity", "channel")):
        yield "duplicateSigner"
    for strategy in doc["strategies"]:
        default = strategy["wallet"] == "*"
        for kind in ("policy", "transfer") if default else ("transfer",):
            yield from flow_problems(doc, strategy, kind, "" if default else strategy["wallet"])
        special = {own["wallet"] for m in members for own in m["wallets"]} - set(wallets) if default else ()
        for wallet in special:
            yield from reach_problems(doc, strategy, "transfer", wallet)
    for rule in doc["senior"]:
        yield from rule_problems(doc, rule)
    for rule in doc["workspace"]:
        kind = {"addressBook": "book", "keyMaterial": "export"}.get(rule["op"], "policy")
        yield from flow_problems(doc, rule, kind, "")


def genesis_problems(doc):
    if doc["version"] != "1":
        yield "wrongVersion"
    if doc["prev"] != "":
        yield "wrongPrevious"
    yield from policy_problems(doc)


def is_switched_on_again(before, after):
    """An API client that decides nothing, with nothing else changed."""
    client = before["role"] == "api" and before["keyHolder"] == "no"
    return client and canonical({**before, "status": "active"}) == canonical(after)


def change_problems(current, new):
    if int(new["version"]) != int(current["version"]) + 1:
        yield "wrongVersion"
    if new["prev"] != policy_hash(current):
        yield "wrongPrevious"
    if new["deployment"] != current["deployment"]:
        yield "otherDeployment"
    if new["id"] != current["id"]:
        yield "otherPolicy"
    if canonical(new["signers"]) != canonical(current["signers"]):
        yield "signersChanged"
    if not {m["id"] for m in current["members"]}.issuperset(senior.new_holders(current, new)):
        yield "keyHolderTooEarly"
    gone = {m["id"]: m for m in current["members"] if m["status"] == "removed"}
    back = any(
        m["id"] in gone and m["status"] == "active" and not is_switched_on_again(gone[m["id"]], m)
        for m in new["members"]
    )
    if back or not all(map(can_sign, senior.given_keys(current, new))):
        yield "memberReturns"
    yield from policy_problems(new)
