import { expect, inject, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { advanceSandbox, freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { askGateway, sell } from '../rig/merchant.js';
import { useOwnSandbox } from '../rig/own-sandbox.js';
import { shopPath } from '../rig/fields-place.js';

const journeys = useJourneys();
const buyers = useBuyers();
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

test('a product whose sale ends while its buyer is at the bank is not paid and returns to stock', async () => {
  const { base_url: baseUrl, console_url: consoleUrl } = own.gateway;
  const { now } = (await (await fetch(`${consoleUrl}/sandbox/clock`)).json()) as { now: string };
  const product = await sell(
    {
      quantity: '1',
      immortal: false,
      expired_at: new Date(Date.parse(now) + 10 * 60_000).toISOString(),
    },
    baseUrl,
  );
  const buyer = await buyers.arrive(product.pay_url);
  await buyer.pay('4012000000001097');
  await buyer.payer.arriveAtBank();
  await advanceSandbox(11 * 60, consoleUrl);
  await buyer.payer.confirmAtBank('123456');
  await buyer.heading('Payment didn’t go through').waitFor();
  expect(await buyer.reads()).toMatch(/expired/i);
  expect(await askGateway('GET', `/products/${product.id}`, undefined, baseUrl)).toMatchObject({ quantity: 1 });
});

test('an order page left open while the gateway’s clock moves two hours ahead takes the payment at the first press', async () => {
  const { base_url: baseUrl, console_url: consoleUrl } = own.gateway;
  const product = await sell({ quantity: '1' }, baseUrl);
  const buyer = await buyers.arrive(product.pay_url);
  await buyer.button.waitFor();
  await advanceSandbox(2 * 3600, consoleUrl);
  const answers: number[] = [];
  buyer.page.on('response', (response) => {
    if (response.request().method() === 'POST') answers.push(response.status());
  });
  await buyer.pay('4200000000000000');
  await buyer.heading('Payment complete').waitFor();
  // The first seal is refused; the second uses the time that the refusal reported.
  expect(answers).toEqual([422, 200]);
  expect(await askGateway('GET', `/products/${product.id}`, undefined, baseUrl)).toMatchObject({ quantity: 0 });
});
