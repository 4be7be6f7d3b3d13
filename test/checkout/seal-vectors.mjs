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

let numbered = 100;
/**
 * A section of a transfer to a saved card, sealed as the suite for gateways does, with these changes.
 *
 * @param {import('../../demo/conformance/requests/seal.js').Tampering} tampering
 * @param {Partial<import('../../demo/conformance/requests/seal.js').SealFor>} bound
 * @param {object} fields
 */
function seal(tampering = {}, bound = {}, fields = CARD) {
  const jti = `00000000-0000-4000-8000-000000000${String(numbered++).padStart(3, '0')}`;
  const by = { publicKey, attempt: ATTEMPT, now: SECONDS * 1000 };
  const whole = /** @type {const} */ ({
    operation: 'transfer',
    section: 'credit_card',
    ...REQUEST,
    recipient: HASH,
    ...bound,
  });
  return { token: sealSection(by, { ...fields }, whole, { ...tampering, claims: { jti, ...tampering.claims } }) };
}
const sealedRecipient = (tampering = {}) =>
  seal(tampering, { section: 'recipient_card', recipient: undefined }, { number: '4012000000001006' });

/**
 * @param {string} title
 * @param {Record<string, object>} cards
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
const used = seal();
const usedId = `00000000-0000-4000-8000-000000000${numbered - 1}`;
document.refused = [
  refusal('the kid of another key', { credit_card: seal({ header: { kid: 'CONmMdT8KwGvZLSbnDHtbHbLVd5gaNL1d5Xn6n7PaQk' } }) }),
  refusal('another algorithm', { credit_card: seal({ header: { alg: 'RSA-OAEP' } }) }),
  refusal('a sixth member in the header', { credit_card: seal({ header: { zip: 'DEF' } }) }),
  refusal('a member of the header twice', {
    credit_card: seal({ headerText: (json) => json.replace('{', '{"alg":"RSA-OAEP-256",') }),
  }),
  refusal('white space in the header', { credit_card: seal({ headerText: (json) => json.replace(':', ': ') }) }),
  refusal('a byte order mark before the header', { credit_card: seal({ headerText: (json) => `\uFEFF${json}` }) }),
  refusal('a token with the padding of base64', { credit_card: { token: `${seal().token}==` } }),
  refusal('a tag that was cut', { credit_card: { token: seal().token.slice(0, -2) } }),
  refusal('a seal of 16 minutes ago', { credit_card: seal({ claims: { iat: SECONDS - 960 } }) }),
  refusal('a seal dated 16 minutes ahead', { credit_card: seal({ claims: { iat: SECONDS + 960 } }) }),
  refusal('a seal for another amount', { credit_card: seal({}, { amount: 100 }) }),
  refusal('a seal for a check, sent in a transfer', { credit_card: seal({}, { operation: 'check' }) }),
  refusal('a seal without the tracking id of its request', { credit_card: seal({}, { tracking_id: undefined }) }),
  refusal('a seal with a member that no request has', { credit_card: seal({ boundTo: { shop_id: 1 } }) }),
  refusal('another contract than the sealed one', { credit_card: seal({}, { contract: ['oneclick'] }) }),
  refusal('another saved recipient than the sealed one', { credit_card: seal(), recipient_card: OTHER_RECIPIENT }),
  refusal('a recipient’s number in clear beside a sealed source', {
    credit_card: seal({}, { recipient: 'sealed' }),
    recipient_card: { number: '4012000000001006' },
  }),
  refusal('a card number in clear beside the seal', { credit_card: { ...seal(), number: '4200000000000000' } }),
  refusal(
    'the sections of two attempts',
    {
      credit_card: seal({}, { recipient: 'sealed' }),
      recipient_card: sealedRecipient({ claims: { attempt: OTHER_ATTEMPT } }),
    },
    { refused: ['credit_card', 'recipient_card'] },
  ),
  refusal(
    'a sealed recipient without a sealed source',
    { credit_card: RECIPIENT, recipient_card: sealedRecipient() },
    { refused: ['recipient_card'] },
  ),
  refusal('a seal that has paid', { credit_card: used }, { used: [usedId], refused: 'duplicate' }),
  refusal('a stale seal that has paid', { credit_card: used }, { used: [usedId], now: SECONDS + 86_400, refused: 'duplicate' }),
  refusal(
    'a new seal of an attempt that has paid',
    { credit_card: seal() },
    { used: [`attempt ${ATTEMPT}`], refused: 'duplicate' },
  ),
];
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
