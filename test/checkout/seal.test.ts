import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { checkHolder, holderName } from '../../src/card/holder.js';
import { type EncryptionKey, importKey } from '../../src/checkout/key.js';
import { CARD_FIELDS, CARD_INPUTS } from '../../src/card/card-fields.js';
import { longestTrackingId } from '../../src/checkout/plaintext.js';
import { type Binding, sealSections, systemRandom } from '../../src/checkout/seal.js';
import { openJwe } from './open-jwe.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateJwk = privateKey.export({ format: 'jwk' });
const AT = Date.parse('2026-11-21T10:00:00.999Z');
const binding: Binding = { operation: 'transfer', amount: 10_000, currency: 'USD', trackingId: 'order-1', issuedAt: AT };
const source = { number: '4200000000000000', exp_month: '01', exp_year: '2030', verification_value: '123' };
const recipient = { number: '4012000000001006' };
let key: EncryptionKey;

beforeAll(async () => {
  key = await importKey(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
});

async function open(sections: Record<string, Record<string, string>>, changes: Partial<Binding> = {}) {
  const sealed = await sealSections(sections, { ...binding, ...changes }, key, systemRandom);
  return Object.entries(sealed).map(([name, { token }]) => {
    const { header, text } = openJwe(token, privateJwk);
    return { name, token, header, text, content: JSON.parse(text) as Record<string, unknown> };
  });
}

test('the header is exactly the profile’s, with the RFC 7638 thumbprint', async () => {
  const [first] = await open({ credit_card: source });
  const { e, n } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url');
  expect(first!.header).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, typ: 'JOSE', cty: 'application/json' });
});

test('the plaintext contains the section, its time, its id, its binding, the attempt, and padding', async () => {
  const [first, second] = await open({ credit_card: source, recipient_card: recipient });
  expect(first!.content).toEqual({
    ...source,
    iat: 1_795_255_200,
    jti: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    bound_to: {
      operation: 'transfer',
      section: 'credit_card',
      amount: 10_000,
      currency: 'USD',
      tracking_id: 'order-1',
      recipient: 'sealed',
    },
    attempt: expect.stringMatching(/^[\w-]{22}$/),
    pad: expect.stringMatching(/^ +$/),
  });
  expect(second!.content).toMatchObject({ number: recipient.number, bound_to: { section: 'recipient_card' } });
  expect(second!.content['attempt']).toBe(first!.content['attempt']);
  expect(second!.content['jti']).not.toBe(first!.content['jti']);
});

/** The output of `printf %s "$token" | openssl dgst -sha256 -binary | basenc --base64url`, without the trailing "=". */
const HASHES = [
  ['40bd001563085fc35165329ea1ff5c5ecbdbbeef', 'P2ZsOWgZUt7sPS4uZzrXhFD6ivgQZThS-38Y6yQMUhw'],
  ['жетон', 'OTQ4QtRtVPioJXVoQ--y0Y28EHSGLVhPXibxruijQZE'],
] as const;

test.each(HASHES)(
  'a saved recipient stays in plain text, and the source names the SHA-256 of its token %s',
  async (token, hash) => {
    for (const operation of ['check', 'transfer'] as const) {
      const sealed = await sealSections(
        { credit_card: source, recipient_card: { token } },
        { ...binding, operation },
        key,
        systemRandom,
      );
      expect(sealed.recipient_card).toEqual({ token });
      const content = JSON.parse(openJwe(sealed.credit_card!.token, privateJwk).text) as { bound_to: object };
      expect(content.bound_to).toEqual({
        operation,
        section: 'credit_card',
        amount: 10_000,
        currency: 'USD',
        tracking_id: 'order-1',
        recipient: hash,
      });
    }
  },
);

test('a saved recipient with typed data beside its token is sealed', async () => {
  const [first, second] = await open({ credit_card: source, recipient_card: { token: 'saved', holder: 'ANN LEE' } });
  expect(first!.content).toMatchObject({ bound_to: { recipient: 'sealed' } });
  expect(second!.content).toMatchObject({ token: 'saved', holder: 'ANN LEE' });
});

test('only the source names a recipient, and only if there is one', async () => {
  const [, second] = await open({ credit_card: source, recipient_card: recipient });
  expect(second!.content['bound_to']).not.toHaveProperty('recipient');
  const [alone] = await open({ credit_card: source });
  expect(alone!.content['bound_to']).not.toHaveProperty('recipient');
});

test('a saved source is sealed, even if it is only a token', async () => {
  const [first] = await open({ credit_card: { token: 'saved' }, recipient_card: recipient }, { operation: 'check' });
  expect(first!.content).toMatchObject({ token: 'saved', bound_to: { recipient: 'sealed' } });
});

test.each([
  ['a saved card', 40, 640],
  ['a wallet’s decrypted token', 700, 1280],
  ['a wallet’s encrypted token', 4200, 4480],
])('the token of %s is sealed in the next size that fits, for its recipient', async (_, length, bytes) => {
  const token = `$begateway_apple_pay_1_0_0$${'A'.repeat(length)}`.slice(0, length);
  const [first] = await open({ credit_card: { token }, recipient_card: recipient });
  expect(first!.content).toMatchObject({ token, bound_to: { operation: 'transfer', recipient: 'sealed' } });
  expect(Buffer.byteLength(first!.text)).toBe(bytes);
});

test('both sections of a transfer are bound to its contract, if it has one', async () => {
  const saving = await open({ credit_card: source, recipient_card: recipient }, { contract: ['oneclick'] });
  for (const { content } of saving) expect(content['bound_to']).toMatchObject({ contract: ['oneclick'] });
  const [plain] = await open({ credit_card: source, recipient_card: recipient });
  expect(plain!.content['bound_to']).not.toHaveProperty('contract');
});

test('an id is bound only if the request has it', async () => {
  const [check] = await open({ credit_card: source }, { operation: 'check', trackingId: undefined });
  expect(check!.content['bound_to']).toEqual({ operation: 'check', section: 'credit_card', amount: 10_000, currency: 'USD' });
  const [order] = await open({ credit_card: source }, { operation: 'order', productId: 'prd_1' });
  expect(order!.content['bound_to']).toMatchObject({ operation: 'order', product_id: 'prd_1', tracking_id: 'order-1' });
});

test('another seal of the same cards has a different attempt and ids, and nothing is readable', async () => {
  const [one] = await open({ credit_card: source });
  const [other] = await open({ credit_card: source });
  expect(one!.content['attempt']).not.toBe(other!.content['attempt']);
  expect(one!.content['jti']).not.toBe(other!.content['jti']);
  expect(Buffer.from(one!.token.split('.')[0]!, 'base64url').toString()).not.toContain(String(one!.content['attempt']));
});

test('every seal has the same length, whatever it contains', async () => {
  const lengths = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 35 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.stringMatching(/^\w{1,36}$/),
      async (holder, amount, trackingId) => {
        const [opened] = await open({ credit_card: { number: '4200000000000000', holder } }, { amount, trackingId });
        expect(Buffer.byteLength(opened!.text)).toBe(640);
        expect(opened!.content).toMatchObject({ holder, bound_to: { amount, tracking_id: trackingId } });
        lengths.add(opened!.token.length);
      },
    ),
    {
      numRuns: 25,
      examples: [
        ['\u0000"\\', 1, 'a'],
        ['é'.repeat(35), 1, 'a'],
      ],
    },
  );
  expect(lengths.size).toBe(1);
});

test.each([
  ['the source', 'credit_card', ',"phone":"000000000000000"'.length],
  ['the recipient alone', 'recipient_card', 0],
])('an input of %s that is added to the table of a card leaves a tracking id %i bytes less', (_, section, less) => {
  const about = { operation: 'transfer', currency: 'USD' } as const;
  const before = longestTrackingId(about);
  const table: Record<string, object> = CARD_FIELDS;
  const inputs = CARD_INPUTS as string[];
  table['phone'] = { ...CARD_FIELDS.verification_value, fields: ['phone'], longest: [15], asked: { [section]: 'always' } };
  inputs.push('phone');
  const after = longestTrackingId(about);
  inputs.pop();
  delete table['phone'];
  expect(after).toBe(before - less);
});

// 640 bytes minus the longest card (19 digits; a name of 35 characters, 4 bytes each, for an order 1) and the claims, counted
// by hand; for a transfer, the hash of a saved recipient's token and the contract are among them.
test.each<[string, Parameters<typeof longestTrackingId>[0], number]>([
  ['a transfer of 100.00', { operation: 'transfer', currency: 'USD', amount: 10_000 }, 96],
  ['a transfer whose amount is not typed yet', { operation: 'transfer', currency: 'USD' }, 90],
  ['an order of 19.99', { operation: 'order', currency: 'USD', amount: 1999, productId: 'prd_1' }, 266],
  ['an order with a long product id', { operation: 'order', currency: 'USD', productId: `prd_${'x'.repeat(200)}` }, 60],
])('the tracking id of %s', (_, about, bytes) => {
  expect(longestTrackingId(about)).toBe(bytes);
});

test('every valid card fits beside the longest tracking id, and the longest card does not fit beside a longer one', async () => {
  const about = { operation: 'transfer', currency: 'USD', amount: 10_000 } as const;
  const most = longestTrackingId(about);
  const seal = (holder: string, trackingId: string) =>
    sealSections(
      {
        credit_card: { number: '9'.repeat(19), exp_month: '12', exp_year: '2030', verification_value: '1234', holder },
        recipient_card: { token: 'saved' },
      },
      { ...binding, ...about, contract: ['oneclick'], trackingId },
      key,
      systemRandom,
    );
  await fc.assert(
    fc.asyncProperty(
      fc
        .string({ unit: 'binary', maxLength: 60 })
        .map(holderName)
        .filter((name) => checkHolder(name).state === 'valid'),
      async (holder) => void (await seal(holder, 'x'.repeat(most))),
    ),
    { numRuns: 25, examples: [['𞤀'.repeat(35)], ['"'.repeat(35)]] },
  );
  await expect(seal('𞤀'.repeat(35), 'x'.repeat(most + 1))).rejects.toMatchObject({
    code: 'section_too_long',
    message: "Expected a tracking id of at most 96 bytes beside the card's data; got 97. Use a shorter tracking id.",
  });
  // In JSON a quotation mark takes two bytes.
  await expect(seal('𞤀'.repeat(35), '"'.repeat(49))).rejects.toMatchObject({ code: 'section_too_long' });
});

test('content that does not fit is refused with an explanation and without card data', async () => {
  const tooLong = sealSections({ credit_card: source }, { ...binding, trackingId: 'x'.repeat(400) }, key, systemRandom);
  await expect(tooLong).rejects.toMatchObject({
    code: 'section_too_long',
    party: 'merchant',
    message: expect.stringMatching(/at most \d+ bytes beside the card's data; got 400\. Use a shorter tracking id/),
  });
  await expect(tooLong).rejects.not.toMatchObject({ message: expect.stringMatching(/\d{12}|123/) });
});

test('a field can’t take the place of a claim', async () => {
  const [opened] = await open({
    credit_card: { ...source, iat: '0', jti: 'mine', bound_to: 'all', attempt: 'mine', pad: 'mine' },
  });
  expect(opened!.content).toMatchObject({ iat: 1_795_255_200, bound_to: { section: 'credit_card' } });
  expect(opened!.content['attempt']).not.toBe('mine');
});
