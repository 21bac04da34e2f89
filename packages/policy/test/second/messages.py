"""What a message does that is signed, read from itself: texts (EIP-191) and typed data (EIP-712). Written from the standards."""

import json
import re
import unicodedata

from . import calls
from .abi import checksummed, keccak
from .schema import canonical

NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,63}", re.ASCII)
TAKEN = re.compile(r"address|bool|string|bytes\d*|u?int\d*|function|mapping|u?fixed", re.ASCII)
DOMAIN = {"name": "string", "version": "string", "chainId": "uint256", "verifyingContract": "address", "salt": "bytes32"}
NOBODY = "0x" + "0" * 40


class Unreadable(Exception):
    pass


def need(holds):
    if not holds:
        raise Unreadable


def listed(name):
    """(what it is a list of, how many or None), or None."""
    found = re.fullmatch(r"(.+)\[([1-9]\d{0,3})?\]", name, re.ASCII)
    return found and (found[1], found[2] and int(found[2]))


def whole(text):
    return isinstance(text, str) and re.fullmatch(r"0|-?[1-9]\d{0,77}", text, re.ASCII)


class Typed:
    """Typed data in its one spelling."""

    def __init__(self, source):
        value = json.loads(source)
        need(isinstance(value, dict) and set(value) == {"types", "primaryType", "domain", "message"})
        need(canonical(value) == source)
        self.types, self.primary = value["types"], value["primaryType"]
        self.domain, self.message = value["domain"], value["message"]
        self.left = 1000
        need(isinstance(self.types, dict) and len(self.types) <= 50)
        for name, fields in self.types.items():
            need(NAME.fullmatch(name) and not TAKEN.fullmatch(name) and isinstance(fields, list) and len(fields) <= 50)
            need(all(set(field) == {"name", "type"} and NAME.fullmatch(field["name"]) for field in fields))
            need(len({field["name"] for field in fields}) == len(fields))
        need(self.primary in self.types and self.primary != "EIP712Domain")
        need(set(self.structs(self.primary)) | {"EIP712Domain"} == set(self.types))
        need("EIP712Domain" not in self.structs(self.primary))
        said = {field["name"]: field["type"] for field in self.types["EIP712Domain"]}
        need(list(said.items()) == [(name, kind) for name, kind in DOMAIN.items() if name in said])
        self.fits("EIP712Domain", self.domain, 0)
        self.fits(self.primary, self.message, 0)

    def structs(self, primary):
        found, todo = [], [primary]
        while todo:
            name = todo.pop()
            if name in found:
                continue
            found.append(name)
            bases = [re.sub(r"(\[\d*\])+$", "", field["type"]) for field in self.types[name]]
            todo += [base for base in bases if base in self.types]
        return [primary] + sorted(found[1:])

    def encode_type(self, primary):
        def one(name):
            fields = ",".join(f"{field['type']} {field['name']}" for field in self.types[name])
            return f"{name}({fields})"

        return "".join(map(one, self.structs(primary)))

    def fits(self, kind, value, depth):
        self.left -= 1
        need(self.left >= 0 and depth <= 12)
        many, number = listed(kind), re.fullmatch(r"(u?)int(\d+)", kind, re.ASCII)
        if many:
            need(isinstance(value, list) and many[1] in (None, len(value)))
            for one in value:
                self.fits(many[0], one, depth + 1)
        elif kind in self.types:
            need(isinstance(value, dict) and set(value) == {field["name"] for field in self.types[kind]})
            for field in self.types[kind]:
                self.fits(field["type"], value[field["name"]], depth + 1)
        elif number:
            bits = int(number[2])
            need(bits % 8 == 0 and 8 <= bits <= 256 and whole(value))
            least, most = (0, 2**bits) if number[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1))
            need(least <= int(value) < most)
        elif kind == "address":
            need(isinstance(value, str) and re.fullmatch(r"0x[0-9a-fA-F]{40}", value, re.ASCII))
            need(value == NOBODY or checksummed(value[2:].lower()) == value)
        elif kind == "bool":
            need(value in ("true", "false"))
        elif kind == "string":
            need(isinstance(value, str))
        else:
            size = re.fullmatch(r"bytes([1-9]|[12]\d|3[0-2])?", kind, re.ASCII)
            need(size and isinstance(value, str) and re.fullmatch(r"0x([0-9a-f]{2})*", value, re.ASCII))
            need(size[1] is None or len(value) == 2 + 2 * int(size[1]))

    def encoded(self, kind, value):
        many = listed(kind)
        if many:
            return keccak(b"".join(self.encoded(many[0], one) for one in value))
        if kind in self.types:
            return self.hash(kind, value)
        if kind == "string":
            return keccak(value.encode())
        if kind == "bytes":
            return keccak(bytes.fromhex(value[2:]))
        if kind.startswith("bytes"):
            return bytes.fromhex(value[2:]).ljust(32, b"\0")
        number = {"address": lambda: int(value, 16), "bool": lambda: int(value == "true")}.get(kind, lambda: int(value))()
        return (number % 2**256).to_bytes(32, "big")

    def hash(self, name, struct):
        parts = [self.encoded(field["type"], struct[field["name"]]) for field in self.types[name]]
        return keccak(keccak(self.encode_type(name).encode()) + b"".join(parts))

    def preimage(self):
        return b"\x19\x01" + self.hash("EIP712Domain", self.domain) + self.hash(self.primary, self.message)


def text_in(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable from None
    shown = text.replace("\r\n", "").replace("\n", "").replace("\t", "")
    need(text.strip() and not any(unicodedata.category(char) == "Cc" for char in shown))
    need(not re.search("[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", text))
    need(not re.fullmatch(r"\s*(0x)?[0-9a-fA-F]{64,}\s*", text, re.ASCII) and len(data) != 32)
    return text


TOKENS = "TokenPermissions(address token,uint256 amount)"
DETAILS = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
ITEM = "uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount"
ORDER = (
    "OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,"
    "uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)"
    f"ConsiderationItem({ITEM},address recipient)OfferItem({ITEM})"
)
BY_AUTHORITY = "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
SAFE = (
    "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,"
    "address gasToken,address refundReceiver,uint256 nonce)"
)
FORWARD = "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,"


def given(leaves, to):
    some = [one for one in leaves if one[1] or one[3]]
    return True, some, [to] if some else [], None


UNKNOWN = (False, [], [], None)


def effect(typed, own, contract):
    """Can one bound what it is worth, what may leave (token, units, allowed, everything), whom it names, the call that it lets be made (whose, contract, data)."""
    kind, m = typed.encode_type(typed.primary), typed.message

    def mine(field):
        return contract and m[field] == own

    if kind == "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)" and mine("owner"):
        return given([(contract, int(m["value"]), True, False)], m["spender"])
    if kind == "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)" and mine("holder"):
        everything = m["allowed"] == "true"
        return given([(contract, 2**256 - 1 if everything else 0, True, everything)], m["spender"])
    if kind in ("TransferWithAuthorization" + BY_AUTHORITY, "ReceiveWithAuthorization" + BY_AUTHORITY) and mine("from"):
        return given([(contract, int(m["value"]), True, False)], m["to"])
    if kind == "CancelAuthorization(address authorizer,bytes32 nonce)":
        return given([], "")
    permitted = {
        f"PermitSingle(PermitDetails details,address spender,uint256 sigDeadline){DETAILS}": lambda: [m["details"]],
        f"PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline){DETAILS}": lambda: m["details"],
        f"PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline){TOKENS}": lambda: [
            m["permitted"]
        ],
        f"PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline){TOKENS}": lambda: m[
            "permitted"
        ],
    }.get(kind)
    if permitted:
        return given([(one["token"], int(one["amount"]), True, False) for one in permitted()], m["spender"])
    if kind == ORDER:
        offered = [one for one in m["offer"] if one["itemType"] == "1"]
        most = [(one["token"], max(int(one["startAmount"]), int(one["endAmount"])), True, False) for one in offered]
        return False, most, [one["recipient"] for one in m["consideration"]], None
    if kind == SAFE:
        paid = [m["refundReceiver"]] if int(m["gasPrice"]) else []
        return False, [], [m["to"], *paid], (contract, m["to"], m["data"])
    if kind in (FORWARD + "bytes data)", FORWARD + "uint48 deadline,bytes data)"):
        return False, [], [m["to"]], (m["from"], m["to"], m["data"])
    delegated = {
        "Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)": "delegate",
        "Authorization(uint256 chainId,address address,uint256 nonce)": "address",
        "Delegation(address delegatee,uint256 nonce,uint256 expiry)": "delegatee",
    }.get(kind)
    return (False, [], [m[delegated]], None) if delegated else UNKNOWN


def leaves_of(value):
    """Everything in it that is written as text."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return [value] if parts is None else [leaf for part in parts for leaf in leaves_of(part)]


class Message:
    def __init__(self, intent):
        form, data = intent["call"].split(" ")[:2]
        self.own, self.contract, self.type, self.raw, self.elsewhere = intent["from"], "", "", False, False
        self.leaves, self.names, self.said = [], [intent["from"]], []
        if form == "text":
            text = text_in(bytes.fromhex(data)).encode()
            self.preimage = b"\x19Ethereum Signed Message:\n" + str(len(text)).encode() + text
        else:
            self.read(intent)
        self.digest = keccak(self.preimage)

    def read(self, intent):
        try:
            typed = Typed(bytes.fromhex(intent["call"].split(" ")[1]).decode("utf-8"))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Unreadable from None
        chain, contract = typed.domain.get("chainId"), typed.domain.get("verifyingContract", NOBODY)
        self.contract = "" if contract == NOBODY else contract
        self.elsewhere = chain is not None and chain != intent["chain"].split(":")[1]
        need(self.elsewhere or self.contract != self.own)
        self.type, self.preimage = typed.primary, typed.preimage()
        self.said = [one.lower() for one in leaves_of(typed.message)]
        bounded, self.leaves, to, call = effect(typed, self.own, self.contract)
        self.raw = not bounded or chain is None or not self.contract
        if call and call[2] != "0x":
            asked = {"from": call[0], "call": call[2], "outputs": [{"address": call[1]}]}
            inner = calls.reading(asked, lambda _: [])
            need(inner)
            to = to + inner.to
            if call[0] == self.own:
                self.leaves = self.leaves + [(one[0], one[1], True, one[3]) for one in inner.leaves]
        named = [one for one in dict.fromkeys([self.contract, *to]) if one not in ("", NOBODY, self.own)]
        self.names = named or [self.own]


def reading(intent):
    """None for what nobody can read."""
    try:
        return Message(intent)
    except Unreadable:
        return None


def fault(intent, found):
    if found is None:
        return "unreadableMessage"
    if found.elsewhere:
        return "messageElsewhere"
    whole = [out["address"] for out in intent["outputs"]] == found.names
    said = calls.outflows(intent)
    enough = all(sum(one[1] for one in found.leaves if one[0] == token) <= units for token, units, _ in said)
    return None if whole and enough else "understatedMessage"
