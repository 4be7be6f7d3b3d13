import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../demo/start/bundle.mjs';
import { addressFlags, startServer } from '../../demo/start/server.mjs';
import { advanceSandbox, freshAmount, knownOrders, useJourneys } from './journey.js';

const journeys = useJourneys();
const servers: Awaited<ReturnType<typeof startServer>>[] = [];
let shopUrl = '';
let consoleUrl = '';

// A sandbox of its own: half an hour ahead of everybody else's time, it would refuse what others seal.
beforeAll(async () => {
  const gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  servers.push(gateway);
  const shop = await startServer('shop', await bundle('shop'), ['--port', '0', ...addressFlags(gateway.addresses)]);
  servers.push(shop);
  shopUrl = shop.addresses['shop_url'] ?? '';
  consoleUrl = gateway.addresses['console_url'] ?? '';
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
});

test('expired: who confirms after half an hour learns that it was too late, and the shop was told', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { shopUrl });
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await advanceSandbox(31 * 60, consoleUrl);
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer not made').waitFor();
  expect(await payer.reads()).toMatch(/expired/i);
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('declined');
  expect((await knownOrders(page))[0]?.transactions).toMatchObject([{ status: 'failed' }]);
});

test('a gateway half an hour ahead of the payer’s clock: the first seal is refused, sealed anew, and the money goes', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { shopUrl });
  const refused: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() === 422) refused.push(response.status());
  });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(refused).toEqual([422]);
});
