import { expect, test } from 'vitest';
import { advanceSandbox, freshAmount, knownOrders, useJourneys } from './journey.js';
import { useOwnSandbox } from './own-sandbox.js';

const journeys = useJourneys();
// Half an hour ahead of everybody else's time, a sandbox would refuse what others seal.
const own = useOwnSandbox();

test('expired: who confirms after half an hour learns that it was too late, and the shop was told', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { shopUrl: own.shopUrl });
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await advanceSandbox(31 * 60, own.gateway['console_url']);
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer not made').waitFor();
  expect(await payer.reads()).toMatch(/expired/i);
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('declined');
  expect((await knownOrders(page))[0]?.transactions).toMatchObject([{ status: 'failed' }]);
});

test('a gateway half an hour ahead of the payer’s clock: the first seal is refused, sealed anew, and the money goes', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { shopUrl: own.shopUrl });
  const refused: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() === 422) refused.push(response.status());
  });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(refused).toEqual([422]);
});
