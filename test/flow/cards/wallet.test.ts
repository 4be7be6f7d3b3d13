import { expect, test } from 'vitest';
import { ScriptedGateway } from '../../../demo/scripted/gateway.js';
import { createShop } from '../../../demo/scripted/shop.js';
import {
  alwaysPresent,
  CheckoutClient,
  importKey,
  judgeUrl,
  plainCards,
  RecordStore,
  systemRandom as random,
  TransferFlow,
} from '../../../src/headless.js';
import { ManualClock } from '../../clock/manual-clock.js';

const WALLET = {
  paymentMethodDetails: { pan: '4200000000000000', expirationMonth: 1, expirationYear: 2031, authMethod: 'CRYPTOGRAM_3DS' },
};
const token = `$begateway_google_pay_decrypted_1_0_0$${btoa(JSON.stringify(WALLET))}`;

test('a program pays a transfer with a wallet’s token, which leaves sealed and is then spent', async () => {
  const clock = new ManualClock();
  const shop = { ...(await createShop()), walletsWithoutCode: true };
  const gateway = new ScriptedGateway({ shop, now: () => clock.now() });
  const key = await importKey(shop.publicKey);
  const drafts = { credit_card: { token }, recipient_card: { number: '4012000000001006' } };
  const cards = plainCards(drafts, { key, random, now: () => clock.now() });
  const flow = new TransferFlow({
    client: new CheckoutClient({ checkoutUrl: gateway.url, publicKey: shop.publicKey, fetch: gateway.fetch, clock }),
    cards,
    presence: alwaysPresent,
    judgeRedirect: judgeUrl,
    leave: () => undefined,
    report: () => undefined,
    clock,
    random,
    records: new RecordStore('p2p', { local: undefined, tab: undefined, clock }),
    settings: () => ({ amount: 10_000, currency: 'USD', description: 'Rent', test: true }),
  });
  const paid = flow.check().then(() => flow.submit());
  for (let turn = 0; turn < 1000 && flow.state.step !== 'outcome'; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await clock.advance(500);
  }
  await paid;
  expect(flow.state).toMatchObject({ step: 'outcome', result: { outcome: 'successful' } });
  expect(gateway.transactions).toMatchObject([{ credit_card: { last_4: '0000' }, recipient_card: { last_4: '1006' } }]);
  expect(gateway.arrived.map(({ text }) => text).join()).not.toContain('begateway');
  expect(cards.state).toMatchObject({ checkable: false, complete: false });
});
