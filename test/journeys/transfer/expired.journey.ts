import { expect, inject, test } from 'vitest';
import { advanceSandbox, freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { useOwnSandbox } from '../rig/own-sandbox.js';
import { shopPath } from '../rig/fields-place.js';

const journeys = useJourneys();
// A sandbox that runs half an hour ahead would refuse what other files' journeys seal.
const own = useOwnSandbox();

test('a payer who confirms after half an hour reads that the challenge expired, and the shop gets the notification', async () => {
  const { page, payer } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, inject('fieldsPlace')), {
    shopUrl: own.shopUrl,
  });
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await advanceSandbox(31 * 60, own.gateway['console_url']);
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await payer.reads()).toMatch(/expired/i);
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('declined');
  expect((await knownOrders(page))[0]?.transactions).toMatchObject([{ status: 'failed' }]);
});

test('with the gateway’s clock half an hour ahead, the first check learns its time, the transfer is sealed by it, and the money moves', async () => {
  const { page, payer } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, inject('fieldsPlace')), {
    shopUrl: own.shopUrl,
  });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() === 422) refused.push(new URL(response.url()).pathname);
  });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(refused).toEqual([expect.stringMatching(/verify-p2p$/)]);
});
