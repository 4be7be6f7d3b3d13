// `node test/checkout/seal-vectors.mjs`: seals every plaintext of docs/samples/seals/sealed-sections.json with the package's own sealing,
// makes the seals that have to be refused, and writes the tokens into that file. The plaintexts are written by hand; vectors.test.ts opens
// the tokens and compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
/**
 * @template Module
 * @param {string} path
 * @returns {Promise<Module>}
 */
const load = async (path) =>
  /** @type {Module} */ ((await runnerImport(root + path, { root, configFile: false, logLevel: 'error' })).module);

/** @type {typeof import('../../src/checkout/seal.js')} */
const { sealSections } = await load('src/checkout/seal.ts');
/** @type {typeof import('../../src/checkout/key.js')} */
const { importKey } = await load('src/checkout/key.ts');
/** @type {typeof import('../../demo/conformance/requests/seal.js')} */
const { sealSection } = await load('demo/conformance/requests/seal.ts');

const folder = new URL('../../docs/samples/seals/', import.meta.url);
const file = new URL('sealed-sections.json', folder);
const document = JSON.parse(readFileSync(file, 'utf8'));
const { public_key: publicKey } = JSON.parse(readFileSync(new URL('key.json', folder), 'utf8'));
const key = await importKey(publicKey);
const SECONDS = document.now;

document.vectors = document.vectors.filter((/** @type {{ variant?: true }} */ vector) => !vector.variant);
for (const { operation, request, sections, unsealed = [] } of document.vectors) {
  const plain = Object.entries(sections).map(([name, { plaintext }]) => {
    const { iat: _iat, jti: _jti, bound_to: _bound, attempt: _attempt, ...fields } = plaintext;
    return [name, fields];
  });
  const { iat, attempt } = sections.credit_card.plaintext;
  const ids = Object.values(sections).map(({ plaintext }) => plaintext.jti);
  const sealed = await sealSections(
    { ...Object.fromEntries(plain), ...(request.recipient_card && { recipient_card: request.recipient_card }) },
    {
      operation,
      amount: request.amount,
      currency: request.currency,
      trackingId: request.tracking_id,
      productId: request.product_id,
      contract: unsealed.includes('contract') ? undefined : request.contract,
      issuedAt: iat * 1000,
    },
    key,
    { uuid: () => ids.shift(), bytes: () => Buffer.from(attempt, 'base64url'), fraction: () => 0 },
  );
  for (const [name, section] of Object.entries(sections)) section.token = sealed[/** @type {'credit_card'} */ (name)]?.token;
}

const RECIPIENT = { token: '9f2c1e7a5b3d8046f1a2c3d4e5f60718293a4b5c6d7e8f900112233445566778' };
const OTHER_RECIPIENT = { token: '0000000000000000000000000000000000000000000000000000000000000000' };
const HASH = 'gmt5p2GBEmNi6EkvPBt_jbRCOpFzOCucMcgnScyUTjo';
const CARD = { number: '4200000000000000', exp_month: '01', exp_year: '2030', verification_value: '123' };
const ATTEMPT = 'CQkJCQkJCQkJCQkJCQkJCQ';
const OTHER_ATTEMPT = 'CgoKCgoKCgoKCgoKCgoKCg';
const REQUEST = { amount: 10_000, currency: 'USD', tracking_id: 'order-6' };
const ONECLICK = { contract: ['oneclick'] };

let numbered = 100;
const nextId = () => `00000000-0000-4000-8000-000000000${String(numbered++).padStart(3, '0')}`;
/**
 * A section of a transfer to a saved card, sealed as the suite for gateways does, with these changes.
 *
 * @param {import('../../demo/conformance/requests/seal.js').Tampering} tampering
 * @param {Partial<import('../../demo/conformance/requests/seal.js').SealFor>} bound
 * @param {object} fields
 */
function seal(tampering = {}, bound = {}, fields = CARD) {
  const by = { publicKey, attempt: ATTEMPT, now: SECONDS * 1000 };
  const whole = /** @type {const} */ ({
    operation: 'transfer',
    section: 'credit_card',
    ...REQUEST,
    recipient: HASH,
    ...bound,
  });
  return { token: sealSection(by, { ...fields }, whole, { ...tampering, claims: { jti: nextId(), ...tampering.claims } }) };
}
/**
 * @param {import('../../demo/conformance/requests/seal.js').Tampering} tampering
 * @param {Partial<import('../../demo/conformance/requests/seal.js').SealFor>} bound
 */
const sealedRecipient = (tampering = {}, bound = {}) =>
  seal(tampering, { section: 'recipient_card', recipient: undefined, ...bound }, { number: '4012000000001006' });

const BOUND = { operation: 'transfer', section: 'credit_card', ...REQUEST, recipient: HASH };
/**
 * A request that opens, although pages of this package don't seal so.
 *
 * @param {string} title
 * @param {import('../../demo/conformance/requests/seal.js').Tampering} tampering
 * @param {object} more
 */
function variant(title, tampering, more = {}) {
  const claims = { iat: SECONDS, jti: nextId(), bound_to: BOUND, attempt: ATTEMPT, ...tampering.claims };
  const { token } = seal({ ...tampering, claims });
  const { pad: _pad, ...kept } = /** @type {typeof claims & { pad?: undefined }} */ (claims);
  const sections = { credit_card: { plaintext: { ...CARD, ...kept }, token } };
  return { title, variant: true, operation: 'transfer', request: { ...REQUEST, recipient_card: RECIPIENT }, sections, ...more };
}
/**
 * A request that opens, with these sections as they are sent.
 *
 * @param {string} title
 * @param {object} card
 */
const unsealedSource = (title, card) => ({
  title,
  variant: true,
  operation: 'transfer',
  request: { ...REQUEST, recipient_card: RECIPIENT },
  sections: {},
  cards: { credit_card: card },
});
const ORDER = { amount: 10_000, currency: 'USD', tracking_id: 'order-6', product_id: 'prd_0123456789abcdef' };
const CHECKED = nextId();
/** @param {string} json */
const turned = (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).toReversed()));
/** @param {string} amount */
const writtenAs = (amount) => ({
  plaintext: (/** @type {string} */ json) => json.replace('"amount":10000,', `"amount":${amount},`),
});
/**
 * A transfer with both cards sealed and the contract in one seal: the other is of an older page, or of someone in between.
 *
 * @param {string} title
 * @param {'credit_card' | 'recipient_card'} section whose seal names the contract
 */
function contractOfOne(title, section) {
  const contract = (/** @type {string} */ name) => (name === section ? ONECLICK : {});
  const source = { ...BOUND, recipient: 'sealed', ...contract('credit_card') };
  const recipient = { operation: 'transfer', section: 'recipient_card', ...REQUEST, ...contract('recipient_card') };
  const number = '4012000000001006';
  const claims = { iat: SECONDS, jti: nextId(), bound_to: recipient, attempt: ATTEMPT };
  const { sections } = variant(title, { claims: { bound_to: source } });
  return {
    title,
    variant: true,
    operation: 'transfer',
    request: { ...REQUEST, ...ONECLICK },
    sections: { ...sections, recipient_card: { plaintext: { number, ...claims }, ...sealedRecipient({ claims }) } },
    unsealed: ['contract'],
  };
}
const cleared = variant('a number of null beside the seal, read as absent', {});
const { token: some } = seal();
document.vectors.push(
  variant('the members of the header in another order', { headerText: turned }),
  variant('a seal without pad', { claims: { pad: undefined } }),
  variant('a seal of 15 minutes ago', { claims: { iat: SECONDS - 900 } }),
  variant('a seal dated 15 minutes ahead', { claims: { iat: SECONDS + 900 } }),
  variant(
    'a tracking id of null: the seal has none',
    { claims: { bound_to: { ...BOUND, tracking_id: undefined } } },
    { request: { ...REQUEST, tracking_id: null, recipient_card: RECIPIENT } },
  ),
  variant('a jti in capitals: its id is in small letters', { claims: { jti: 'ABCDEF00-0000-4000-8000-000000000001' } }),
  variant(
    'an attempt that differs from one that has paid only in small letters',
    {},
    { used: [`attempt ${ATTEMPT.toLowerCase()}`] },
  ),
  variant(
    'a check with ids that have paid',
    { claims: { jti: CHECKED, bound_to: { ...BOUND, operation: 'check' } } },
    { operation: 'check', used: [CHECKED, `attempt ${ATTEMPT}`] },
  ),
  variant('an amount that is written 10000.0', writtenAs('10000.0')),
  variant('an amount that is written 1e4', writtenAs('1e4')),
  variant('an iat with a fraction', { claims: { iat: SECONDS + 0.5 } }),
  variant('a jti of another version of UUID', { claims: { jti: '019ab3c4-0000-7000-8000-000000000001' } }),
  variant('a member of the plaintext twice', { plaintext: (json) => json.replace('{', `{"number":"${CARD.number}",`) }),
  variant('a field that the page for operators does not list', { claims: { nickname: 'Mum' } }),
  variant('the signs of comments in a name', { claims: { holder: 'A//B "/*" C' } }),
  { ...cleared, cards: { credit_card: { ...cleared.sections.credit_card, plaintext: undefined, number: null } } },
  variant(
    'a number of null beside a saved recipient’s token, read as absent',
    {},
    { request: { ...REQUEST, recipient_card: { ...RECIPIENT, number: null } } },
  ),
  variant(
    'a recipient of null, read as absent',
    { claims: { bound_to: { operation: 'order', section: 'credit_card', ...ORDER } } },
    { operation: 'order', request: { ...ORDER, recipient_card: null } },
  ),
  contractOfOne('a contract that only the seal of the source names', 'credit_card'),
  contractOfOne('a contract that only the seal of the recipient names', 'recipient_card'),
  unsealedSource('a token of three parts is one of a saved card', { token: some.split('.').slice(0, 3).join('.') }),
  unsealedSource('a token of six parts is one of a saved card', { token: `${some}.AAAA` }),
  unsealedSource('a saved card in clear with its verification value, of a certified shop', {
    ...OTHER_RECIPIENT,
    verification_value: '123',
  }),
);

/**
 * @param {string} title
 * @param {Record<string, object | undefined>} cards
 * @param {object} more
 */
const refusal = (title, cards, more = {}) => ({
  title,
  operation: 'transfer',
  request: REQUEST,
  cards: { recipient_card: RECIPIENT, ...cards },
  refused: ['credit_card'],
  ...more,
});
const usedId = nextId();
const used = seal({ claims: { jti: usedId } });
const good = seal();
const lettered = '00000000-0000-4000-8000-0000000000ab';
const order = (bound = {}) => ({
  ...refusal('', {
    credit_card: seal({}, { ...ORDER, operation: 'order', recipient: undefined, ...bound }),
    recipient_card: undefined,
  }),
  operation: 'order',
  request: ORDER,
});
/** @param {ReturnType<typeof order>} refused @param {object} recipient */
const withRecipient = (refused, recipient = RECIPIENT) => ({
  ...refused,
  cards: { ...refused.cards, recipient_card: recipient },
});
const both = { refused: ['credit_card', 'recipient_card'] };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/**
 * The token with a bit set, at the end of this part, that stands for nothing.
 *
 * @param {number} at
 */
const misspelled = (at) => ({
  token: good.token
    .split('.')
    .map((part, index) => (index === at ? part.slice(0, -1) + ALPHABET[ALPHABET.indexOf(part.slice(-1)) + 1] : part))
    .join('.'),
});
document.refused = [
  refusal('the kid of another key', { credit_card: seal({ header: { kid: 'CONmMdT8KwGvZLSbnDHtbHbLVd5gaNL1d5Xn6n7PaQk' } }) }),
  refusal('another algorithm', { credit_card: seal({ header: { alg: 'RSA-OAEP' } }) }),
  refusal('another encryption of the content', { credit_card: seal({ header: { enc: 'A128GCM' } }) }),
  refusal('a content key of 16 octets', {
    credit_card: seal({ header: { enc: 'A128GCM' }, headerText: (json) => json.replace('A128GCM', 'A256GCM') }),
  }),
  refusal('another typ', { credit_card: seal({ header: { typ: 'JWT' } }) }),
  refusal('another cty', { credit_card: seal({ header: { cty: 'text/plain' } }) }),
  refusal('a header without cty', { credit_card: seal({ header: { cty: undefined } }) }),
  refusal('a sixth member in the header', { credit_card: seal({ header: { zip: 'DEF' } }) }),
  refusal('a member of the header twice', {
    credit_card: seal({ headerText: (json) => json.replace('{', '{"alg":"RSA-OAEP-256",') }),
  }),
  refusal('white space in the header', { credit_card: seal({ headerText: (json) => json.replace(':', ': ') }) }),
  refusal('a byte order mark before the header', { credit_card: seal({ headerText: (json) => `\uFEFF${json}` }) }),
  refusal('a byte order mark before the plaintext', { credit_card: seal({ plaintext: (json) => `\uFEFF${json}` }) }),
  refusal('a token with the padding of base64', { credit_card: { token: `${good.token}==` } }),
  refusal('a tag in another spelling', { credit_card: misspelled(4) }),
  refusal('a wrapped key in another spelling', { credit_card: misspelled(1) }),
  refusal('a tag that was cut', { credit_card: { token: good.token.slice(0, -2) } }),
  refusal('a seal of 16 minutes ago', { credit_card: seal({ claims: { iat: SECONDS - 960 } }) }),
  refusal('a seal dated 16 minutes ahead', { credit_card: seal({ claims: { iat: SECONDS + 960 } }) }),
  refusal('an iat as text', { credit_card: seal({ claims: { iat: String(SECONDS) } }) }),
  refusal('a seal without iat', { credit_card: seal({ claims: { iat: undefined } }) }),
  refusal('a seal without jti', { credit_card: seal({ claims: { jti: undefined } }) }),
  refusal('a jti that is no UUID', { credit_card: seal({ claims: { jti: '00000000000040008000000000000150' } }) }),
  refusal('a seal without attempt', { credit_card: seal({ claims: { attempt: undefined } }) }),
  refusal('an attempt of 21 characters', { credit_card: seal({ claims: { attempt: ATTEMPT.slice(1) } }) }),
  refusal('an attempt of 22 characters, one of base64', {
    credit_card: seal({ claims: { attempt: ATTEMPT.replace('C', '+') } }),
  }),
  refusal('a plaintext that is a list', { credit_card: seal({ plaintext: (json) => `[${json}]` }) }),
  refusal('a seal that is bound to nothing', { credit_card: seal({ claims: { bound_to: undefined } }) }),
  refusal('a seal for another amount', { credit_card: seal({}, { amount: 100 }) }),
  refusal('the amount as text', { credit_card: seal({}, { amount: '10000' }) }),
  refusal(
    'an amount of true for a request of 1',
    { credit_card: seal({}, { amount: true }) },
    { request: { ...REQUEST, amount: 1 } },
  ),
  refusal('a number that JSON does not have', {
    credit_card: seal({ plaintext: (json) => json.replace('{', '{"holder":NaN,') }),
  }),
  refusal('a comment in the plaintext', { credit_card: seal({ plaintext: (json) => json.replace('{', '{/* x */') }) }),
  refusal('a comment of one line in the plaintext', { credit_card: seal({ plaintext: (json) => json.replace('{', '{// x\n') }) }),
  refusal('a seal for another currency', { credit_card: seal({}, { currency: 'EUR' }) }),
  refusal('the currency in small letters', { credit_card: seal({}, { currency: 'usd' }) }),
  refusal('a seal for a check, sent in a transfer', { credit_card: seal({}, { operation: 'check' }) }),
  refusal(
    'the seals of the two sections exchanged',
    {
      credit_card: seal({}, { section: 'recipient_card', recipient: 'sealed' }),
      recipient_card: seal({}, { recipient: undefined }),
    },
    both,
  ),
  refusal('a seal for another tracking id', { credit_card: seal({}, { tracking_id: 'order-7' }) }),
  refusal('the tracking id in capitals', { credit_card: seal({}, { tracking_id: 'ORDER-6' }) }),
  refusal('a seal without the tracking id of its request', { credit_card: seal({}, { tracking_id: undefined }) }),
  refusal(
    'a tracking id of null for a request that has none',
    { credit_card: seal({}, { tracking_id: null }) },
    { request: { amount: REQUEST.amount, currency: REQUEST.currency } },
  ),
  { ...order({ product_id: 'prd_fedcba9876543210' }), title: 'a seal for another product' },
  { ...order({ product_id: 'pln_0123456789abcdef' }), title: 'a seal for a plan, sent in an order of a product' },
  { ...order({ product_id: 'prd_0123456789ABCDEF' }), title: 'the id of the product in capitals' },
  { ...order({ product_id: undefined }), title: 'a seal without the product of its order' },
  refusal('a seal with a member that no request has', { credit_card: seal({ boundTo: { shop_id: 1 } }) }),
  refusal('a contract of null for a request that has none', { credit_card: seal({ boundTo: { contract: null } }) }),
  refusal('a contract that the request lacks', { credit_card: seal({}, { contract: ['oneclick'] }) }),
  refusal(
    'more of a contract than was sealed',
    { credit_card: seal({}, { contract: ['oneclick'] }) },
    { request: { ...REQUEST, contract: ['oneclick', 'recurring'] } },
  ),
  refusal(
    'a contract of null for a request whose contract is null',
    { credit_card: seal({ boundTo: { contract: null } }) },
    { request: { ...REQUEST, contract: null } },
  ),
  refusal(
    'a check whose seal has the contract of its request',
    { credit_card: seal({}, { operation: 'check', ...ONECLICK }) },
    { operation: 'check', request: { ...REQUEST, ...ONECLICK } },
  ),
  {
    ...order(ONECLICK),
    title: 'an order whose seal has the contract of its request',
    request: { ...ORDER, ...ONECLICK },
  },
  { ...withRecipient(order()), title: 'an order with a recipient' },
  { ...withRecipient(order({ recipient: HASH })), title: 'an order with the recipient that its seal names' },
  {
    ...withRecipient(order({ recipient: 'sealed' }), sealedRecipient({}, { ...ORDER, operation: 'order' })),
    title: 'an order with a recipient whose own seal is right',
  },
  {
    ...withRecipient(order(), sealedRecipient()),
    ...both,
    title: 'an order with a recipient that was sealed for a transfer',
  },
  refusal('another saved recipient than the sealed one', { credit_card: good, recipient_card: OTHER_RECIPIENT }),
  refusal('a recipient that was taken out of its request', { credit_card: good, recipient_card: undefined }),
  refusal('a recipient that was put into a request', { credit_card: seal({}, { recipient: undefined }) }),
  refusal('a recipient without a token', { credit_card: seal({}, { recipient: undefined }), recipient_card: {} }),
  refusal('a recipient’s number in clear beside a sealed source', {
    credit_card: seal({}, { recipient: 'sealed' }),
    recipient_card: { number: '4012000000001006' },
  }),
  refusal('a recipient’s number in clear beside its token', {
    credit_card: good,
    recipient_card: { ...RECIPIENT, number: '4012000000001006' },
  }),
  ...Object.entries({ ...CARD, holder: 'JANE ROE' }).map(([name, value]) =>
    refusal(`${name} in clear beside the seal`, { credit_card: { ...good, [name]: value } }),
  ),
  refusal(
    'the sections of two attempts',
    {
      credit_card: seal({}, { recipient: 'sealed' }),
      recipient_card: sealedRecipient({ claims: { attempt: OTHER_ATTEMPT } }),
    },
    both,
  ),
  refusal(
    'one jti in both sections',
    {
      credit_card: seal({ claims: { jti: lettered } }, { recipient: 'sealed' }),
      recipient_card: sealedRecipient({ claims: { jti: lettered } }),
    },
    both,
  ),
  refusal(
    'one jti in both sections, in capitals in one',
    {
      credit_card: seal({ claims: { jti: lettered } }, { recipient: 'sealed' }),
      recipient_card: sealedRecipient({ claims: { jti: lettered.toUpperCase() } }),
    },
    both,
  ),
  refusal(
    'a recipient’s seal of 16 minutes ago beside a new source',
    { credit_card: seal({}, { recipient: 'sealed' }), recipient_card: sealedRecipient({ claims: { iat: SECONDS - 960 } }) },
    { refused: ['recipient_card'] },
  ),
  refusal(
    'a recipient’s number in clear beside its seal',
    { credit_card: seal({}, { recipient: 'sealed' }), recipient_card: { ...sealedRecipient(), number: '4012000000001006' } },
    both,
  ),
  refusal('the source’s number in clear beside its seal, with a sealed recipient', {
    credit_card: { ...seal({}, { recipient: 'sealed' }), number: CARD.number },
    recipient_card: sealedRecipient(),
  }),
  refusal(
    'a sealed recipient without a sealed source',
    { credit_card: RECIPIENT, recipient_card: sealedRecipient() },
    { refused: ['recipient_card'] },
  ),
  refusal('a seal that has paid', { credit_card: used }, { used: [usedId], refused: 'duplicate' }),
  refusal(
    'a seal that has paid, its jti in capitals now',
    { credit_card: seal({ claims: { jti: lettered.toUpperCase() } }) },
    { used: [lettered], refused: 'duplicate' },
  ),
  refusal('a stale seal that has paid', { credit_card: used }, { used: [usedId], now: SECONDS + 86_400, refused: 'duplicate' }),
  refusal(
    'a recipient’s seal that has paid, beside a new source',
    { credit_card: seal({}, { recipient: 'sealed' }), recipient_card: sealedRecipient({ claims: { jti: usedId } }) },
    { used: [usedId], refused: 'duplicate' },
  ),
  refusal(
    'a recipient’s seal that has paid, beside a source that can’t be opened',
    { credit_card: seal({ header: { typ: 'JWT' } }), recipient_card: sealedRecipient({ claims: { jti: usedId } }) },
    { used: [usedId], refused: 'duplicate' },
  ),
  refusal(
    'a new seal of an attempt that has paid',
    { credit_card: good },
    { used: [`attempt ${ATTEMPT}`], refused: 'duplicate' },
  ),
  refusal(
    'a stale seal of an attempt that has paid',
    { credit_card: good },
    { used: [`attempt ${ATTEMPT}`], now: SECONDS + 86_400, refused: 'duplicate' },
  ),
];
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
