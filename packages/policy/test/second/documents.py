"""The closed schemas of intents, policies, key ceremony requests and approvals."""

import hashlib
import json
import re

from .conditions import VERSIONS, conditions, first_words, known, said, spelled
from .schema import (
    ASCII,
    ASSET_NAME,
    BASE64URL,
    CHAIN,
    DIGITS,
    DIGITS_OR_NONE,
    HASH,
    HASH_OR_NONE,
    HOURS,
    ID,
    NAME,
    ORIGIN,
    UNITS,
    UUID,
    WALLET,
    Refused,
    below,
    canonical,
    list_of,
    one_of,
    parse,
    passkey_or_device,
    record,
    text,
)

PATH = text(r"(m(/(0|[1-9][0-9]{0,9})){1,8})?")
ASSET = record(symbol=ASCII, contract=ASCII, decimals=text(r"[0-9]|[12][0-9]|3[0-6]"))
OUTPUT = record(
    address=text(r"[\x21-\x7e]{1,128}"),
    amount=UNITS,
    memo=text(r"[\x20-\x7e]{0,256}"),
    entry=HASH_OR_NONE,
    path=PATH,
)
# A payment, and one that is made once more: its body names the first.
PAYS = ("transfer", "speedup")
# Many payments by one decision: each of its rows is one, or one transaction pays them all.
MANY = ("batch", "disperse")
# What makes a payment once more, or takes its place with nothing.
ATTEMPTS = ("speedup", "drop")
# Whom it names may take tokens: a call of the token.
ALLOWS = ("allowance",)
# Calls a method of a contract.
CALLS = ("call",)
OUTFLOW = r"out [\x21-\x7e]{1,128} [1-9][0-9]{0,77} ([0-9]|[12][0-9]|3[0-6]) [\x21-\x7e]{1,128}"
CALLED = r"0x([0-9a-f]{2}){4,24576}( " + OUTFLOW + r"){0,20}( in" + OUTFLOW[3:] + r")?"
# Signs a message, and makes no transaction.
SIGNS = ("message",)
SAID = r"(text|typed) ([0-9a-f]{2}){1,12288}( " + OUTFLOW + r"){0,20}"
# Puts a contract on the chain.
DEPLOYS = "deploy"
CREATED = r"create ([0-9a-f]{2})+ (-|([0-9a-f]{64})+) \([\x20-\x7e]{0,590}\)"
# What pays for the transaction that its output came by.
CHILD = "child"
# An output that leaves whole for what is inscribed on it; a payment in steps, and one of these.
INKED = "inscription"
STEPPED = "brc20"
INK_CALL = r"inscription [0-9a-f]{64}:(0|[1-9][0-9]{0,9}) [0-9a-f]{64}i(0|[1-9][0-9]{0,9})"
# The body names a payment, or of a row its batch.
NAMING = (*ATTEMPTS, "row", "step")
# Of stake: does it say an amount, does it name a receiver, and what its call may be.
NAMED = r"(bandwidth|energy)"
STAKE = {
    "stake": (True, False, NAMED),
    "unstake": (True, False, NAMED),
    "unfrozen": (False, False, ""),
    "delegate": (True, True, NAMED + r"( lock [1-9][0-9]{0,6})?"),
    "reclaim": (True, True, NAMED),
}
INTENT_FIELDS = dict(
    v=one_of("1"),
    domain=one_of("holdfast/intent/v1"),
    kind=one_of(*PAYS, *ALLOWS, *CALLS, *SIGNS, "drop", *MANY, "row", CHILD, DEPLOYS, INKED, STEPPED, "step", "policy", "book", "keygen", "export", *STAKE),
    deployment=HASH,
    workspace=DIGITS_OR_NONE,
    wallet=DIGITS_OR_NONE,
    keyGroup=text(r"([0-9a-f]{32})?"),
    path=PATH,
    chain=text(r"([a-z0-9]{1,16}:[A-Za-z0-9-]{1,32})?"),
    asset=ASSET,
    **{"from": ASCII},
    outputs=list_of(OUTPUT, 0, 200),
    maxFee=UNITS,
    feeAsset=ASSET,
    call=text(
        r"((bandwidth|energy)( lock [1-9][0-9]{0,6})?)?|rows [0-9a-f]{64}( by [\x21-\x7e]{1,128})?|row (0|[1-9][0-9]{0,2})|of [0-9a-f]{64}|" + CALLED + "|" + SAID + "|" + CREATED + "|" + INK_CALL + "|step [0-2]"
    ),
    conflict=text(r"([a-z0-9]{1,16}-[a-z]{1,32}|none)"),
    policy=record(id=ID, version=DIGITS, hash=HASH),
    body=HASH_OR_NONE,
    id=UUID,
    request=text(r"[A-Za-z0-9._:-]{0,64}"),
    created=DIGITS,
    notBefore=DIGITS,
    expires=DIGITS,
    initiator=ID,
    remarkHash=HASH_OR_NONE,
)
INTENT = record(**INTENT_FIELDS)
BATCH = record(**{**INTENT_FIELDS, "outputs": list_of(OUTPUT, 1, 1000)})
PASSKEY = record(
    id=text(r"[A-Za-z0-9_-]{1,1364}"),
    type=one_of("passkey"),
    publicKey=text(r"0[23][0-9a-f]{64}|04[0-9a-f]{128}"),
    rpId=text(r"[a-z0-9.-]{1,253}"),
    origins=list_of(ORIGIN, 1, 10),
)
DEVICE = record(id=ID, type=one_of("device"), publicKey=HASH)
MEMBER = record(
    id=ID,
    name=NAME,
    role=one_of("owner", "admin", "operator", "approver", "viewer", "api"),
    status=one_of("active", "removed"),
    keyHolder=one_of("yes", "no"),
    wallets=list_of(record(wallet=WALLET, role=one_of("operator", "approver", "viewer")), 0, 200),
    credentials=list_of(passkey_or_device(PASSKEY, DEVICE), 0, 10),
)
NODE = record(name=NAME, kind=one_of("approve", "sign"), approvers=list_of(ID, 1, 20), threshold=text(r"[1-9]|1[0-9]|20"))
STRATEGY = dict(
    wallet=text(r"\*|[1-9][0-9]{0,18}"), signProtection=one_of("on", "off"), nodes=list_of(NODE, 1, 10)
)
SENIOR = dict(
    id=ID,
    name=NAME,
    enabled=one_of("on", "off"),
    type=one_of("transfer", "web3", "trade"),
    when=record(**{name: conditions[name].SCHEMA for name in known("1")}),
    action=one_of("flow", "pass", "refuse"),
    signProtection=one_of("on", "off"),
    nodes=list_of(NODE, 0, 10),
)
WORKSPACE_RULE = dict(
    op=one_of("members", "strategies", "addressBook", "keys", "keyMaterial", "api"),
    signProtection=one_of("on", "off"),
    nodes=list_of(NODE, 1, 10),
)
SIGNER = record(id=text(r"[1-9][0-9]?"), name=NAME, identity=HASH, channel=HASH, origin=ORIGIN)


def flow(fields):
    """From the second version on a flow may ask for pages of different signers; it does not say that it asks for none."""

    def check(value, at):
        asked = isinstance(value, dict) and "pages" in value
        record(**fields, **({"pages": one_of("different")} if asked else {}))(value, at)

    return check


def sparse(version):
    """From the second version on what is no condition is left out, and not spelled."""

    def check(value, at):
        there = [name for name in known(version) if isinstance(value, dict) and name in value]
        record(**{name: conditions[name].SCHEMA for name in there})(value, at)
        for name in there:
            if value[name] == conditions[name].EMPTY:
                raise Refused("badField", below(at, name))

    return check


POLICY = dict(
    v=one_of("1"),
    domain=one_of("holdfast/policy/v1"),
    deployment=HASH,
    id=ID,
    version=text(r"[1-9][0-9]{0,9}"),
    prev=HASH_OR_NONE,
    members=list_of(MEMBER, 1, 200),
    strategies=list_of(record(**STRATEGY), 1, 500),
    senior=list_of(record(**SENIOR), 0, 500),
    workspace=list_of(record(**WORKSPACE_RULE), 0, 6),
    book=record(mode=one_of("on", "off"), coolingHours=HOURS),
    signers=list_of(SIGNER, 2, 20),
)


def policy_of(version):
    """Of a version after the first."""
    return record(
        **{
            **POLICY,
            "v": one_of(version),
            "strategies": list_of(flow(STRATEGY), 1, 500),
            "senior": list_of(flow({**SENIOR, "when": sparse(version)}), 0, 500),
            "workspace": list_of(flow(WORKSPACE_RULE), 0, 6),
        }
    )


POLICIES = {"1": record(**POLICY), **{version: policy_of(version) for version in VERSIONS[1:]}}


def check_policy(value, at):
    v = value.get("v") if isinstance(value, dict) else None
    if isinstance(v, str) and v not in POLICIES:
        raise Refused("badField", below(at, "v"))
    POLICIES[v if isinstance(v, str) else "1"](value, at)


def lifted(policy):
    """In the meaning of the newest version, with the version that it was written in."""
    return {**policy, "senior": [{**rule, "when": spelled(rule["when"])} for rule in policy["senior"]]}


def written(policy):
    """As its own version says it: what members sign."""
    say = first_words if policy["v"] == VERSIONS[0] else said
    return {**policy, "senior": [{**rule, "when": say(rule["when"])} for rule in policy["senior"]]}


KEYGEN = record(
    v=one_of("1"),
    domain=one_of("holdfast/keygen/v1"),
    deployment=HASH,
    ceremony=UUID,
    threshold=one_of("2"),
    parties=list_of(one_of("1", "2", "3"), 3, 3),
    recovery=record(identity=HASH, channel=HASH),
)
EXPORT = record(
    v=one_of("1"),
    domain=one_of("holdfast/export/v1"),
    deployment=HASH,
    keyGroup=text(r"[0-9a-f]{32}"),
    epoch=DIGITS,
    signer=text(r"[1-9][0-9]?"),
    # Bech32 has no 1, b, i and o after the separator.
    recipient=text(r"age1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}"),
)
PROOF = passkey_or_device(
    record(type=one_of("passkey"), authenticatorData=BASE64URL, clientDataJSON=BASE64URL, signature=BASE64URL),
    record(type=one_of("device"), signature=text(r"[0-9a-f]{128}")),
)
# What a name is made of, and no half of a character.
REMARK = text("[^\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,200}")
STATEMENT = dict(
    intent=HASH,
    decision=one_of("initiate", "approve", "refuse"),
    member=ID,
    credential=text(r"[A-Za-z0-9._:-]{1,1364}"),
    proof=PROOF,
)
DECIDED = record(**STATEMENT)
REFUSED_WHY = record(**{**STATEMENT, "decision": one_of("refuse"), "remark": REMARK})


def APPROVAL(value, at):
    """A refusal may say why; no other decision, and none says nothing at length."""
    (REFUSED_WHY if isinstance(value, dict) and "remark" in value else DECIDED)(value, at)


FREEZE = record(
    deployment=HASH,
    policy=HASH,
    member=ID,
    credential=text(r"[A-Za-z0-9._:-]{1,1364}"),
    time=DIGITS,
    reason=lambda value, at: value == "" or REMARK(value, at),
    proof=PROOF,
)

# --- simulated transactions ---


def maybe(check):
    """What is not known is the empty string."""
    return lambda value, at: value if value == "" else check(value, at)


NAMED_CALL = dict(contract=text(r"[\x21-\x7e]{1,128}"), method=text(r"(0x[0-9a-f]{8})?"))


def CALL(value, at):
    """Perhaps with all that is sent, by which its arguments are known."""
    data = {"data": text(r"0x([0-9a-f]{2}){4,24576}")} if isinstance(value, dict) and "data" in value else {}
    record(**NAMED_CALL, **data)(value, at)


TRANSACTION = record(
    type=one_of("transfer", "web3", "trade"),
    initiator=ID,
    wallet=WALLET,
    asset=record(**ASSET_NAME, decimals=text(r"[0-9]|[12][0-9]|3[0-6]")),
    amount=text(r"0|[1-9][0-9]{0,77}"),
    to=one_of("own", "listed", "unknown"),
    entry=HASH_OR_NONE,
    calls=maybe(list_of(CALL, 0, 50)),
    price=text(r"((0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?)?"),
    spent=text(r"0|[1-9][0-9]{0,77}"),
)


def read_transaction(value):
    """A transaction that somebody imagines; older ones say neither a type nor calls, and are transfers."""
    value = {"type": "transfer", "calls": [], **value}
    TRANSACTION(value, "")
    kind, calls = value["type"], value["calls"]
    holds = {
        "amount": value["amount"] != "0" or kind == "web3",
        "calls": all(c.get("data", c["method"])[:10] == c["method"] for c in calls) and (calls == [] if kind == "transfer" else kind == "trade" or calls != []),
        "to": kind == "transfer" or (value["to"] != "own" and (calls != "" or value["to"] == "unknown")),
        "asset": kind != "web3" or value["asset"]["contract"] == "",
    }
    for at, good in holds.items():
        if not good:
            raise Refused("badField", at)
    return value


# --- relations between the fields of an intent ---
NO_ASSET = {"symbol": "", "contract": "", "decimals": "0"}
THIRTY_DAYS = 30 * 24 * 3600 * 1000


def spender_relations(i):
    yield i["workspace"] and i["wallet"], "wallet"
    yield i["keyGroup"], "keyGroup"
    yield i["path"] and i["from"], "path"
    yield i["kind"] in SIGNS or i["conflict"].startswith(i["chain"].split(":")[0] + "-"), "chain"
    yield i["asset"]["symbol"], "asset"
    yield i["feeAsset"]["symbol"] and not i["feeAsset"]["contract"], "feeAsset"
    yield all(not (out["entry"] and out["path"]) for out in i["outputs"]), "outputs"
    yield bool(i["body"]) == (i["kind"] in NAMING), "body"


def transfer_relations(i):
    yield from spender_relations(i)
    yield not i["call"], "call"
    yield i["outputs"] and all(out["amount"] != "0" for out in i["outputs"]), "outputs"


def rows_root(rows):
    """RFC 6962, 2.1: a leaf names its row, its place and how many there are."""

    def tree(leaves):
        if len(leaves) == 1:
            return leaves[0]
        half = 1
        while half * 2 < len(leaves):
            half *= 2
        return hashlib.sha256(b"\x01" + tree(leaves[:half]) + tree(leaves[half:])).digest()

    def leaf(index, row):
        named = {"domain": "holdfast/row/v1", "index": str(index), "count": str(len(rows)), "row": row}
        return hashlib.sha256(b"\x00" + canonical(named).encode("utf-8")).digest()

    return tree([leaf(index, row) for index, row in enumerate(rows)]).hex()


def batch_relations(i):
    yield from spender_relations(i)
    yield all(out["amount"] != "0" for out in i["outputs"]), "outputs"
    yield i["call"] == "rows " + rows_root(i["outputs"]), "call"


def disperse_relations(i):
    yield from spender_relations(i)
    yield all(out["amount"] != "0" for out in i["outputs"]), "outputs"
    root, by, _ = i["call"].partition(" by ")
    yield root == "rows " + rows_root(i["outputs"]) and (by == "" or len(i["call"]) > len(root + by)), "call"


def row_relations(i):
    yield from spender_relations(i)
    yield re.fullmatch(r"row (0|[1-9][0-9]{0,2})", i["call"]) and not i["request"], "call"
    yield len(i["outputs"]) == 1 and i["outputs"][0]["amount"] != "0", "outputs"


def row_of(batch, index, digest):
    """The intent of a row, which nobody decides on: all of it follows from the batch, whose digest this is."""
    named = canonical({"batch": digest, "index": str(index)})
    made = hashlib.sha256(b"holdfast/row-id/v1" + b"\x00" + named.encode("utf-8")).hexdigest()
    return {
        **batch,
        "kind": "row",
        "outputs": [batch["outputs"][index]],
        "maxFee": str(int(batch["maxFee"]) // len(batch["outputs"])),
        "call": f"row {index}",
        "body": hashlib.sha256(canonical(batch).encode("utf-8")).hexdigest(),
        "id": "-".join((made[:8], made[8:12], made[12:16], made[16:20], made[20:32])),
        "request": "",
    }


def stake_relations(i):
    amount, receiver, call = STAKE[i["kind"]]
    yield from spender_relations(i)
    yield len(i["outputs"]) == 1 and not i["outputs"][0]["memo"], "outputs"
    yield not i["asset"]["contract"], "asset"
    yield re.fullmatch(call, i["call"]), "call"
    [out] = i["outputs"]
    yield (out["amount"] != "0") == amount, "outputs"
    own = out["address"] == i["from"] and out["path"] == i["path"]
    yield out["address"] != i["from"] if receiver else own, "outputs"


def child_relations(i):
    yield from spender_relations(i)
    yield re.fullmatch(r"of [0-9a-f]{64}", i["call"]), "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield len(i["outputs"]) == 1, "outputs"
    [out] = i["outputs"]
    yield out["address"] == i["from"] and out["path"] == i["path"], "outputs"
    yield out["amount"] == "0" and not out["memo"], "outputs"


def deploy_relations(i):
    yield from spender_relations(i)
    yield re.fullmatch(CREATED, i["call"]), "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield len(i["outputs"]) == 1, "outputs"
    [out] = i["outputs"]
    yield out["address"] == i["from"] and out["path"] == i["path"], "outputs"
    yield out["amount"] == "0" and not out["memo"], "outputs"


def one_payee(i):
    yield len(i["outputs"]) == 1, "outputs"
    [out] = i["outputs"]
    yield out["amount"] != "0" and not out["memo"], "outputs"


def inscription_relations(i):
    yield from spender_relations(i)
    yield re.fullmatch(INK_CALL, i["call"]), "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield from one_payee(i)
    yield int(i["outputs"][0]["amount"]) <= 100_000, "outputs"


def tick_of(asset):
    symbol = asset["symbol"]
    tick = symbol if re.fullmatch(r"[\x21-\x7e]{4,5}", symbol) else None
    if tick is None and re.fullmatch(r"([0-9a-f]{2}){4,5}", symbol):
        try:
            tick = bytes.fromhex(symbol).decode("utf-8")
        except UnicodeDecodeError:
            return None
        if re.fullmatch(r"[\x21-\x7e]{4,5}", tick):
            return None
    if tick is None or asset["decimals"] != "18":
        return None
    return tick if asset["contract"] == "brc20:" + tick.lower().encode("utf-8").hex() else None


def brc20_relations(i):
    yield from spender_relations(i)
    yield tick_of(i["asset"]) is not None, "asset"
    yield from one_payee(i)
    yield not i["call"], "call"


def step_relations(i):
    yield from spender_relations(i)
    yield tick_of(i["asset"]) is not None, "asset"
    yield from one_payee(i)
    yield re.fullmatch(r"step [0-2]", i["call"]) and not i["request"], "call"


def allowance_relations(i):
    yield from spender_relations(i)
    yield not i["call"], "call"
    yield i["asset"]["contract"], "asset"
    yield len(i["outputs"]) == 1, "outputs"
    [out] = i["outputs"]
    yield not out["memo"] and out["address"] != i["from"], "outputs"


def call_relations(i):
    yield from spender_relations(i)
    tokens = [part.split(" ")[0] for part in i["call"].split(" out ")[1:]]
    yield re.fullmatch(CALLED, i["call"]) and all(a < b for a, b in zip(tokens, tokens[1:])), "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield i["outputs"], "outputs"
    contract, *others = i["outputs"]
    yield contract["address"] != i["from"] and not contract["path"], "outputs"
    yield all(out["amount"] == "0" for out in others) and not any(out["memo"] for out in i["outputs"]), "outputs"
    yield len({out["address"] for out in i["outputs"]}) == len(i["outputs"]), "outputs"


def message_relations(i):
    yield from spender_relations(i)
    tokens = [part.split(" ")[0] for part in i["call"].split(" out ")[1:]]
    yield re.fullmatch(SAID, i["call"]) and all(a < b for a, b in zip(tokens, tokens[1:])), "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield i["chain"] and i["conflict"] == "none", "conflict"
    yield i["maxFee"] == "0", "maxFee"
    yield i["outputs"] and all(out["amount"] == "0" and not out["memo"] for out in i["outputs"]), "outputs"
    yield len({out["address"] for out in i["outputs"]}) == len(i["outputs"]), "outputs"
    own = [out for out in i["outputs"] if out["address"] == i["from"]]
    yield own == [out for out in i["outputs"] if out["path"] == i["path"]], "outputs"
    yield not own or len(i["outputs"]) == 1, "outputs"


def drop_relations(i):
    yield from spender_relations(i)
    yield not i["call"], "call"
    yield i["asset"] == i["feeAsset"], "asset"
    yield len(i["outputs"]) == 1, "outputs"
    [out] = i["outputs"]
    yield out["address"] == i["from"] and out["path"] == i["path"], "outputs"
    yield out["amount"] == "0" and not out["memo"], "outputs"


def document_relations(i):
    for field in ("wallet", "keyGroup", "path", "chain", "from"):
        yield not i[field], field
    yield i["conflict"] == "none", "conflict"
    yield i["asset"] == NO_ASSET, "asset"
    yield i["feeAsset"] == NO_ASSET, "feeAsset"
    yield i["maxFee"] == "0", "maxFee"
    yield not i["outputs"], "outputs"
    yield i["body"], "body"


def check_intent(i):
    (BATCH if isinstance(i, dict) and i.get("kind") in MANY else INTENT)(i, "")
    other = stake_relations if i["kind"] in STAKE else document_relations
    others = {
        "drop": drop_relations,
        "allowance": allowance_relations,
        "batch": batch_relations,
        "disperse": disperse_relations,
        "row": row_relations,
        "call": call_relations,
        "message": message_relations,
        CHILD: child_relations,
        DEPLOYS: deploy_relations,
        INKED: inscription_relations,
        STEPPED: brc20_relations,
        "step": step_relations,
    }
    other = others.get(i["kind"], other)
    relations = (transfer_relations if i["kind"] in PAYS else other)(i)
    for holds, at in relations:
        if not holds:
            raise Refused("inconsistent", at)
    created, begin, end = int(i["created"]), int(i["notBefore"]), int(i["expires"])
    if not (created < end and begin < end and end - created <= THIRTY_DAYS):
        raise Refused("inconsistent", "expires")
    return i


def read(kind, source):
    """One document of a kind from its text; raises Refused."""
    if kind in ("approval", "freeze"):
        value = json.loads(source)
        {"approval": APPROVAL, "freeze": FREEZE}[kind](value, "")
    elif kind == "intent":
        value = parse(source, 262_144)
        if not (isinstance(value, dict) and value.get("kind") in MANY) and len(source.encode("utf-8")) > 65_536:
            raise Refused("tooLarge", "")
        value = check_intent(value)
    else:
        value = parse(source, 262_144)
        {"policy": check_policy, "keygen": KEYGEN, "export": EXPORT}[kind](value, "")
        if kind == "keygen" and value["parties"] != ["1", "2", "3"]:
            raise Refused("inconsistent", "parties")
    return value
