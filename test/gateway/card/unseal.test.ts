import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainTransfer, RECIPIENT, Sandbox, SOURCE, START } from '../sandbox.js';
import { encryptJwe, type SealChanges } from '../seal.js';

const UNREADABLE = ["can't be decrypted, or was encrypted for another request"];
const BOTH = { credit_card: { token: UNREADABLE }, recipient_card: { token: UNREADABLE } };

let strangersKey: string;
beforeAll(() => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  strangersKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
});

async function send(changes: SealChanges, request: object = {}, path = '/ctp/api/p2p') {
  const sandbox = new Sandbox();
  const sealed = (await sandbox.sealing(changes)).request('transfer', plainTransfer(request));
  return sandbox.post(path, sealed, 'sealed');
}

describe('a seal is refused', () => {
  test.each<[string, SealChanges]>([
    ['with another key management', { header: { alg: 'RSA-OAEP' } }],
    ['with another content encryption', { header: { enc: 'A128GCM' } }],
    ['when compressed', { header: { zip: 'DEF' } }],
    ['with critical extensions', { header: { crit: ['exp'], exp: 1 } }],
    ['with an unknown header member', { header: { jku: 'https://evil.example' } }],
    ['with another kid', { header: { kid: 'x' } }],
    ['with a byte order mark before the header', { headerText: (json) => `\uFEFF${json}` }],
    ['with white space in the header', { headerText: (json) => json.replaceAll(',', ', ') }],
    ['with white space around the header', { headerText: (json) => ` ${json}` }],
    ['with alg twice', { headerText: (json) => json.replace('{', '{"alg":"RSA1_5",') }],
    ['with alg twice, both right', { headerText: (json) => json.replace('{', '{"alg":"RSA-OAEP-256",') }],
    ['with an escape in the header', { headerText: (json) => json.replace('"enc"', String.raw`"\u0065nc"`) }],
    ['with a header that is a list', { headerText: (json) => `[${json}]` }],
    ['without typ', { header: { typ: undefined } }],
    ['with another cty', { header: { cty: 'text/plain' } }],
    ['with a byte order mark before its content', { contentText: (json) => `\uFEFF${json}` }],
    ['901 seconds after it was made', { claims: { iat: START / 1000 - 901 } }],
    ['901 seconds before it is made', { claims: { iat: START / 1000 + 901 } }],
    ['without iat', { claims: { iat: undefined } }],
    ['with iat as text', { claims: { iat: String(START / 1000) } }],
    ['without jti', { claims: { jti: undefined } }],
    ['with a jti that is no UUID', { claims: { jti: 'x' } }],
    ['when both sections have one jti', { claims: { jti: '11111111-1111-4111-8111-111111111111' } }],
    ['without attempt', { claims: { attempt: undefined } }],
    ['with a short attempt', { claims: { attempt: 'abc' } }],
    ['without binding', { claims: { bound_to: undefined } }],
    ['when made for a check', { boundTo: { operation: 'check' } }],
    ['when made for an order', { boundTo: { operation: 'order' } }],
    ['when made for another amount', { boundTo: { amount: 9_999 } }],
    ['when its amount is text', { boundTo: { amount: '10000' } }],
    ['when made for another currency', { boundTo: { currency: 'EUR' } }],
    ['when made for a tracking_id the request lacks', { boundTo: { tracking_id: 'order-1' } }],
    ['when bound to null where the request has nothing', { boundTo: { tracking_id: null } }],
    ['when bound to a product', { boundTo: { product_id: 'prd_1' } }],
    ['when made for a contract that the request lacks', { boundTo: { contract: ['oneclick'] } }],
    ['when bound to the contract null', { boundTo: { contract: null } }],
  ])('%s', async (_, changes) => {
    const { status, body } = await send(changes);
    expect([status, body.error_code, body.errors]).toEqual([422, 'invalid_params', BOTH]);
  });

  test("when made with a stranger's key", async () => {
    expect((await send({ publicKey: strangersKey })).body.errors).toEqual(BOTH);
  });

  test('when the request has a tracking_id it was not made for', async () => {
    const { body } = await send({ boundTo: { tracking_id: undefined } }, { tracking_id: 'order-1' });
    expect(body.errors).toEqual(BOTH);
  });

  test('when its section was swapped with the other', async () => {
    const sandbox = new Sandbox();
    const { credit_card, recipient_card, ...rest } = (await sandbox.sealing()).request('transfer', plainTransfer());
    const { body } = await sandbox.post(
      '/ctp/api/p2p',
      { ...rest, credit_card: recipient_card, recipient_card: credit_card },
      'sealed',
    );
    expect(body.errors).toEqual(BOTH);
  });

  test('when the recipient comes from another attempt', async () => {
    const sandbox = new Sandbox();
    const sealing = await sandbox.sealing();
    const mine = sealing.request('transfer', plainTransfer());
    const theirs = sealing.request('transfer', plainTransfer({ recipient_card: { number: '4005550000000019' } }));
    const { status, body } = await sandbox.post('/ctp/api/p2p', { ...mine, recipient_card: theirs.recipient_card }, 'sealed');
    expect([status, body.errors]).toEqual([422, BOTH]);
  });

  test('when its content is not an object', async () => {
    const sandbox = new Sandbox();
    const token = encryptJwe('[]', (await sandbox.shop('sealed')).public_key);
    const { body } = await sandbox.post(
      '/ctp/api/p2p',
      plainTransfer({ credit_card: { token }, recipient_card: { token } }),
      'sealed',
    );
    expect(body.errors).toEqual(BOTH);
  });

  test('when any character of it was changed', async () => {
    const sandbox = new Sandbox();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer());
    const { token } = sealed.credit_card as { token: string };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'Q', 'g', 'w', '_', '-', 'z', '9'),
        async (at, character) => {
          fc.pre(token[at] !== '.' && token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          const { status, body } = await sandbox.post('/ctp/api/p2p', { ...sealed, credit_card: { token: changed } }, 'sealed');
          return status === 422 && JSON.stringify(body.errors.credit_card.token) === JSON.stringify(UNREADABLE);
        },
      ),
      { numRuns: 40 },
    );
  });
});

const SAVING = { additional_data: { contract: ['oneclick'], receipt_text: ['Thanks'] } };

describe('the contract of a request', () => {
  test.each([
    ['the same', ['oneclick'], true],
    ['none', undefined, false],
  ])('saves the cards only if the seals name it: %s', async (_, contract, isSaved) => {
    const { status, body } = await send({ boundTo: { contract } }, SAVING);
    expect([status, body.transaction.status]).toEqual([200, 'successful']);
    for (const card of [body.transaction.credit_card, body.transaction.recipient_card])
      expect(typeof card.token).toBe(isSaved ? 'string' : 'undefined');
    expect(body.transaction.additional_data.receipt_text).toEqual(['Thanks']);
    expect(body.transaction.additional_data.contract).toEqual(isSaved ? ['oneclick'] : undefined);
  });

  test.each([
    ['another', ['recurring']],
    ['a longer one', ['oneclick', 'recurring']],
    ['a text', 'oneclick'],
    ['an empty one', []],
  ])('is refused beside seals that name %s', async (_, contract) => {
    expect((await send({ boundTo: { contract } }, SAVING)).body.errors).toEqual(BOTH);
  });
});

test('reveals nothing of the sealed data', async () => {
  const { body } = await send({ boundTo: { amount: 1 } });
  expect(JSON.stringify(body)).not.toContain(SOURCE);
  expect(JSON.stringify(body)).not.toContain(RECIPIENT);
});
