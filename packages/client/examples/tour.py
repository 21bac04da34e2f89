"""python3 tour.py, with HOLDFAST_ORIGIN, HOLDFAST_APP_ID, HOLDFAST_KEY (a file, PEM) and HOLDFAST_PAYEE (an Ethereum address)."""

import base64
import hashlib
import json
import os
import secrets
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

ORIGIN = os.environ["HOLDFAST_ORIGIN"]
URL = os.environ.get("HOLDFAST_URL", ORIGIN)
APP_ID = os.environ["HOLDFAST_APP_ID"]
KEY_FILE = os.environ["HOLDFAST_KEY"]


def sign(text: str) -> bytes:
    """Ed25519 over these bytes: by the package cryptography where it is installed, else by openssl."""
    try:
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        with tempfile.NamedTemporaryFile() as file:
            file.write(text.encode())
            file.flush()
            args = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", KEY_FILE, "-in", file.name]
            return subprocess.run(args, check=True, capture_output=True).stdout
    with open(KEY_FILE, "rb") as file:
        return load_pem_private_key(file.read(), None).sign(text.encode())


class Refused(Exception):
    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


def call(method: str, path: str, fields: dict) -> dict:
    """One call, signed as RFC 9421 says. What is not answered is asked for again by its request_id, never just sent again."""
    form = urllib.parse.urlencode(fields)
    target = f"{path}?{form}" if method == "GET" and form else path
    body = form.encode() if method == "POST" else None
    covered = '("@method" "@target-uri")' if body is None else '("@method" "@target-uri" "content-digest")'
    params = f'{covered};created={int(time.time())};nonce="{secrets.token_urlsafe(16)}";keyid="{APP_ID}";alg="ed25519";tag="holdfast"'
    lines = [f'"@method": {method}', f'"@target-uri": {ORIGIN}{target}']
    headers = {"signature-input": f"sig1={params}"}
    if body is not None:
        digest = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
        lines.append(f'"content-digest": {digest}')
        headers |= {"content-digest": digest, "content-type": "application/x-www-form-urlencoded"}
    lines.append(f'"@signature-params": {params}')
    headers["signature"] = f"sig1=:{base64.b64encode(sign(chr(10).join(lines))).decode()}:"
    request = urllib.request.Request(f"{URL}{target}", data=body, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        reply = json.load(answer)
    if int(reply["code"]) != 0:
        raise Refused(int(reply["code"]), reply["msg"])
    return reply["data"]


def rows(path: str):
    """Every row of a list, oldest first: keep the last max_id, and go on from there the next time."""
    max_id, more = 0, 1
    while more:
        page = call("GET", path, {"max_id": max_id})
        yield from page["list"]
        max_id, more = page["max_id"], page["more"]


me = call("GET", "/openapi/mpc/client/info", {})
print(f"{me['name']} may {', '.join(me['scopes'])}")
wallets = list(rows("/openapi/mpc/sub_wallet/list"))
print(f"{len(wallets)} wallet(s), the first is {wallets[0]['sub_wallet_name']}")
wallet = wallets[0]["sub_wallet_id"]

# The same request_id gives the same address, however often it is asked for.
customer = {"sub_wallet_id": wallet, "symbol": "BTC", "num": 1, "label": "customer 7", "request_id": f"{APP_ID}-address-py"}
address = call("POST", "/openapi/mpc/sub_wallet/create/address", customer)["list"][0]["address"]
again = call("POST", "/openapi/mpc/sub_wallet/create/address", customer)["list"][0]["address"]
print(f"address {address}, again {again}")

deposits = list(rows("/openapi/mpc/billing/sync_deposit_list"))
for deposit in deposits:
    print(f"{deposit['amount']} {deposit['symbol']} came in, status {deposit['status']}")
print(f"{len(deposits)} deposit(s)")

# A payment is asked for; members approve it as the rules say. Asked for again by its request_id, it stays one.
payment = {
    "request_id": f"{APP_ID}-payment-py",
    "sub_wallet_id": wallet,
    "symbol": "ETH",
    "address_to": os.environ["HOLDFAST_PAYEE"],
    "amount": "0.01",
}
try:
    asked = call("POST", "/openapi/mpc/sub_wallet/withdraw", payment)
    repeated = call("POST", "/openapi/mpc/sub_wallet/withdraw", payment)
    print(f"payment {asked['withdraw_id']}, again {repeated['withdraw_id']}, duplicated {repeated['duplicated']}")
    found = call("GET", "/openapi/mpc/billing/withdraw_list", {"request_ids": payment["request_id"]})["list"]
    print(f"status {found[0]['status']}")
    call("POST", "/openapi/mpc/withdraw/cancel", {"withdraw_id": asked["withdraw_id"]})
except Refused as refused:
    print(f"refused with {refused.code}: {refused}")
