"""Through which signer's page a decision came, and whether enough came through different ones."""

import json
import re


def name_of(origin):
    """One origin has one name: no port that goes without saying, no dot at the end of the host."""
    scheme, host, port = re.fullmatch(r"(https?)://([^:]*)(?::([0-9]+))?", origin).groups()
    usual = {"https": "443", "http": "80"}[scheme]
    host = host[:-1] if host.endswith(".") else host
    return f"{scheme}://{host}" + (f":{port}" if port and port != usual else "")


def signers_pages(policy):
    return {signer["origin"] for signer in policy["signers"]}


def page_of(policy, approval, unbase64url):
    """None for what no signer's page shows for certain: another origin, or a device key, which can be used anywhere."""
    if approval["proof"]["type"] != "passkey":
        return None
    origin = json.loads(unbase64url(approval["proof"]["clientDataJSON"])).get("origin")
    return name_of(origin) if origin in signers_pages(policy) else None


def pages_of_member(policy, member):
    passkeys = [one for one in member["credentials"] if one["type"] == "passkey"]
    return {name_of(origin) for one in passkeys for origin in one["origins"] if origin in signers_pages(policy)}


def different(pages):
    """pages: by member, each with some. Two members, each with a page that the other one does not stand for."""
    who = list(pages)
    return any(
        a != b for i, one in enumerate(who) for other in who[i + 1 :] for a in pages[one] for b in pages[other]
    )


def people_of(policy, nodes_people):
    """Of these people those who could use some page; nobody where no two could use different ones."""
    members = {m["id"]: m for m in policy["members"]}
    pages = {who: pages_of_member(policy, members[who]) for who in nodes_people if who in members}
    pages = {who: some for who, some in pages.items() if some}
    return list(pages) if different(pages) else []
