import { describe, expect, test } from 'vitest';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { plainTransfer, Sandbox } from '../sandbox.js';

// The forms of tokens are facts of public documents; the values are test cards.
const CHALLENGED = '4012000000001097';
const apple = (changes: object = {}) => ({
  applicationPrimaryAccountNumber: CHALLENGED,
  applicationExpirationDate: '310131',
  currencyCode: '840',
  transactionAmount: 10_000,
  cardholderName: 'JohnDoe',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AP6MRIToJV3AAbEcMTKNAoABFA==', eciIndicator: '07' },
  ...changes,
});
const google = (authMethod: string, changes: object = {}) => ({
  gatewayMerchantId: 'example',
  paymentMethod: 'CARD',
  paymentMethodDetails: { expirationYear: 2031, expirationMonth: 1, pan: CHALLENGED, authMethod, ...changes },
});
const encoded = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64');
const decrypted = (wallet: 'apple' | 'google', data: unknown): string =>
  `$begateway_${wallet}_pay_decrypted_1_0_0$${encoded(data)}`;

const pay = (token: string, sandbox = new Sandbox(), code: string | null = '123') =>
  sandbox.post('/transactions/p2ps', plainTransfer({ credit_card: { token, verification_value: code } }));

describe('a wallet’s decrypted token', () => {
  test.each([
    ['of Apple, whose wallet has authenticated the payer', decrypted('apple', apple()), 'successful', 'JohnDoe'],
    ['of Google with a cryptogram', decrypted('google', google('CRYPTOGRAM_3DS', { cryptogram: 'AAAAAA' })), 'successful', null],
    ['of Google with the card alone, which its bank challenges', decrypted('google', google('PAN_ONLY')), 'incomplete', null],
  ])('%s, is a card', async (_, token, status, holder) => {
    const { body } = await pay(token);
    expect(body.transaction).toMatchObject({
      status,
      credit_card: { last_4: '1097', holder, exp_month: 1, exp_year: 2031 },
    });
    expect(JSON.stringify(body)).not.toContain('begateway');
  });

  test.each([
    ['no base64', `$begateway_apple_pay_decrypted_1_0_0$${encoded(apple())}!`],
    ['no JSON', '$begateway_apple_pay_decrypted_1_0_0$AAAA'],
    ['no number', decrypted('apple', apple({ applicationPrimaryAccountNumber: undefined }))],
    ['no card number', decrypted('google', google('PAN_ONLY', { pan: '4111111111111112' }))],
    ['no expiry', decrypted('google', google('PAN_ONLY', { expirationYear: undefined }))],
    ['an impossible month', decrypted('apple', apple({ applicationExpirationDate: '311331' }))],
  ])('with %s is refused', async (_, token) => {
    const { status, body } = await pay(token);
    expect([status, body.errors]).toEqual([
      422,
      { credit_card: { token: [expect.stringContaining("is not a wallet's token")] } },
    ]);
  });

  test('of an expired card is refused', async () => {
    const { body } = await pay(decrypted('apple', apple({ applicationExpirationDate: '230131' })));
    expect(body.errors).toEqual({ credit_card: { token: ['has expired'] } });
  });

  test('needs a verification value, unless the shop is set to do without', async () => {
    const { status, body } = await pay(decrypted('apple', apple()), new Sandbox(), null);
    expect([status, body.errors]).toEqual([422, { credit_card: { verification_value: ["can't be blank"] } }]);
    const shops = SANDBOX_SHOPS.map((shop) => ({ ...shop, walletsWithoutCode: true }));
    const sandbox = new Sandbox({ shops });
    expect((await pay(decrypted('apple', apple()), sandbox, null)).body.transaction.status).toBe('successful');
    // A saved card still needs one.
    const saved = await sandbox.transfer({ amount: 7, additional_data: { contract: ['oneclick'] } });
    expect((await pay(saved.credit_card.token, sandbox, null)).status).toBe(422);
  });

  test('is refused in the open by a shop that must encrypt, and pays inside its seal', async () => {
    const sandbox = new Sandbox();
    const credit_card = { token: decrypted('apple', apple()), verification_value: '123' };
    const open = await sandbox.post('/ctp/api/p2p', plainTransfer({ credit_card: { token: credit_card.token } }), 'sealed');
    expect([open.status, open.body.errors.credit_card.token]).toEqual([422, [expect.stringContaining('must be encrypted')]]);
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer({ credit_card }));
    const { body } = await sandbox.post('/ctp/api/p2p', sealed, 'sealed');
    expect(body.transaction).toMatchObject({ status: 'successful', credit_card: { last_4: '1097' } });
    expect(sandbox.logLines.join('')).not.toContain('begateway_apple');
  });
});

test.each(['apple', 'google'])('an encrypted token of %s is refused with the reason', async (wallet) => {
  const { status, body } = await pay(`$begateway_${wallet}_pay_1_0_0$${encoded({ version: 'EC_v1', data: 'AAAA' })}`);
  expect([status, body.errors]).toEqual([422, { credit_card: { token: [expect.stringContaining("a sandbox can't open")] } }]);
});
