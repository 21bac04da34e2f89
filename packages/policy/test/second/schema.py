"""Canonical text, and what closed schemas are made of: a check takes (value, at) and raises."""

import hashlib
import json
import re

MAX_DEPTH = 8


class Refused(Exception):
    def __init__(self, code, at=""):
        super().__init__(f"{code} at '{at}'")


def below(at, key):
    return f"{at}.{str(key)[:64]}" if at else str(key)[:64]


ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


PLAIN = re.compile(r"[ !#-\[\]-~]*")


def quote(text, at):
    if PLAIN.fullmatch(text):
        return f'"{text}"'
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise Refused("badField", at)
    return '"' + "".join(ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 else c) for c in text) + '"'


def canonical(value, at="", depth=MAX_DEPTH):
    """RFC 8785 of strings, lists and objects: keys sorted by UTF-16 code units, nothing between the tokens."""
    if isinstance(value, str):
        return quote(value, at)
    if not isinstance(value, (list, dict)):
        raise Refused("badField", at)
    if depth == 0:
        raise Refused("tooDeep", at)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, below(at, i), depth - 1) for i, item in enumerate(value)) + "]"
    order = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(f"{quote(k, at)}:{canonical(value[k], below(at, k), depth - 1)}" for k in order) + "}"


def sha256_hex(data):
    return hashlib.sha256(data).hexdigest()


def digest(domain, value):
    return hashlib.sha256(domain.encode() + b"\0" + canonical(value).encode()).digest()


def only_json(name):
    raise ValueError(name)


def parse(text, limit):
    if len(text.encode()) > limit:
        raise Refused("tooLarge")
    try:
        value = json.loads(text, parse_constant=only_json)
    except RecursionError:
        # Python's own parser gives up; ours would have refused the ninth level.
        raise Refused("tooDeep", ".".join("0" * MAX_DEPTH)) from None
    except ValueError:
        raise Refused("badJson") from None
    if canonical(value) != text:
        raise Refused("notCanonical")
    return value


def text(pattern):
    compiled = re.compile(pattern)

    def check(value, at):
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise Refused("badField", at)

    return check


def one_of(*allowed):
    def check(value, at):
        if value not in allowed:
            raise Refused("badField", at)

    return check


def list_of(item, low, high):
    def check(value, at):
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise Refused("badField", at)
        for i, entry in enumerate(value):
            item(entry, below(at, i))

    return check


def record(**fields):
    def check(value, at):
        if not isinstance(value, dict):
            raise Refused("badField", at)
        for key in value:
            if key not in fields:
                raise Refused("unknownField", below(at, key))
        for key, inner in fields.items():
            if key not in value:
                raise Refused("missingField", below(at, key))
            inner(value[key], below(at, key))

    return check


def passkey_or_device(passkey, device):
    def check(value, at):
        is_passkey = isinstance(value, dict) and value.get("type") == "passkey"
        (passkey if is_passkey else device)(value, at)

    return check


HASH = text(r"[0-9a-f]{64}")
HASH_OR_NONE = text(r"([0-9a-f]{64})?")
DIGITS = text(r"0|[1-9][0-9]{0,18}")
DIGITS_OR_NONE = text(r"(0|[1-9][0-9]{0,18})?")
UNITS = text(r"0|[1-9][0-9]{0,77}")
UNITS_OR_NONE = text(r"(0|[1-9][0-9]{0,77})?")
HOURS = text(r"0|[1-9][0-9]?|[1-6][0-9]{2}|7[01][0-9]|720")
WALLET = text(r"[1-9][0-9]{0,18}")
CHAIN = text(r"[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}")
UUID = text(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
ID = text(r"[A-Za-z0-9._:-]{1,64}")
ASCII = text(r"[\x21-\x7e]{0,128}")
BASE64URL = text(r"[A-Za-z0-9_-]{1,8192}")
ORIGIN = text(r"https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?")
# No control characters, no line or paragraph separators, nothing that turns the writing direction.
NAME = text("[^\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,100}")
ASSET_NAME = {"chain": CHAIN, "contract": ASCII}
