import { expect, test } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';
import { PAYS } from '../payer.js';

test('a price that rose since the payer saw it is refused, shown again, and paid only by another press', async () => {
  const path = new URL(offers.cup.confirm_url).pathname;
  const real = offers.cup;
  let stale = true;
  const posted: string[] = [];
  const buyer = await offer(
    'cup',
    {},
    {
      fetch: (url, init) => {
        if (init.method === 'POST') posted.push(new URL(url).pathname);
        const isOld = stale && init.method === 'GET' && new URL(url).pathname === path;
        stale = stale && !isOld;
        return isOld ? Promise.resolve(Response.json({ product: { ...real, amount: 1500 } })) : gateway.fetch(url, init);
      },
    },
  );
  await buyer.sees(buyer.button('Pay 15.00 USD'));
  await buyer.pays({ number: PAYS });
  await buyer.sees(buyer.text('The price has changed to 19.99 USD. Nothing was paid. Press again if you agree.'));
  await buyer.sees(buyer.button('Pay 19.99 USD'));
  expect(buyer.events('checkout-outcome')).toEqual([]);
  await buyer.button('Pay 19.99 USD').click();
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
  expect(posted).toEqual([path, path]);
});

/** An earlier answer of the gateway for the first request; then the current one. */
const earlierAnswer = (earlier: Readonly<Record<string, unknown>>) => {
  let isStale = true;
  return {
    fetch: (url: string, init: RequestInit) => {
      const isOld = isStale && init.method === 'GET';
      isStale = isStale && !isOld;
      return isOld ? Promise.resolve(Response.json({ product: earlier })) : gateway.fetch(url, init);
    },
  };
};

test.each([
  ['gone', { quantity: 1 }, 'This item has sold out.', 'sold_out'],
  ['over', { expired_at: '2099-01-01T00:00:00+00:00' }, 'This item is no longer available.', 'expired'],
] as const)(
  '%s between opening and paying: the payer reads that nothing was paid, and the page learns which order to close',
  async (name, earlier, words, reason) => {
    const trackingId = crypto.randomUUID();
    const buyer = await offer(
      name,
      {},
      {
        ...earlierAnswer({ ...offers[name], ...earlier }),
        prepare: () => Promise.resolve({ trackingId }),
      },
    );
    await buyer.waitForEvents('checkout-ready');
    await buyer.pays({ number: PAYS });
    await buyer.learns('failed');
    await buyer.sees(buyer.text(words));
    await buyer.waitForEvents('checkout-unavailable');
    const [outcome, ...others] = buyer.events('checkout-outcome');
    expect(others).toEqual([]);
    expect(outcome).toMatchObject({ outcome: 'failed', final: true, trackingId, transaction: undefined });
    expect(buyer.events('checkout-unavailable')[0]?.reason).toBe(reason);
    const order = buyer.allEvents.map(({ type }) => type);
    expect(order.indexOf('checkout-outcome')).toBeLessThan(order.indexOf('checkout-unavailable'));
    expect(
      buyer.within
        .getByRole('button')
        .elements()
        .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent?.trim()),
    ).toEqual(['Copy the reference']);
  },
);

test('until the new price arrives, the old one is not called new', async () => {
  const real = offers.cup;
  const asked: ((response: Response) => void)[] = [];
  const buyer = await offer(
    'cup',
    {},
    {
      fetch: (url, init) =>
        init.method === 'GET' && new URL(url).pathname === new URL(offers.cup.confirm_url).pathname
          ? new Promise((resolve) => asked.push(resolve))
          : gateway.fetch(url, init),
    },
  );
  await expect.poll(() => asked.length).toBe(1);
  asked[0]!(Response.json({ product: { ...real, amount: 1500 } }));
  await buyer.pays({ number: PAYS });
  await buyer.sees(buyer.text(/^The shop says: .*Nothing was paid\.$/));
  expect(buyer.reads()).not.toContain('changed to 15.00 USD');
  asked[1]!(Response.json({ product: real }));
  await buyer.sees(buyer.text('The price has changed to 19.99 USD. Nothing was paid. Press again if you agree.'));
});

test('refused for another reason, and still on offer: not paid, and another try is offered', async () => {
  const path = new URL(offers.cup.confirm_url).pathname;
  const buyer = await offer(
    'cup',
    {},
    {
      fetch: (url, init) =>
        init.method === 'POST' && new URL(url).pathname === path
          ? Promise.resolve(
              Response.json({ message: 'quantity is reserved', errors: { quantity: ['is reserved'] } }, { status: 422 }),
            )
          : gateway.fetch(url, init),
    },
  );
  await buyer.pays({ number: PAYS });
  await buyer.learns('failed');
  await buyer.sees(buyer.button('Try again'));
  expect(buyer.events('checkout-unavailable')).toEqual([]);
});
