"""Every condition that a senior rule can have: a module each, which says

SINCE                         the version of policy documents that has it first; left out by those of the first
SCHEMA                        what a document may hold
EMPTY                         the value that is no condition
holds(rule, about, who, facts)  True, False, or None where nobody can say, or where it speaks of a part
problem(rule, askers)         why it makes a document unsound, or None
when_fewer_listed(value)      does the rule then speak of "fewer" or "more", or is it the "same"
"""

from . import amount, args, assets, calls, deploys, destinations, initiators, loss, messages, nfts, wallets

VERSIONS = ("1", "2", "3", "4")

conditions = {
    "initiators": initiators,
    "wallets": wallets,
    "assets": assets,
    "amount": amount,
    "destinations": destinations,
    "calls": calls,
    "messages": messages,
    "args": args,
    "deploys": deploys,
    "loss": loss,
    "nfts": nfts,
}


def known(version):
    """The conditions that documents of this version have words for."""
    age = VERSIONS.index(version)
    return [name for name, one in conditions.items() if VERSIONS.index(getattr(one, "SINCE", "1")) <= age]


def spelled(when):
    """Every condition, where a document of the second version leaves out those that are none."""
    return {name: when.get(name, one.EMPTY) for name, one in conditions.items()}


def first_words(when):
    """A document of the first version spells all that it has words for."""
    return {name: when[name] for name in known(VERSIONS[0]) if name in when}


def said(when):
    return {name: value for name, value in when.items() if value != conditions[name].EMPTY}


def holds(rule, about, who, facts):
    """All of them: one that does not hold settles it."""
    answers = [one.holds(rule, about, who, facts) for one in conditions.values()]
    return False if False in answers else None if None in answers else True


def problems(rule, askers):
    found = [one.problem(rule, askers) for one in conditions.values()]
    return [problem for problem in ("badCondition", "unknownInitiator") if problem in found]


def when_fewer_listed(when):
    return {one.when_fewer_listed(when[name]) for name, one in conditions.items()}
