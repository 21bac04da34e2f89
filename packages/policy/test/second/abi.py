"""The contract ABI: selectors, checksums, and arguments that have one spelling. Written from the specification."""

import re


class Unreadable(Exception):
    pass


# --- Keccak-256 (the padding before SHA-3's) ---

ROUNDS = []
_lfsr = 1
for _ in range(24):
    constant = 0
    for bit in range(7):
        if _lfsr & 1:
            constant |= 1 << ((1 << bit) - 1)
        _lfsr = (_lfsr << 1) ^ (0x171 if _lfsr & 0x80 else 0)
    ROUNDS.append(constant)
MASK = (1 << 64) - 1


def rotated(lane, by):
    by %= 64
    return ((lane << by) | (lane >> (64 - by))) & MASK


def permuted(a):
    for constant in ROUNDS:
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[(x - 1) % 5] ^ rotated(c[(x + 1) % 5], 1) for x in range(5)]
        a = [[a[x][y] ^ d[x] for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, a[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, a[x][y] = a[x][y], rotated(current, (t + 1) * (t + 2) // 2)
        for y in range(5):
            row = [a[x][y] for x in range(5)]
            for x in range(5):
                a[x][y] = row[x] ^ (~row[(x + 1) % 5] & MASK & row[(x + 2) % 5])
        a[0][0] ^= constant
    return a


def keccak(data):
    rate, state = 136, [[0] * 5 for _ in range(5)]
    padded = bytearray(data + b"\x01")
    padded += b"\x00" * (-len(padded) % rate)
    padded[-1] |= 0x80
    for start in range(0, len(padded), rate):
        for i in range(rate // 8):
            lane = int.from_bytes(padded[start + 8 * i : start + 8 * i + 8], "little")
            state[i % 5][i // 5] ^= lane
        state = permuted(state)
    return b"".join(state[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def checksummed(digits):
    if set(digits) == {"0"}:
        return "0x" + digits
    marks = keccak(digits.encode()).hex()
    return "0x" + "".join(c.upper() if int(marks[i], 16) >= 8 else c for i, c in enumerate(digits))


# --- types ---


def split(text):
    """What stands between commas, but not in parentheses."""
    parts, depth = [""], 0
    for char in text:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts if text else []


def parse_type(text):
    """One parameter of a signature in its one spelling: (type, name)."""
    end = text.rindex(")") + 1 if text.startswith("(") else re.match(r"[a-z0-9]*", text).end()
    lists, name = re.fullmatch(r"((?:\[\d*\])*)(?: (\w+))?", text[end:]).groups()
    inner = ("tuple", [parse_type(part) for part in split(text[1 : end - 1])]) if text.startswith("(") else (text[:end],)
    for length in re.findall(r"\[(\d*)\]", lists):
        inner = ("list", inner, int(length) if length else None)
    return inner, name or ""


def spelled(kind):
    if kind[0] == "tuple":
        return "(" + ",".join(spelled(part) for part, _ in kind[1]) + ")"
    if kind[0] == "list":
        return spelled(kind[1]) + "[" + ("" if kind[2] is None else str(kind[2])) + "]"
    return kind[0]


PLAIN = r"address|bool|string|bytes([1-9]|[12][0-9]|3[0-2])?|u?int(8|16|24|32|40|48|56|64|72|80|88|96|1[0-9]{2}|2[0-4][0-9]|25[0-6])"


def known(kind):
    """Is it a type of the ABI, by its one name?"""
    if kind[0] == "tuple":
        return bool(kind[1]) and all(known(one) for one, _ in kind[1])
    if kind[0] == "list":
        return known(kind[1]) and kind[2] != 0
    bits = re.search(r"int(\d+)$", kind[0])
    return bool(re.fullmatch(PLAIN, kind[0])) and (not bits or int(bits.group(1)) % 8 == 0)


def parameters(text):
    """Of `(address owner)`: (type, name) each; None for what is not in the one spelling that there is."""
    try:
        parts = [parse_type(part) for part in split(text[1:-1])]
    except (AttributeError, ValueError, TypeError):
        return None
    spelled_out = "(" + ",".join(map(spelled_with_names, parts)) + ")"
    return parts if spelled_out == text and all(known(kind) for kind, _ in parts) else None


def spelled_with_names(parameter):
    """Of (type, name), as signed documents have it."""
    kind, name = parameter

    def inner(one):
        if one[0] == "tuple":
            return "(" + ",".join(map(spelled_with_names, one[1])) + ")"
        if one[0] == "list":
            return inner(one[1]) + "[" + ("" if one[2] is None else str(one[2])) + "]"
        return one[0]

    return inner(kind) + (f" {name}" if name else "")


def method(text):
    name, inputs = re.fullmatch(r"(\w+)\((.*)\)", text).groups()
    kinds = [kind for kind, _ in map(parse_type, split(inputs))]
    signature = name + "(" + ",".join(map(spelled, kinds)) + ")"
    return "0x" + keccak(signature.encode()).hex()[:8], kinds


# --- values ---


def dynamic(kind):
    if kind[0] == "list":
        return kind[2] is None or dynamic(kind[1])
    if kind[0] == "tuple":
        return any(dynamic(part) for part, _ in kind[1])
    return kind[0] in ("bytes", "string")


def width(kind):
    if dynamic(kind):
        return 32
    if kind[0] == "list":
        return kind[2] * width(kind[1])
    return sum(width(part) for part, _ in kind[1]) if kind[0] == "tuple" else 32


def word(data, at):
    if at + 32 > len(data):
        raise Unreadable
    return data[at : at + 32]


def number(data, at):
    found = int.from_bytes(word(data, at), "big")
    if found > len(data):
        raise Unreadable
    return found


def text_bytes(data, at):
    length = number(data, at)
    if at + 32 + length > len(data):
        raise Unreadable
    return data[at + 32 : at + 32 + length]


def value_at(data, kind, at, base, left):
    left[0] -= 1
    if left[0] < 0:
        raise Unreadable
    place = base + number(data, at) if dynamic(kind) else at
    name = kind[0]
    if name == "tuple":
        return values(data, [part for part, _ in kind[1]], place, left)
    if name == "list":
        length = number(data, place) if kind[2] is None else kind[2]
        if length > left[0]:
            raise Unreadable
        return values(data, [kind[1]] * length, place + (32 if kind[2] is None else 0), left)
    if name in ("bytes", "string"):
        return text_bytes(data, place)
    found = word(data, place)
    if name.startswith("bytes"):
        return found[: int(name[5:])]
    if name == "address":
        return checksummed(found[12:].hex())
    plain = int.from_bytes(found, "big")
    if name.startswith("int"):
        bits = int(name[3:])
        plain &= (1 << bits) - 1
        return plain - (1 << bits) if plain >> (bits - 1) else plain
    return plain


def values(data, kinds, base, left):
    at, found = base, []
    for kind in kinds:
        found.append(value_at(data, kind, at, base, left))
        at += width(kind)
    return found


def written(kind, value):
    name = kind[0]
    if name == "tuple":
        return all_written([part for part, _ in kind[1]], value)
    if name == "list":
        head = b"" if kind[2] is not None else len(value).to_bytes(32, "big")
        return head + all_written([kind[1]] * len(value), value)
    if name in ("bytes", "string"):
        if name == "string":
            try:
                value.decode("utf-8")
            except UnicodeDecodeError:
                raise Unreadable from None
        return len(value).to_bytes(32, "big") + value + b"\x00" * (-len(value) % 32)
    if name.startswith("bytes"):
        return value + b"\x00" * (32 - len(value))
    if name == "address":
        return bytes(12) + bytes.fromhex(value[2:])
    if name.startswith("int"):
        return (value % (1 << 256)).to_bytes(32, "big")
    bits = 1 if name == "bool" else int(name[4:])
    if value >> bits:
        raise Unreadable
    return value.to_bytes(32, "big")


def all_written(kinds, found):
    heads, tails, end = b"", b"", sum(map(width, kinds))
    for kind, value in zip(kinds, found):
        made = written(kind, value)
        if dynamic(kind):
            heads += (end + len(tails)).to_bytes(32, "big")
            tails += made
        else:
            heads += made
    return heads + tails


def arguments(kinds, data):
    """Raises Unreadable for whatever is not written in the one way there is."""
    found = values(data, kinds, 0, [len(data) // 32 * 6 + 1])
    if all_written(kinds, found) != data:
        raise Unreadable
    return found
