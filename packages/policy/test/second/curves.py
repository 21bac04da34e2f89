"""Ed25519 (RFC 8032) and ECDSA on P-256 (FIPS 186-5), verification only, on Python integers. Slow and plain on purpose."""

import hashlib

# --- Ed25519 ---
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
BASE_Y = 4 * pow(5, -1, P) % P


def ed_decode(data):
    """A point from its only encoding, or None (RFC 8032, 5.1.3)."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x, y, 1)


def ed_add(a, b):
    """Points are (X, Y, Z) with x = X/Z and y = Y/Z: one inversion less each time."""
    (x1, y1, z1), (x2, y2, z2) = a, b
    zz, xx, yy = z1 * z2 % P, x1 * x2 % P, y1 * y2 % P
    k = D * xx * yy % P
    less, more = (zz * zz - k) % P, (zz * zz + k) % P
    cross = (x1 * y2 + x2 * y1) % P
    return (zz * less * cross % P, zz * more * (yy + xx) % P, less * more % P)


def ed_multiply(n, point):
    result = (0, 1, 1)
    while n:
        if n & 1:
            result = ed_add(result, point)
        point, n = ed_add(point, point), n >> 1
    return result


def ed_equal(a, b):
    (x1, y1, z1), (x2, y2, z2) = a, b
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


BASE = ed_decode(BASE_Y.to_bytes(32, "little"))


def ed_is_usable(key):
    """A point that is not one of the eight of small order, under which anybody can sign."""
    point = ed_decode(key)
    return point is not None and not ed_equal(ed_multiply(8, point), (0, 1, 1))


def ed_verify(key, message, signature):
    a, r = ed_decode(key), ed_decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L or not ed_is_usable(key):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return ed_equal(ed_multiply(8 * s, BASE), ed_add(ed_multiply(8, r), ed_multiply(8 * k, a)))


# --- P-256 ---
Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    1,
)


def p256_decode(data):
    """A point from its SEC1 encoding, compressed or not, or None."""
    x = int.from_bytes(data[1:33], "big")
    if x >= Q:
        return None
    square = (x * x * x - 3 * x + B) % Q
    if data[0] == 4 and len(data) == 65:
        y = int.from_bytes(data[33:], "big")
        return (x, y, 1) if y < Q and y * y % Q == square else None
    if data[0] in (2, 3) and len(data) == 33:
        y = pow(square, (Q + 1) // 4, Q)
        if y * y % Q != square:
            return None
        return (x, y if y & 1 == data[0] & 1 else Q - y, 1)
    return None


def p256_double(a):
    x, y, z = a
    yy = y * y % Q
    slope = 3 * (x - z * z) * (x + z * z) % Q
    x3 = (slope * slope - 8 * x * yy) % Q
    return (x3, (slope * (4 * x * yy - x3) - 8 * yy * yy) % Q, 2 * y * z % Q)


def p256_add(a, b):
    """Points are (X, Y, Z) with x = X/Z² and y = Y/Z³, or None at infinity."""
    if a is None or b is None:
        return a or b
    (x1, y1, z1), (x2, y2, z2) = a, b
    u1, u2 = x1 * z2 * z2 % Q, x2 * z1 * z1 % Q
    s1, s2 = y1 * z2 * z2 * z2 % Q, y2 * z1 * z1 * z1 % Q
    if u1 == u2:
        return p256_double(a) if s1 == s2 else None
    h, r = (u2 - u1) % Q, (s2 - s1) % Q
    hh = h * h % Q
    x = (r * r - h * hh - 2 * u1 * hh) % Q
    return (x, (r * (u1 * hh - x) - s1 * h * hh) % Q, h * z1 * z2 % Q)


def p256_multiply(n, point):
    result = None
    while n:
        if n & 1:
            result = p256_add(result, point)
        point, n = p256_double(point), n >> 1
    return result


def der_integer(data):
    """(value, rest) of one minimal, positive DER integer shorter than 128 bytes, or None."""
    if len(data) < 3 or data[0] != 2 or data[1] >= 0x80 or data[1] == 0 or len(data) < 2 + data[1]:
        return None
    body, rest = data[2 : 2 + data[1]], data[2 + data[1] :]
    if body[0] & 0x80 or (len(body) > 1 and body[0] == 0 and not body[1] & 0x80):
        return None
    return int.from_bytes(body, "big"), rest


def der_signature(data):
    if len(data) < 2 or data[0] != 0x30 or data[1] >= 0x80 or data[1] != len(data) - 2:
        return None
    first = der_integer(data[2:])
    second = der_integer(first[1]) if first else None
    return (first[0], second[0]) if second and second[1] == b"" else None


def p256_verify(key, message, signature):
    point, pair = p256_decode(key), der_signature(signature)
    if point is None or pair is None or not all(0 < v < N for v in pair):
        return False
    r, s = pair
    e = int.from_bytes(hashlib.sha256(message).digest(), "big")
    w = pow(s, -1, N)
    sum_ = p256_add(p256_multiply(e * w % N, G), p256_multiply(r * w % N, point))
    return sum_ is not None and sum_[0] * pow(sum_[2], -2, Q) % Q % N == r
