"""Contracts that are deployed: bytecode, and what the constructor is given, written in the one way there is."""

from .abi import Unreadable, arguments, keccak, parameters


def reading(intent):
    """(hash of the bytecode, the constructor's parameters); None for what nobody can read."""
    code, args, inputs = intent["call"].split(" ", 3)[1:]
    args, parts = "" if args == "-" else args, parameters(inputs)
    if parts is None or len(code + args) > 60_000:
        return None
    try:
        arguments([kind for kind, _ in parts], bytes.fromhex(args))
    except Unreadable:
        return None
    return keccak(bytes.fromhex(code)).hex(), inputs
