"""To whom: our own addresses, active entries of the address book, some of these, or neither."""

from ..schema import HASH, list_of, one_of, record

SCHEMA = record(mode=one_of("any", "internal", "known", "listed", "unknown"), entries=list_of(HASH, 0, 200))
EMPTY = {"mode": "any", "entries": []}


def is_known(payee):
    return payee["own"] or payee["listed"]


def holds(rule, about, who, facts):
    wanted, payees = rule["when"]["destinations"], about["payees"]
    if not payees:
        return wanted["mode"] == "any"
    if wanted["mode"] == "internal":
        return all(payee["own"] for payee in payees)
    if wanted["mode"] == "known":
        return all(map(is_known, payees))
    if wanted["mode"] == "unknown":
        return not all(map(is_known, payees))
    if wanted["mode"] == "listed":
        return all(payee["listed"] and payee["entry"] in wanted["entries"] for payee in payees)
    return True


def problem(rule, askers):
    mode, entries = rule["when"]["destinations"]["mode"], rule["when"]["destinations"]["entries"]
    # Who asks can always leave an entry unnamed: that must neither escape a refusal nor be let through for it.
    escapes = rule["action"] == "refuse" and mode in ("internal", "known", "listed")
    earns = rule["action"] == "pass" and mode == "unknown"
    return "badCondition" if escapes or earns or (mode == "listed") != bool(entries) else None


def when_fewer_listed(value):
    return {"known": "fewer", "listed": "fewer", "unknown": "more"}.get(value["mode"], "same")
