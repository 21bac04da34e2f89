"""Approvals, the evaluation of an intent, and the soundness of policy documents."""

import base64
import hashlib
import json
import re

from .curves import ed_is_usable, ed_verify, p256_decode, p256_verify
from .documents import canonical, digest

INITIATORS = {
    "transfer": ("owner", "admin", "operator"),
    "policy": ("owner", "admin"),
    "keygen": ("owner", "admin"),
}


def policy_hash(policy):
    return digest("holdfast/policy/v1", policy).hex()


def intent_digest(intent):
    return digest("holdfast/intent/v1", intent)


def approval_digest(approval):
    statement = {key: approval[key] for key in ("intent", "decision", "member", "credential")}
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


def verdict(policy, approval):
    """'ok' or the reason why this is not that member's decision."""
    member = next((m for m in policy["members"] if m["id"] == approval["member"]), None)
    if member is None:
        return "unknownMember"
    if member["status"] != "active":
        return "memberRemoved"
    credential = next((c for c in member["credentials"] if c["id"] == approval["credential"]), None)
    if credential is None:
        return "unknownCredential"
    if credential["type"] != approval["proof"]["type"]:
        return "wrongProofType"
    check = passkey_fault if credential["type"] == "passkey" else device_fault
    return check(credential, approval["proof"], approval_digest(approval)) or "ok"


# --- who may do what ---


def deciders(policy):
    return [m for m in policy["members"] if m["status"] == "active" and m["role"] != "viewer" and m["credentials"]]


def strategy_for(policy, intent):
    wanted = [intent["wallet"], "*"] if intent["kind"] == "transfer" else ["*"]
    for wallet in wanted:
        for strategy in policy["strategies"]:
            if strategy["wallet"] == wallet:
                return strategy
    return None


def eligible_at(policy, strategy, node, initiator):
    able = {m["id"] for m in deciders(policy)}
    if strategy["signProtection"] == "on" and len(able) > 1:
        able.discard(initiator)
    return [member for member in dict.fromkeys(node["approvers"]) if member in able]


def reachable(policy, strategy, initiator):
    return all(len(eligible_at(policy, strategy, n, initiator)) >= int(n["threshold"]) for n in strategy["nodes"])


def initiators(policy, kind):
    return [m["id"] for m in deciders(policy) if m["role"] in INITIATORS[kind]]


def flow_problem(policy, intent, strategy):
    mine = {"id": policy["id"], "version": policy["version"], "hash": policy_hash(policy)}
    if intent["policy"] != mine or intent["deployment"] != policy["deployment"]:
        return "otherPolicy"
    if strategy is None:
        return "noStrategy"
    if intent["initiator"] not in initiators(policy, intent["kind"]):
        return "initiatorNotAllowed"
    return None if reachable(policy, strategy, intent["initiator"]) else "tooFewApprovers"


def evaluate(policy, intent, approvals):
    about = intent_digest(intent).hex()
    sound = {
        (a["member"], a["decision"]) for a in approvals if a["intent"] == about and verdict(policy, a) == "ok"
    }
    strategy, initiator = strategy_for(policy, intent), intent["initiator"]
    nodes, reached = [], strategy is not None
    for node in strategy["nodes"] if strategy else []:
        eligible = eligible_at(policy, strategy, node, initiator)
        approved = [m for m in eligible if reached and (m, "approve") in sound]
        reached = reached and len(approved) >= int(node["threshold"])
        shown = {"name": node["name"], "threshold": int(node["threshold"]), "eligible": eligible}
        nodes.append({**shown, "approved": approved})
    voices = {m for n in nodes for m in n["eligible"]}
    signed = (initiator, "initiate") in sound or (initiator in voices and (initiator, "approve") in sound)
    refused = sorted(m for m, decision in sound if decision == "refuse" and m in voices | {initiator})
    problem = flow_problem(policy, intent, strategy)
    state = "satisfied" if reached and signed else "waiting"
    result = {
        "state": "refused" if refused else "unsatisfiable" if problem else state,
        "initiatorSigned": signed,
        "nodes": nodes,
        "solo": len(deciders(policy)) == 1,
        "rule": strategy["wallet"] if strategy else "",
    }
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


def policy_problems(doc):
    members, credentials = doc["members"], [c for m in doc["members"] for c in m["credentials"]]
    if repeated(m["id"] for m in members):
        yield "duplicateMember"
    if repeated(c["id"] for c in credentials) or repeated(map(key_of, credentials)):
        yield "duplicateCredential"
    if not all(map(is_usable, credentials)):
        yield "unusableCredential"
    if not all(c["type"] == "passkey" or c["id"] == "dk-" + c["publicKey"][:24] for c in credentials):
        yield "credentialIdOfAnotherKey"
    if not any(m["role"] == "owner" for m in deciders(doc)):
        yield "noOwner"
    wallets = [s["wallet"] for s in doc["strategies"]]
    if "*" not in wallets:
        yield "noDefaultStrategy"
    if repeated(wallets):
        yield "duplicateStrategy"
    if any(repeated(s[key] for s in doc["signers"]) for key in ("id", "identity", "channel")):
        yield "duplicateSigner"
    known = {m["id"] for m in members}
    for strategy in doc["strategies"]:
        if any(repeated(n["approvers"]) or not known.issuperset(n["approvers"]) for n in strategy["nodes"]):
            yield "unknownApprover"
        kind = "policy" if strategy["wallet"] == "*" else "transfer"
        if not any(reachable(doc, strategy, member) for member in initiators(doc, kind)):
            yield "nodeNotSatisfiable"


def genesis_problems(doc):
    if doc["version"] != "1":
        yield "wrongVersion"
    if doc["prev"] != "":
        yield "wrongPrevious"
    yield from policy_problems(doc)


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
    yield from policy_problems(new)
