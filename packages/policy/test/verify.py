"""Second implementation of what members sign and how it is judged, written separately, on Python's standard library only.

    python3 packages/policy/test/verify.py

Reads vectors/*.vectors.json, computes every answer anew and compares. Prints how many agreed; exits with 1 at any difference.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from second import documents, rules, schema, senior, values  # noqa: E402

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def words(digest):
    """Eight proquints of the first 128 bits."""
    numbers = [int.from_bytes(digest[i : i + 2], "big") for i in range(0, 16, 2)]
    shape = ((CONSONANTS, 12, 15), (VOWELS, 10, 3), (CONSONANTS, 6, 15), (VOWELS, 4, 3), (CONSONANTS, 0, 15))
    return ["".join(letters[n >> shift & mask] for letters, shift, mask in shape) for n in numbers]


def canonical_bytes(value):
    return schema.canonical(value).encode()


def refusal(kind, source):
    try:
        documents.read(kind, source)
    except schema.Refused as refused:
        return str(refused)
    return "no refusal"


def distinct(problems):
    return list(dict.fromkeys(problems))


def intent_answer(case):
    source = bytes.fromhex(case["canonical"]).decode()
    intent = documents.read("intent", source)
    digest = rules.intent_digest(intent)
    same = intent == case["intent"]
    return {"canonical": canonical_bytes(case["intent"]).hex() if same else "", "digest": digest.hex(), "words": words(digest)}


def row_answer(case):
    batch = documents.read("intent", schema.canonical(case["batch"]))
    row = documents.row_of(batch, int(case["index"]), rules.intent_digest(batch).hex())
    return {"row": documents.check_intent(row), "root": documents.rows_root(batch["outputs"])}


def policy_in(document):
    """A policy document out of its text, as it is judged."""
    return documents.lifted(documents.read("policy", schema.canonical(document)))


def document_answer(case):
    document = policy_in(case["document"])
    return {"hash": rules.policy_hash(document), "problems": distinct(rules.genesis_problems(document))}


def keygen_answer(case):
    source = schema.canonical(documents.read("keygen", schema.canonical(case["document"]))).encode()
    return {"canonical": source.hex(), "hash": schema.sha256_hex(source)}


def export_answer(case):
    source = schema.canonical(documents.read("export", schema.canonical(case["document"]))).encode()
    return {"canonical": source.hex(), "hash": schema.sha256_hex(source)}


def change_answer(case):
    return {"problems": distinct(rules.change_problems(policy_in(case["current"]), policy_in(case["next"])))}


def approval_answer(policy, case):
    documents.APPROVAL(case["approval"], "")
    return {"digest": rules.approval_digest(case["approval"]).hex(), "verdict": rules.verdict(policy, case["approval"])}


def freeze_answer(policy, case):
    documents.FREEZE(case["freeze"], "")
    return {"digest": rules.freeze_digest(case["freeze"]).hex(), "verdict": rules.freeze_verdict(policy, case["freeze"])}


def evaluation_answer(case):
    documents.read("intent", schema.canonical(case["intent"]))
    return {"result": rules.evaluate(policy_in(case["policy"]), case["intent"], case["approvals"])}


def ruling_answer(case):
    facts = senior.Facts(case["facts"])
    following = policy_in(case["next"]) if "next" in case else None
    args = (policy_in(case["policy"]), case["intent"], case["approvals"], facts, following, case.get("book"))
    return {"result": rules.evaluate(*args, case.get("payment"))}


def transaction_answer(case):
    transaction = documents.read_transaction(case["transaction"])
    return {"result": rules.outcome(policy_in(case["policy"]), transaction)}


def step_answer(case):
    current, following = policy_in(case["current"]), policy_in(case["next"])
    touched = ",".join(senior.touched_ops(current, following))
    return {"tightening": senior.is_tightening(current, following), "touched": touched}


def value_answer(case):
    return {"cents": str(values.cents(int(case["units"]), case["decimals"], case["price"]))}


def book_answers(file):
    book = {"hash": "", "entries": {}}
    for case in file["changes"]:
        after = senior.apply_book(book, case["change"], file["deployment"], file["at"])
        hashes = [senior.entry_hash(entry) for entry in case["change"]["add"]]
        problem = after if isinstance(after, str) else ""
        book = book if problem else after
        yield "book", case, {"problem": problem, "hash": senior.book_hash(case["change"]), "entries": hashes}
    for case in file["payments"]:
        place = (book, case["chain"], case["contract"], case["output"])
        yield "book", case, {"good": senior.is_listed(*place, file["coolingHours"], case["at"])}


def held_answer(case):
    """Versions one after the other, each seen at its time; what is held then, what counts at some moments, and when entries can be paid."""
    held, (before, *later) = [], case["versions"]
    for version in later:
        held = senior.held_after(held, before["book"], version["book"], version["at"])
        before = version
    now = [senior.in_force(before["book"], held, one["at"]) for one in case["moments"]]
    return {
        "held": held,
        "moments": [
            {"at": one["at"], "mode": mode, "coolingHours": hours} for one, (mode, hours) in zip(case["moments"], now)
        ],
        "payable": [
            {"since": one["since"], "from": senior.payable_from(one["since"], before["book"], held)}
            for one in case["payable"]
        ],
    }


def refusal_answer(case):
    got = refusal(case["kind"], case["text"])
    return {"code": case["code"] if got == f"{case['code']} at '{case['at']}'" else got}


def load(name):
    return json.loads((Path(__file__).parent / "vectors" / f"{name}.vectors.json").read_text("utf-8"))


def answers():
    """(file, case, what this implementation says) for every vector."""
    by_file = {
        "canonical": lambda case: {"bytes": canonical_bytes(case["value"]).hex()},
        "intents": intent_answer,
        "rows": row_answer,
        "documents": document_answer,
        "keygen": keygen_answer,
        "exports": export_answer,
        "changes": change_answer,
        "refusals": refusal_answer,
        "evaluations": evaluation_answer,
        "rulings": ruling_answer,
        "transactions": transaction_answer,
        "steps": step_answer,
        "values": value_answer,
        "held": held_answer,
    }
    for name, answer in by_file.items():
        for case in load(name):
            yield name, case, answer(case)
    yield from book_answers(load("book"))
    approvals = load("approvals")
    for case in approvals["cases"]:
        yield "approvals", case, approval_answer(approvals["policy"], case)
    freezes = load("freezes")
    for case in freezes["cases"]:
        yield "freezes", case, freeze_answer(freezes["policy"], case)


def main():
    agreed = differing = 0
    for name, case, answer in answers():
        differences = {key: (case[key], value) for key, value in answer.items() if case[key] != value}
        agreed += not differences
        differing += bool(differences)
        for key, (expected, got) in differences.items():
            print(f"{name}: {case['name']}: {key}: vector {expected!r}, here {got!r}", file=sys.stderr)
    print(f"{agreed} vectors confirmed")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
