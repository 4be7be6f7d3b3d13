import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findOrInstallInterpreter } from '../interpreters.mjs';

// The vectors have to notice when a reader ignores a rule of docs/operators.md. Each of these takes one rule out of the reader in Python.

const folder = fileURLToPath(new URL('../../docs/samples/seals/', import.meta.url));

/** The rule, the reader's text that keeps it, and what stands there without it. */
type Rule = readonly [rule: string, kept: string, broken: string];

const CARD_DATA = ['number', 'verification_value', 'exp_month', 'exp_year', 'holder'];
const listed = (names: readonly string[]): string => `CARD_DATA = (${names.map((name) => `"${name}"`).join(', ')})`;

/** Takes a member out of what is compared of the header. */
const header = (name: string, value: string): Rule => [
  `the header's ${name} is compared`,
  'sorted(header[1:-1].split(",")) == sorted(members)',
  `set(header[1:-1].split(",")) - {m for m in header[1:-1].split(",") if m.startswith('"${name}"')} == set(members) - {'"${name}":${value}'}`,
];

const SAME = '    return as_text(bound) == as_text(request)';
/** Takes a member out of what is compared of bound_to. */
const bound = (name: string): Rule => [
  `bound_to.${name} is compared`,
  SAME,
  `    bound["${name}"] = request["${name}"] = None\n${SAME}`,
];

const RULES: readonly Rule[] = [
  ['no padding of base64', '    if base64.urlsafe_b64encode(octets).rstrip(b"=").decode() != part:', '    if False:'],
  [
    'base64url in its only spelling, padding apart',
    '    if base64.urlsafe_b64encode(octets).rstrip(b"=").decode() != part:',
    '    if "=" in part:',
  ],
  ['a token of fewer than five parts is no seal', 'section["token"].count(".") == 4', '0 < section["token"].count(".") < 5'],
  ['a token of more than five parts is no seal', 'section["token"].count(".") == 4', 'section["token"].count(".") >= 4'],
  header('alg', '"RSA-OAEP-256"'),
  header('enc', '"A256GCM"'),
  header('typ', '"JOSE"'),
  header('cty', '"application/json"'),
  ['the header’s kid is compared', 'f\'"kid":"{kid}"\'', '[m for m in header[1:-1].split(",") if m.startswith(\'"kid"\')][0]'],
  [
    'no member of the header twice',
    'sorted(header[1:-1].split(",")) == sorted(members)',
    'set(header[1:-1].split(",")) == set(members)',
  ],
  [
    'no further member in the header',
    'sorted(header[1:-1].split(",")) == sorted(members)',
    'set(header[1:-1].split(",")) >= set(members)',
  ],
  [
    'every member of the header',
    'sorted(header[1:-1].split(",")) == sorted(members)',
    'set(header[1:-1].split(",")) <= set(members)',
  ],
  [
    'members of the header in any order',
    'sorted(header[1:-1].split(",")) == sorted(members)',
    'header[1:-1].split(",") == members[1:3] + members[:1] + members[3:]',
  ],
  [
    'no white space in the header',
    'for kid, key in keys.items():',
    'header = header.replace(" ", "")\n    for kid, key in keys.items():',
  ],
  ['no byte order mark before the header', 'decode(header).decode("ascii")', 'decode(header).decode("utf-8-sig")'],
  ['no byte order mark before the plaintext', 'header.encode()).decode("utf-8")', 'header.encode()).decode("utf-8-sig")'],
  [
    'a content key of 32 octets',
    '(len(content_key), len(nonce), len(mac)) != (32, 12, 16)',
    '(len(nonce), len(mac)) != (12, 16)',
  ],
  ['pad is ignored', 'content.pop("pad", None)', 'pass'],
  ['pad may be absent', 'content.pop("pad", None)', 'content.pop("pad", 1).strip'],
  ['a jti is a UUID', '[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}', '.+'],
  [
    'a jti is a UUID of any version',
    '[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}',
    '[\\da-fA-F]{8}-[\\da-fA-F]{4}-4[\\da-fA-F]{3}-[\\da-fA-F]{4}',
  ],
  [
    'a seal has a jti',
    'for name in CLAIMS}',
    'for name in CLAIMS}\n        claims["jti"] = claims["jti"] or "00000000-0000-4000-8000-000000000999"',
  ],
  ['a jti is compared without regard to its case', 'claims["jti"] = claims["jti"].lower()', 'pass'],
  ['an attempt has 22 characters', '[\\w-]{22}', '[\\w-]+'],
  [
    'a seal has an attempt',
    'for name in CLAIMS}',
    'for name in CLAIMS}\n        claims["attempt"] = claims["attempt"] or "AAAAAAAAAAAAAAAAAAAAAA"',
  ],
  ['the case of an attempt counts', 'lambda each: each in used', 'lambda each: each.lower() in [one.lower() for one in used]'],
  ['iat is a number', 'isinstance(iat, bool) or not isinstance(iat, (int, float))', 'not (iat := float(iat or 0))'],
  ['an iat may have a fraction', 'isinstance(iat, (int, float))', 'isinstance(iat, int)'],
  ['a seal has an iat', 'iat, bound = claims["iat"]', 'iat, bound = claims["iat"] or now'],
  ['not older than 15 minutes', 'now - WINDOW <= iat <= now + WINDOW', 'iat <= now + WINDOW'],
  ['not dated further ahead than 15 minutes', 'now - WINDOW <= iat <= now + WINDOW', 'now - WINDOW <= iat'],
  ['15 minutes, not fewer', 'WINDOW = 900', 'WINDOW = 890'],
  [
    'bound_to is there',
    ' or not isinstance(bound, dict):\n        return False',
    ':\n        return False\n    if bound is None:\n        claims["bound_to"] = {}\n        return True',
  ],
  ...['operation', 'section', 'amount', 'currency', 'tracking_id', 'product_id', 'recipient'].map(bound),
  [
    'members of bound_to are compared by type',
    SAME,
    '    return {k: str(v) for k, v in bound.items()} == {k: str(v) for k, v in request.items()}',
  ],
  [
    'members of bound_to are compared with their case',
    SAME,
    '    return {k: str(v).lower() for k, v in bound.items()} == {k: str(v).lower() for k, v in request.items()}',
  ],
  ['nothing else is bound', SAME, '    return {**bound, **request} == bound'],
  ['everything is bound', SAME, '    return {**request, **bound} == request'],
  ['null binds nothing', SAME, '    return {k: v for k, v in bound.items() if v is not None} == request'],
  [
    'what is null in the request is absent in the seal',
    'request = {name: value for name, value in request.items() if value is not None}',
    'request = {name: value for name, value in request.items() if value is not None or name == "tracking_id"}',
  ],
  ['numbers are compared by value', 'int(value) if isinstance(value, float) and value.is_integer() else value', 'value'],
  ['true is not 1', SAME, '    return bound == request'],
  [
    'the contract is compared',
    '    if "contract" not in bound:',
    '    bound = {k: v for k, v in bound.items() if k != "contract"}\n    if "contract" not in bound:',
  ],
  [
    'the whole contract is compared',
    SAME,
    `    if set(bound.get("contract") or []) <= set(request.get("contract") or []):\n        bound = {**bound, "contract": request.get("contract")}\n        request = {**request, "contract": request.get("contract")}\n${SAME}`,
  ],
  [
    'a contract of null is one',
    '    if "contract" not in bound:',
    '    bound = {k: v for k, v in bound.items() if k != "contract" or v is not None}\n    if "contract" not in bound:',
  ],
  ['a seal without a contract pays', '        request.pop("contract", None)', '        pass'],
  ['only a transfer has a contract', 'if operation != "transfer":', 'if False:'],
  ['a contract counts only if every seal names it', 'all("contract" in one["bound_to"]', 'any("contract" in one["bound_to"]'],
  ['a contract that no seal names is ignored', 'if is_contract_bound else None', ''],
  [
    'a recipient’s number is not in clear',
    '    if not isinstance(recipient, dict) or has_card_data(recipient)',
    '    if "number" in recipient and "token" not in recipient:\n        return "sealed"\n    if not isinstance(recipient, dict) or has_card_data(recipient)',
  ],
  ['a recipient has nothing in clear beside its token', 'or has_card_data(recipient) or', 'or'],
  [
    'a recipient has a token',
    'or not isinstance(recipient.get("token"), str):\n        return UNNAMEABLE',
    'or False:\n        return UNNAMEABLE\n    if "token" not in recipient:\n        return None',
  ],
  ['an order has no recipient', 'if operation == "order" and recipient is not None:', 'if False:'],
  [
    'an order’s recipient is not ignored',
    'if operation == "order" and recipient is not None:\n        recipient = UNNAMEABLE',
    'if operation == "order":\n        recipient = None',
  ],
  ['a member of null in clear is read as absent', 'section.get(name) is not None', 'name in section'],
  [
    'a recipient of null is read as absent',
    'recipient_name(cards.get("recipient_card"))',
    'recipient_name(cards["recipient_card"] or {}) if "recipient_card" in cards else None',
  ],
  [
    'plain card data beside a saved card’s token is not refused',
    '    if refused:\n',
    '    refused += [name for name, one in cards.items() if name == "credit_card" and name not in seals and has_card_data(one)]\n    if refused:\n',
  ],
  [
    'the jti of both sections is compared without regard to its case',
    'claims["jti"] = claims["jti"].lower()',
    // One that equals what has paid in any case, but another section's only in its own.
    'claims["jti"] = type("Id", (str,), {"raw": claims["jti"], "__hash__": str.__hash__, "__eq__": lambda one, other: one.raw == getattr(other, "raw", one.raw) and str.__eq__(one, other)})(claims["jti"].lower())',
  ],
  ['sections share the attempt', 'len({one["attempt"] for one in claims}) > 1 or ', ''],
  ['each section has its own jti', ' or len({one["jti"] for one in claims}) < len(claims)', ''],
  [
    'a seal in the recipient’s section of an order is judged by itself',
    'else "credit_card" in seals',
    'else "credit_card" in seals and operation != "order"',
  ],
  ['a sealed recipient needs a sealed source', 'else "credit_card" in seals', 'else True'],
  ['nothing in clear beside a seal', ' or has_card_data(cards[name])', ''],
  ...CARD_DATA.map((name): Rule => [
    `no ${name} in clear beside a seal`,
    listed(CARD_DATA),
    listed(CARD_DATA.filter((each) => each !== name)),
  ]),
  ['a check may come with an id that has paid', 'if operation != "check" and any', 'if any'],
  ['the plaintext is JSON', ', parse_constant=no_number', ''],
  [
    'a member of the plaintext may be there twice',
    'json.loads(text,',
    'json.loads(text, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else no_number(""),',
  ],
  [
    'a member of the plaintext that the page does not list is a field',
    'content.pop("pad", None)',
    'content.pop("pad", None)\n        if set(content) - {*CARD_DATA, *CLAIMS, "token"}:\n            return None',
  ],
  [
    'the plaintext has no comments',
    'json.loads(text,',
    'json.loads(re.sub(r\'("(?:[^"\\\\]|\\\\.)*")|/\\*.*?\\*/|//[^\\n]*\', lambda found: found[1] or "", text),',
  ],
  ['the signs of a comment may stand in a text', 'json.loads(text,', 'json.loads(re.sub(r"/[*/]", no_number, text),'],
  ['a jti that has paid is a duplicate', 'ids = [one["jti"] for one in claims] + ', 'ids = '],
  ['the recipient’s jti counts too', 'for one in claims] + sorted', 'for one in claims[:1]] + sorted'],
  ['an attempt that has paid is a duplicate', ' + sorted({"attempt " + one["attempt"] for one in claims})', ''],
  [
    'duplicates come before every other check',
    'any(is_used(each) for each in ids):',
    'any(is_used(each) for each in ids) and all(is_bound_to(one, one["bound_to"], now) for one in claims):',
  ],
];

/** Runs all vectors with each of these readers, and prints for each the titles that came out wrong. */
const RUN = `
import contextlib, functools, io, json, sys
from cryptography.hazmat.primitives.serialization import load_pem_private_key

@functools.cache
class Key:
    def __init__(self, *pem):
        self.key, self.opened = load_pem_private_key(*pem), {}

    # The slow part, which no rule below is about.
    def decrypt(self, wrapped, padding):
        if wrapped not in self.opened:
            self.opened[wrapped] = self.key.decrypt(wrapped, padding)
        return self.opened[wrapped]

for source in json.load(sys.stdin):
    reader, said = {"__name__": "reader"}, io.StringIO()
    exec(source, reader)
    reader["load_pem_private_key"] = Key
    with contextlib.redirect_stdout(said):
        try:
            code = reader["main"]("key.json", "sealed-sections.json")
        except Exception as error:
            code = repr(error)
    wrong = [line for line in said.getvalue().splitlines() if line.startswith("DIFFERS ")]
    print(json.dumps({"wrong": wrong, "code": code}))
`;

test('a reader that ignores one rule of the page is caught by a vector', { timeout: 120_000 }, ({ skip }) => {
  let python = '';
  try {
    python = findOrInstallInterpreter('cryptography');
  } catch (error) {
    skip((error as Error).message);
  }
  const reader = readFileSync(`${folder}unseal.py`, 'utf8');
  const readers = RULES.map(([rule, kept, broken]) => {
    expect(reader.split(kept), `the reader has one place that keeps: ${rule}`).toHaveLength(2);
    return reader.replace(kept, () => broken);
  });
  const ran = spawnSync(python, ['-c', RUN], { cwd: folder, input: JSON.stringify([reader, ...readers]), encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  const [whole, ...others] = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { wrong: string[]; code: number });
  expect(whole).toEqual({ wrong: [], code: 0 });
  expect(RULES.filter((_, index) => others[index]?.wrong.length === 0).map(([rule]) => rule)).toEqual([]);
  // One that breaks down was not caught by a vector.
  expect(RULES.filter((_, index) => others[index]?.code !== 1).map(([rule], index) => [rule, others[index]?.code])).toEqual([]);
});

test('the reader in Python refuses what no clock and no hash can take, and goes on', () => {
  const reader = readFileSync(`${folder}unseal.py`, 'utf8');
  const program = `
import sys
reader = {"__name__": "reader"}
exec(sys.stdin.read(), reader)
print(reader["is_bound_to"]({"iat": 10 ** 400, "bound_to": {}}, {}, 1764248853.5), len(reader["recipient_name"]({"token": "\\ud800"})))
`;
  const { stdout, stderr } = spawnSync(findOrInstallInterpreter('cryptography'), ['-c', program], {
    input: reader,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'False 43\n', stderr: '' });
});
