"""Opens the sealed card sections of a request, and refuses what was not sealed for it: every rule of docs/operators.md.

Python 3.9 or later, with the package `cryptography` (Debian: python3-cryptography).
All vectors: python3 unseal.py key.json sealed-sections.json
"""
import base64
import hashlib
import json
import re
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import load_pem_private_key

OAEP = padding.OAEP(mgf=padding.MGF1(hashes.SHA256()), algorithm=hashes.SHA256(), label=None)
WINDOW = 900  # seconds that a seal may be older or newer than the clock
SECTIONS = ("credit_card", "recipient_card")
CARD_DATA = ("number", "verification_value", "exp_month", "exp_year", "holder")
CLAIMS = ("iat", "jti", "bound_to", "attempt")
UNNAMEABLE = object()


class Duplicate(Exception):
    """A payment was accepted with one of these ids: answer with the duplicate rejection."""


class Refused(Exception):
    """`sections` names those whose `token` is refused: answer 422, with the same text for every reason."""

    def __init__(self, sections):
        super().__init__(", ".join(sections))
        self.sections = sections


def decode(part):
    """base64url without padding, in its only spelling."""
    octets = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    if base64.urlsafe_b64encode(octets).rstrip(b"=").decode() != part:
        raise ValueError("no base64url")
    return octets


def key_for(header, keys):
    """The private key for a header. Its text is compared, not its JSON: so no member can be there twice, and no white space."""
    for kid, key in keys.items():
        members = [f'"kid":"{kid}"', '"alg":"RSA-OAEP-256"', '"enc":"A256GCM"', '"typ":"JOSE"', '"cty":"application/json"']
        if header[:1] == "{" and header[-1:] == "}" and sorted(header[1:-1].split(",")) == sorted(members):
            return key
    raise ValueError("another header")


def no_number(text):
    raise ValueError("NaN and Infinity are no JSON")


def unseal(token, keys):
    """The fields of a section and the claims of its seal; None when it can't be opened, for any reason."""
    try:
        header, wrapped, iv, ciphertext, tag = token.split(".")
        key = key_for(decode(header).decode("ascii"), keys)
        nonce, mac = decode(iv), decode(tag)
        content_key = key.decrypt(decode(wrapped), OAEP)
        if (len(content_key), len(nonce), len(mac)) != (32, 12, 16):
            return None
        text = AESGCM(content_key).decrypt(nonce, decode(ciphertext) + mac, header.encode()).decode("utf-8")
        content = json.loads(text, parse_constant=no_number)
        content.pop("pad", None)
        claims = {name: content.pop(name, None) for name in CLAIMS}
        if not re.fullmatch(r"[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}", claims["jti"], re.ASCII):
            return None
        if not re.fullmatch(r"[\w-]{22}", claims["attempt"], re.ASCII):
            return None
        claims["jti"] = claims["jti"].lower()
        return content, claims
    except (ValueError, TypeError, AttributeError, RecursionError, InvalidTag):
        return None


def is_sealed(section):
    """The token of a saved card has no dots."""
    return isinstance(section, dict) and isinstance(section.get("token"), str) and section["token"].count(".") == 4


def has_card_data(section):
    return any(section.get(name) is not None for name in CARD_DATA)


def recipient_name(recipient):
    """How a source has to name the recipient beside it."""
    if recipient is None:
        return None
    if not isinstance(recipient, dict) or has_card_data(recipient) or not isinstance(recipient.get("token"), str):
        return UNNAMEABLE
    if is_sealed(recipient):
        return "sealed"
    return base64.urlsafe_b64encode(hashlib.sha256(recipient["token"].encode("utf-8", "surrogatepass")).digest()).rstrip(b"=").decode()


def as_text(members):
    """To compare: 10000.0 is 10000, but for Python, True is 1 too."""
    whole = {name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in members.items()}
    return json.dumps(whole, sort_keys=True)


def is_bound_to(claims, request, now):
    """Whether a seal is fresh, and was made for this request."""
    iat, bound = claims["iat"], claims["bound_to"]
    if isinstance(iat, bool) or not isinstance(iat, (int, float)) or not now - WINDOW <= iat <= now + WINDOW or not isinstance(bound, dict):
        return False
    request = {name: value for name, value in request.items() if value is not None}
    # Without a contract it pays, and the request's is ignored: older pages don't seal it.
    if "contract" not in bound:
        request.pop("contract", None)
    return as_text(bound) == as_text(request)


def open_sections(operation, request, cards, keys, now, is_used):
    """Opens the card sections of a request.

    operation: "check", "transfer" or "order". request: amount, currency, and tracking_id, product_id and contract if it has them; for
    an order the price of the product or plan. cards: the sections as they came. keys: private keys by their kid. now: seconds.
    is_used(id): whether a payment was accepted with a jti or with "attempt …"; record the returned `ids` when you accept one.
    Raises Duplicate or Refused.
    """
    # Only a transfer has a contract.
    if operation != "transfer":
        request = {**request, "contract": None}
    seals = {name: unseal(cards[name]["token"], keys) for name in SECTIONS if is_sealed(cards.get(name))}
    claims = [seal[1] for seal in seals.values() if seal]
    ids = [one["jti"] for one in claims] + sorted({"attempt " + one["attempt"] for one in claims})
    # Before every other rule: a page must never read of a copy that it failed. A check may come with a used id.
    if operation != "check" and any(is_used(each) for each in ids):
        raise Duplicate()
    mixed = len({one["attempt"] for one in claims}) > 1 or len({one["jti"] for one in claims}) < len(claims)
    recipient = recipient_name(cards.get("recipient_card"))
    if operation == "order" and recipient is not None:
        recipient = UNNAMEABLE
    refused = []
    for name, seal in seals.items():
        wanted = {**request, "operation": operation, "section": name}
        if name == "credit_card":
            wanted["recipient"] = recipient
        proven = recipient is not UNNAMEABLE if name == "credit_card" else "credit_card" in seals
        if not seal or mixed or not proven or has_card_data(cards[name]) or not is_bound_to(seal[1], wanted, now):
            refused.append(name)
    if refused:
        raise Refused(refused)
    is_contract_bound = all("contract" in one["bound_to"] for one in claims)
    opened = {name: seals[name][0] if name in seals else section for name, section in cards.items()}
    return {"sections": opened, "ids": ids, "contract": request.get("contract") if is_contract_bound else None}


def wanted_of(vector, cards):
    """What a reader has to make of a vector."""
    if "refused" in vector:
        return {"refused": vector["refused"]}
    texts = {name: section["plaintext"] for name, section in vector["sections"].items()}
    sections = {name: {member: text[member] for member in text if member not in CLAIMS} for name, text in texts.items()}
    ids = [text["jti"].lower() for text in texts.values()] + sorted({"attempt " + text["attempt"] for text in texts.values()})
    contract = None if "contract" in vector.get("unsealed", []) else vector["request"].get("contract")
    return {"sections": {**cards, **sections}, "ids": ids, "contract": contract}


def main(key_file, vectors_file):
    with open(key_file, encoding="utf-8") as file:
        key = json.load(file)
    with open(vectors_file, encoding="utf-8") as file:
        document = json.load(file)
    keys = {key["thumbprint"]: load_pem_private_key(key["private_pem"].encode(), None)}
    differ = 0
    for vector in document["vectors"] + document["refused"]:
        request = dict(vector["request"])
        cards = dict(vector["cards"] if "cards" in vector else {name: {"token": one["token"]} for name, one in vector["sections"].items()})
        if "recipient_card" in request:
            cards["recipient_card"] = request.pop("recipient_card")
        now, used = vector.get("now", document["now"]), vector.get("used", [])
        try:
            result = open_sections(vector["operation"], request, cards, keys, now, lambda each: each in used)
        except Duplicate:
            result = {"refused": "duplicate"}
        except Refused as refused:
            result = {"refused": refused.sections}
        is_right = result == wanted_of(vector, cards)
        differ += not is_right
        print(f"ok {vector['title']}" if is_right else f"DIFFERS {vector['title']}: {json.dumps(result)}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
