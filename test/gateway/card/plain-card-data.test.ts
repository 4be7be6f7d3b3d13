import { describe, expect, test } from 'vitest';
import { plainCheck, plainTransfer, Sandbox, START } from '../sandbox.js';
import { SealingShop } from '../seal.js';

const PLAIN = ['must be encrypted: plain card data needs a PCI DSS certificate'];

const UNREADABLE = ["can't be decrypted, or was encrypted for another request"];

describe('a shop without a PCI DSS certificate', () => {
  test.each([['/p2p-restrictions'], ['/ctp/api/verify-p2p'], ['/ctp/api/async/verify-p2p']])(
    '%s refuses plain card data',
    async (path) => {
      const { status, body } = await new Sandbox().post(path, plainCheck(), 'sealed');
      expect(status).toBe(422);
      expect(body.error_code).toBe('invalid_params');
      expect(body.errors).toEqual({ credit_card: { number: PLAIN }, recipient_card: { number: PLAIN } });
    },
  );

  test.each([['/transactions/p2ps'], ['/ctp/api/p2p'], ['/ctp/api/async/p2p']])('%s refuses plain card data', async (path) => {
    const { status, body } = await new Sandbox().post(path, plainTransfer(), 'sealed');
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      credit_card: { number: PLAIN, verification_value: PLAIN, exp_month: PLAIN, exp_year: PLAIN },
      recipient_card: { number: PLAIN },
    });
  });

  test('is refused a plain verification value beside a sealed card', async () => {
    const sandbox = new Sandbox();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer());
    const beside = { ...sealed, credit_card: { ...(sealed.credit_card as object), verification_value: '123' } };
    const { status, body } = await sandbox.post('/ctp/api/p2p', beside, 'sealed');
    expect([status, body.errors]).toEqual([422, { credit_card: { verification_value: PLAIN, token: UNREADABLE } }]);
  });
});

describe('a certified shop', () => {
  test.each(['credit_card', 'recipient_card'])('is refused plain card data beside a sealed %s', async (section) => {
    const sandbox = new Sandbox();
    const sealing = new SealingShop((await sandbox.shop('plain')).public_key, START / 1000);
    const sealed = sealing.request('transfer', plainTransfer());
    const beside = { ...sealed, [section]: { ...(sealed[section] as object), number: '4005550000000019' } };
    const { status, body } = await sandbox.post('/ctp/api/p2p', beside, 'plain');
    expect([status, body.errors[section]]).toEqual([422, { token: UNREADABLE }]);
  });

  test.each([['/p2p-restrictions'], ['/ctp/api/verify-p2p'], ['/ctp/api/async/verify-p2p']])(
    '%s accepts plain card data',
    async (path) => {
      expect((await new Sandbox().post(path, plainCheck())).status).toBe(200);
    },
  );

  test.each([['/transactions/p2ps'], ['/ctp/api/p2p'], ['/ctp/api/async/p2p']])('%s accepts plain card data', async (path) => {
    expect((await new Sandbox().post(path, plainTransfer())).status).toBe(200);
  });
});

test('the list of shops and the page of keys agree on which shop is certified', async () => {
  const sandbox = new Sandbox();
  const { body } = await sandbox.console('/sandbox/shops');
  expect(body).toMatchObject([
    { shop_id: 1001, pci_certified: false },
    { shop_id: 1002, pci_certified: true },
  ]);
  const keys = String((await sandbox.console('/keys')).body.text);
  expect(keys).toMatch(
    /<h2>Corner Store<\/h2>[^]*?Plain card data<\/dt><dd>refused[^]*?<h2>Certified Market<\/h2>[^]*?Plain card data<\/dt><dd>accepted/,
  );
});
