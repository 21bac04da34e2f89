"""What a contract call does, read from its data: the methods that every release knows, and calls within calls."""

from .abi import Unreadable, arguments, checksummed, method, spelled

# Each gives (what leaves: token, units, allowed, endless), (who is given something), (calls in it: contract, data, by the account, as itself).
# `a` are its arguments, `at` is (own account, contract, is it the account that calls).


def pay(at, units, to, own):
    return [(at[1], units, False, False)] if own and units else [], [to], []


def allow(token, units, to, endless=False):
    return ([(token, units, True, endless)], [to], []) if units or endless else ([], [], [])


NOTHING = ([], [], [])


def goes_in(token, units, to, at):
    return [(token, units, False, False)] if at[2] and units else [], [to], []


def gets(to):
    return [], [to], []


def receiver(address, at, early=0):
    """Of the first router 0 is the router itself; of the second 1 is whoever calls it, and 2 the router."""
    return ({0: at[1]} if early else {1: at[0], 2: at[1]}).get(int(address, 16), address)


def first(path):
    if not path:
        raise Unreadable
    return path[0]


def whole_steps(path):
    if len(path) < 43 or len(path) % 23 != 20:
        raise Unreadable
    return path


def both(one, other):
    return one[0] + other[0], list(dict.fromkeys(one[1] + other[1])), []


def itself(datas, at):
    return [], [], [(at[1], data, at[2], False) for data in datas]


def others(calls, data):
    return [], [], [(call[0], call[data], False, False) for call in calls]


V2 = "uint256 deadline"
PAIR = "address tokenIn,address tokenOut,uint24 fee,address recipient"
TABLE = {
    "transfer(address to,uint256 amount)": lambda a, at: pay(at, a[1], a[0], at[2]),
    "transferFrom(address from,address to,uint256 amount)": lambda a, at: pay(at, a[2], a[1], a[0] == at[0]),
    "approve(address spender,uint256 amount)": lambda a, at: allow(at[1], a[1], a[0]) if at[2] else NOTHING,
    "increaseAllowance(address spender,uint256 by)": lambda a, at: allow(at[1], a[1], a[0]) if at[2] else NOTHING,
    "decreaseAllowance(address spender,uint256 by)": lambda a, at: NOTHING,
    "permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)": lambda a, at: allow(
        at[1], a[2], a[1]
    )
    if a[0] == at[0]
    else NOTHING,
    "permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v,bytes32 r,bytes32 s)": lambda a, at: allow(
        at[1], 0, a[1], True
    )
    if a[0] == at[0] and a[4]
    else NOTHING,
    "safeTransferFrom(address from,address to,uint256 id)": lambda a, at: pay(at, 1, a[1], a[0] == at[0]),
    "safeTransferFrom(address from,address to,uint256 id,bytes data)": lambda a, at: pay(at, 1, a[1], a[0] == at[0]),
    "safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)": lambda a, at: pay(
        at, a[3], a[1], a[0] == at[0]
    ),
    "safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)": lambda a, at: pay(
        at, sum(a[3]), a[1], a[0] == at[0]
    ),
    "setApprovalForAll(address operator,bool approved)": lambda a, at: allow(at[1], 0, a[0], True)
    if at[2] and a[1]
    else NOTHING,
    "deposit()": lambda a, at: NOTHING,
    "withdraw(uint256 amount)": lambda a, at: ([(at[1], a[0], False, False)] if at[2] else [], [], []),
    "approve(address token,address spender,uint160 amount,uint48 expiration)": lambda a, at: allow(a[0], a[2], a[1])
    if at[2]
    else NOTHING,
    "transferFrom(address from,address to,uint160 amount,address token)": lambda a, at: pay(
        (at[0], a[3]), a[2], a[1], a[0] == at[0]
    ),
    "permit(address owner,((address token,uint160 amount,uint48 expiration,uint48 nonce) details,address spender,uint256 sigDeadline) permitSingle,bytes signature)": lambda a, at: allow(
        a[1][0][0], a[1][0][1], a[1][1]
    )
    if a[0] == at[0]
    else NOTHING,
    "lockdown((address token,address spender)[] approvals)": lambda a, at: NOTHING,
    "invalidateNonces(address token,address spender,uint48 newNonce)": lambda a, at: NOTHING,
    "transferOwnership(address newOwner)": lambda a, at: gets(a[0]),
    "renounceOwnership()": lambda a, at: NOTHING,
    "multicall(bytes[] data)": lambda a, at: itself(a[0], at),
    "multicall(uint256 deadline,bytes[] data)": lambda a, at: itself(a[1], at),
    "multicall(bytes32 previousBlockhash,bytes[] data)": lambda a, at: itself(a[1], at),
    "aggregate((address target,bytes callData)[] calls)": lambda a, at: others(a[0], 1),
    "blockAndAggregate((address target,bytes callData)[] calls)": lambda a, at: others(a[0], 1),
    "tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)": lambda a, at: others(a[1], 1),
    "tryBlockAndAggregate(bool requireSuccess,(address target,bytes callData)[] calls)": lambda a, at: others(a[1], 1),
    "aggregate3((address target,bool allowFailure,bytes callData)[] calls)": lambda a, at: others(a[0], 2),
    "aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)": lambda a, at: others(a[0], 3),
    "execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)": lambda a, at: (
        [],
        [a[8]] if a[6] else [],
        [(a[0], a[2], False, a[3] == 1)],
    ),
    "approveHash(bytes32 hashToApprove)": lambda a, at: NOTHING,
    "swapTokensForExactTokens(uint256 out,uint256 most,address[] path,address to,uint256 deadline)": lambda a, at: goes_in(
        first(a[2]), a[1], a[3], at
    ),
    "swapTokensForExactETH(uint256 out,uint256 most,address[] path,address to,uint256 deadline)": lambda a, at: goes_in(
        first(a[2]), a[1], a[3], at
    ),
    "swapETHForExactTokens(uint256 out,address[] path,address to,uint256 deadline)": lambda a, at: gets(a[2]),
    "addLiquidity(address tokenA,address tokenB,uint256 a,uint256 b,uint256 c,uint256 d,address to,uint256 deadline)": lambda a, at: both(
        goes_in(a[0], a[2], a[6], at), goes_in(a[1], a[3], a[6], at)
    ),
    "addLiquidityETH(address token,uint256 a,uint256 b,uint256 c,address to,uint256 deadline)": lambda a, at: goes_in(
        a[0], a[1], a[4], at
    ),
    "removeLiquidity(address tokenA,address tokenB,uint256 l,uint256 a,uint256 b,address to,uint256 deadline)": lambda a, at: gets(
        a[5]
    ),
    "removeLiquidityETH(address token,uint256 l,uint256 a,uint256 b,address to,uint256 deadline)": lambda a, at: gets(a[4]),
    "swapExactTokensForTokens(uint256 amountIn,uint256 least,address[] path,address to)": lambda a, at: goes_in(
        first(a[2]), a[0], receiver(a[3], at), at
    ),
    "swapTokensForExactTokens(uint256 out,uint256 most,address[] path,address to)": lambda a, at: goes_in(
        first(a[2]), a[1], receiver(a[3], at), at
    ),
    "unwrapWETH9(uint256 least,address recipient)": lambda a, at: gets(a[1]),
    "unwrapWETH9(uint256 least)": lambda a, at: gets(at[0]),
    "sweepToken(address token,uint256 least,address recipient)": lambda a, at: gets(a[2]),
    "sweepToken(address token,uint256 least)": lambda a, at: gets(at[0]),
    "refundETH()": lambda a, at: gets(at[0]),
    "selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)": lambda a, at: (
        [(a[0], a[1], True, False)],
        [at[1]],
        [],
    ),
}
for _fee in ("", "SupportingFeeOnTransferTokens"):
    for _what in ("Tokens", "ETH"):
        TABLE[f"swapExactTokensFor{_what}{_fee}(uint256 amountIn,uint256 least,address[] path,address to,{V2})"] = (
            lambda a, at: goes_in(first(a[2]), a[0], a[3], at)
        )
    TABLE[f"swapExactETHForTokens{_fee}(uint256 least,address[] path,address to,{V2})"] = lambda a, at: gets(a[2])
for _limit, _m in (("uint256 deadline,", 1), ("", 0)):
    TABLE[f"exactInputSingle(({PAIR},{_limit}uint256 a,uint256 b,uint160 c) params)"] = lambda a, at, m=_m: goes_in(
        a[0][0], a[0][4 + m], receiver(a[0][3], at, m), at
    )
    TABLE[f"exactOutputSingle(({PAIR},{_limit}uint256 a,uint256 b,uint160 c) params)"] = lambda a, at, m=_m: goes_in(
        a[0][0], a[0][5 + m], receiver(a[0][3], at, m), at
    )
    TABLE[f"exactInput((bytes path,address recipient,{_limit}uint256 a,uint256 b) params)"] = lambda a, at, m=_m: goes_in(
        checksummed(whole_steps(a[0][0])[:20].hex()), a[0][2 + m], receiver(a[0][1], at, m), at
    )
    TABLE[f"exactOutput((bytes path,address recipient,{_limit}uint256 a,uint256 b) params)"] = lambda a, at, m=_m: goes_in(
        checksummed(whole_steps(a[0][0])[-20:].hex()), a[0][3 + m], receiver(a[0][1], at, m), at
    )
# 0x: who holds the allowance calls who swaps. Of coins, which have two names there, nothing is taken.
HOLD = "exec(address operator,address token,uint256 amount,address target,bytes data)"
SETTLE = "execute((address recipient,address buyToken,uint256 least) slippage,bytes[] actions,bytes32 affiliate)"
COINS = ("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", "0x" + "0" * 40)
TABLE[HOLD] = lambda a, at: (
    [(a[1], a[2], False, False)] if at[2] and a[2] and a[1] not in COINS else [],
    [a[0]],
    [(a[3], a[4], False, False)],
)
TAKES, CHECKS = (
    method(text)
    for text in (
        "TRANSFER_FROM(address recipient,((address token,uint256 amount) permitted,uint256 nonce,uint256 end) permit,bytes sig)",
        "NATIVE_CHECK(uint256 end,uint256 value)",
    )
)


def is_of(known, data):
    return "0x" + data[:4].hex() == known[0]


def first_end(steps):
    """When a swap by 0x is over: what its first step says, which has to be read wherever it stands."""
    if steps and is_of(TAKES, steps[0]):
        return arguments(TAKES[1], steps[0][4:])[1][2]
    if steps and is_of(CHECKS, steps[0]):
        return arguments(CHECKS[1], steps[0][4:])[0]
    return None


def given_back(a):
    first_end(a[1])
    return gets(a[0][0])


TABLE[SETTLE] = lambda a, at: given_back(a)
KNOWN = {}
for _text, _effect in TABLE.items():
    _selector, _kinds = method(_text)
    KNOWN[_selector] = (_kinds, _effect)


class Reading:
    def __init__(self, own, agreed):
        self.own, self.agreed = own, agreed
        self.calls, self.leaves, self.to = [], [], []

    def read(self, contract, data, by_own, as_itself, depth):
        if depth > 4 or len(self.calls) >= 50:
            raise Unreadable
        selector = "0x" + data[:4].hex() if len(data) >= 4 else ""
        agreed = dict(method(text) for text in self.agreed(contract))
        known = KNOWN.get(selector)
        leaves, to, inner = known[1](arguments(known[0], data[4:]), (self.own, contract, by_own)) if known else NOTHING
        kinds = agreed.get(selector) or (known[0] if known and not agreed else None)
        args = None if kinds is None else arguments(kinds, data[4:])
        named = selector in agreed or (not agreed and known is not None) or data == b""
        read = (None, None) if as_itself or not named or kinds is None else ([spelled(kind) for kind in kinds], args)
        self.calls.append((contract, selector, as_itself or not named, *read))
        self.leaves += leaves
        self.to += to
        for target, more, own, itself in inner:
            self.to.append(target)
            self.read(target, more, own, itself, depth + 1)


def reading(intent, agreed):
    """None for what nobody can read."""
    contract = intent["outputs"][0]["address"]
    found = Reading(intent["from"], agreed)
    try:
        found.read(contract, bytes.fromhex(intent["call"].split(" ")[0][2:]), True, False, 1)
    except Unreadable:
        return None
    nobody = (contract, intent["from"], "0x" + "0" * 40)
    found.to = [one for one in dict.fromkeys(found.to) if one not in nobody]
    return found


def outflows(intent):
    """(contract, units, decimals) of each token that it says something of."""
    parts = [part.split(" ")[:3] for part in intent["call"].split(" out ")[1:]]
    return [(contract, int(units), int(decimals)) for contract, units, decimals in parts]


# Of each swap (does the coin go in, does it come out, what goes in at most, what comes out at least, first and last of its path, receiver, end).
SWAPS = {}
for _fee in ("", "SupportingFeeOnTransferTokens"):
    SWAPS[f"swapExactTokensForTokens{_fee}(uint256 x,uint256 y,address[] p,address to,{V2})"] = lambda a: (0, 0, a[0], a[1], a[2], a[3], a[4])
    SWAPS[f"swapExactTokensForETH{_fee}(uint256 x,uint256 y,address[] p,address to,{V2})"] = lambda a: (0, 1, a[0], a[1], a[2], a[3], a[4])
    SWAPS[f"swapExactETHForTokens{_fee}(uint256 y,address[] p,address to,{V2})"] = lambda a: (1, 0, None, a[0], a[1], a[2], a[3])
SWAPS[f"swapTokensForExactTokens(uint256 y,uint256 x,address[] p,address to,{V2})"] = lambda a: (0, 0, a[1], a[0], a[2], a[3], a[4])
SWAPS[f"swapTokensForExactETH(uint256 y,uint256 x,address[] p,address to,{V2})"] = lambda a: (0, 1, a[1], a[0], a[2], a[3], a[4])
SWAPS[f"swapETHForExactTokens(uint256 y,address[] p,address to,{V2})"] = lambda a: (1, 0, None, a[0], a[1], a[2], a[3])
SWAPS["swapExactTokensForTokens(uint256 x,uint256 y,address[] p,address to)"] = lambda a: (0, 0, a[0], a[1], a[2], a[3], None)
SWAPS["swapTokensForExactTokens(uint256 y,uint256 x,address[] p,address to)"] = lambda a: (0, 0, a[1], a[0], a[2], a[3], None)


def _ends(path):
    return [checksummed(path[:20].hex()), checksummed(path[-20:].hex())]


for _limit, _m in (("uint256 deadline,", 1), ("", 0)):
    _until = lambda t, at, m: t[at] if m else None
    SWAPS[f"exactInputSingle(({PAIR},{_limit}uint256 x,uint256 y,uint160 c) params)"] = lambda a, m=_m: (
        0, 0, a[0][4 + m], a[0][5 + m], a[0][:2], a[0][3], _until(a[0], 4, m))
    SWAPS[f"exactOutputSingle(({PAIR},{_limit}uint256 y,uint256 x,uint160 c) params)"] = lambda a, m=_m: (
        # A price limit may end it before everything came.
        0, 0, a[0][5 + m], 0 if a[0][6 + m] else a[0][4 + m], a[0][:2], a[0][3], _until(a[0], 4, m))
    SWAPS[f"exactInput((bytes p,address to,{_limit}uint256 x,uint256 y) params)"] = lambda a, m=_m: (
        0, 0, a[0][2 + m], a[0][3 + m], _ends(a[0][0]), a[0][1], _until(a[0], 2, m))
    SWAPS[f"exactOutput((bytes p,address to,{_limit}uint256 y,uint256 x) params)"] = lambda a, m=_m: (
        0, 0, a[0][3 + m], a[0][2 + m], _ends(a[0][0])[::-1], a[0][1], _until(a[0], 2, m))
TRADES = {}
for _text, _read in SWAPS.items():
    _selector, _kinds = method(_text)
    TRADES[_selector] = (_kinds, _read)


def inflow(intent):
    """(contract, or '' for the coin, and units) that a swap says it brings; None for what is no swap by its own word."""
    words = intent["call"].split(" ")
    if len(words) < 6 or words[-5] != "in":
        return None
    return words[-4].replace("-", "") if words[-4] == "-" else words[-4], int(words[-3])


def swaps(found):
    return [call for call in found.calls if call[1] in TRADES or call[1] == SETTLING[0]] if found else []


# Methods of the routers of V3: the second has no end in them.
V3 = [method(text)[0] for text in SWAPS if text.startswith("exact") or text.endswith("address to)")]
BUNDLE, UNWRAP, REFUND = (
    method(text)[0]
    for text in ("multicall(uint256 deadline,bytes[] data)", "unwrapWETH9(uint256 least,address recipient)", "refundETH()")
)


def one_swap(intent, data):
    """(gives, most, gets, least, receiver, end) of a call that is a swap, numbers of receivers read; None for another."""
    selector = "0x" + data[:4].hex()
    if selector not in TRADES:
        return None
    kinds, read = TRADES[selector]
    coin_in, coin_out, most, least, path, to, until = read(arguments(kinds, data[4:]))
    at = (intent["from"], intent["outputs"][0]["address"])
    if selector in V3:
        to = receiver(to, at, until is not None)
    return "" if coin_in else path[0], most, "" if coin_out else path[-1], least, to, until, selector in V3


HOLDING, SETTLING = method(HOLD), method(SETTLE)


def settled(data):
    """A swap by 0x: what may be taken of the account stands around, what comes back inside, and the end in its first step."""
    operator, token, units, target, inner = arguments(HOLDING[1], data[4:])
    if not is_of(SETTLING, inner) or operator not in ((target, COINS[1]) if token in COINS else (target,)):
        return None
    (to, gets_, least), steps, _ = arguments(SETTLING[1], inner[4:])
    until = first_end(steps)
    if until is None:
        return None
    gives, most = ("", None) if token in COINS else (token, units)
    return gives, most, "" if gets_ == COINS[0] else gets_, least, to, until


def trade(intent, along):
    """The same of a call that is a swap and nothing else, which may be bundled with its end and with what unwraps or gives back."""
    data = bytes.fromhex(intent["call"].split(" ")[0][2:])
    if is_of(HOLDING, data):
        return settled(data)
    if "0x" + data[:4].hex() != BUNDLE:
        alone = one_swap(intent, data)
        return alone if alone and alone[5] is not None else None
    until, parts = arguments(method("multicall(uint256 deadline,bytes[] data)")[1], data[4:])
    swap = one_swap(intent, parts[0]) if 1 <= len(parts) <= 2 else None
    if not swap or swap[5] is not None or not swap[6]:
        return None
    gives, most, gets_, least, to, _, _ = swap
    last = "0x" + parts[1][:4].hex() if len(parts) == 2 else None
    if along:
        return ("", None, gets_, least, to, until) if last == REFUND and most == along else None
    if last is None:
        return gives, most, gets_, least, to, until
    if last != UNWRAP or to != intent["outputs"][0]["address"]:
        return None
    least, to = arguments(method("unwrapWETH9(uint256 least,address recipient)")[1], parts[1][4:])
    return gives, most, "", least, to, until


def is_swap(intent, found):
    """Is it what it says: one asset for another and nothing else, to the account itself, and over with the intent?"""
    along = sum(int(out["amount"]) for out in intent["outputs"])
    read = trade(intent, along)
    if read is None:
        return False
    gives, most, gets, least, to, until = read[:6]
    said, said_units = inflow(intent)
    tokens = [(token, units) for token, units, _ in outflows(intent)]
    if tokens != ([] if gives == "" else [(gives, most)]) or (along > 0) != (gives == "") or gives == gets:
        return False
    if to != intent["from"] or gets != said or least < said_units:
        return False
    return int(intent["created"]) < until * 1000 <= int(intent["expires"])


def fault(intent, found):
    if found is None:
        return "unreadableCall"
    whole = [out["address"] for out in intent["outputs"][1:]] == found.to
    enough = all(sum(one[1] for one in found.leaves if one[0] == token) <= units for token, units, _ in outflows(intent))
    if not (whole and enough):
        return "understatedCall"
    return "unsoundTrade" if inflow(intent) and not is_swap(intent, found) else None


def endless(intent, found):
    said = {token: decimals for token, _, decimals in outflows(intent)}
    return any(
        allowed and (everything or units >= (10 ** (10 + said[token]) if token in said else 2**128))
        for token, units, allowed, everything in found.leaves
    )
