import { afterEach, expect, test } from 'vitest';
import '../../src/define.js';
import './watch-test.js';
import { freshAmount, Line, mount, TRANSFER } from './payer.js';

const address = location.href;
afterEach(() => history.replaceState(null, '', address));

/** The page as the gateway sends a payer back to it. */
function comeBackTo(query: string): void {
  const url = new URL(address);
  url.search = query;
  history.replaceState(null, '', url);
}

test('of several uids in the return address the last is asked about: the gateway adds its own at the end', async () => {
  comeBackTo('?order=1&uid=older&status=failed&uid=newer&status=successful');
  const asked: unknown[] = [];
  const resolveStatus = (attempt: unknown) => {
    asked.push(attempt);
    return Promise.resolve({ outcome: 'successful' as const });
  };
  const payer = await mount({ amount: String(freshAmount()) }, { resolveStatus });
  await payer.learns('successful');
  expect(asked).toEqual([{ trackingId: undefined, uid: 'newer' }]);
});

test('gone on from, a payment is not asked about again: what the gateway added leaves the address, all else stays', async () => {
  comeBackTo('?order=1&uid=older&status=successful');
  history.replaceState({ route: 7 }, '', `${location.href}#top`);
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  await payer.learns('successful');
  expect(location.search).toContain('uid=older');
  await payer.button('New transfer').click();
  await payer.sees(payer.transferButton);
  expect(location.search + location.hash).toBe('?order=1#top');
  expect(history.state).toEqual({ route: 7 });
  const reloaded = await mount();
  await reloaded.hears('checkout-ready');
  expect(reloaded.element.step).toBe('details');
});

test('of two elements one asks about the payment in the address; the other is a form', async () => {
  comeBackTo('?uid=older&status=successful');
  const asked: unknown[] = [];
  const resolveStatus = (attempt: unknown) => {
    asked.push(attempt);
    return Promise.resolve({ outcome: 'unknown' as const });
  };
  const payers = [await mount({}, { resolveStatus }), await mount({ currency: 'EUR' }, { resolveStatus })];
  for (const payer of payers) await payer.hears('checkout-ready');
  await expect.poll(() => payers.map(({ element }) => element.step)).toEqual(['outcome', 'details']);
  expect(asked).toHaveLength(1);
});

test.each(['?status=new&id=sbs_1', '?id=sbs_1&status=new', '?id=sbs_1'])('back from a subscription to %s, the payer is told, not shown a blank form', async (query) => {
  comeBackTo(query);
  const payer = await mount();
  await payer.learns('unknown');
  expect(payer.reads()).toContain('sbs_1');
});

test('with nobody to ask, the payer is told what to quote, not to ask again', async () => {
  comeBackTo('?uid=4jk2&status=successful');
  const payer = await mount();
  await payer.learns('unknown');
  expect(payer.reads()).toContain('Quote the reference below to support.');
  expect(payer.reads()).not.toContain('Ask again');
  expect(payer.reads()).toMatch(/Reference\s+4jk2/);
  expect(payer.reads()).not.toContain('New transfer');
  await payer.button('Back to the form').click();
  await payer.sees(payer.transferButton);
});

test('with somebody to ask, the button is there that the words speak of', async () => {
  comeBackTo('?uid=4jk2&status=successful');
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
  await payer.learns('unknown');
  expect(payer.reads()).toContain('Ask again, or quote the reference below to support.');
  await payer.sees(payer.button('Ask again'));
});

test('the page’s own address is sent without what an earlier return added to it', async () => {
  comeBackTo('?order=1');
  const line = new Line();
  let sent = '';
  line.answer(TRANSFER, (_, { body }) => {
    sent = (JSON.parse(body as string) as { request: { return_url: string } }).request.return_url;
    return Promise.resolve(Response.json({ message: 'No', errors: {} }, { status: 422 }));
  });
  const payer = await mount({ amount: String(freshAmount()), 'return-url': null }, { fetch: line.fetch });
  await payer.fillsCards();
  await payer.readsFee();
  // Taken up and shown before, the earlier attempt left its marks in the address.
  comeBackTo('?order=1&uid=older&status=failed&token=t');
  await payer.transferButton.click();
  await payer.learns('failed');
  expect(new URL(sent).search).toBe('?order=1');
});

test('an element taken out of the page is emptied; one moved within it keeps what was typed', async () => {
  const payer = await mount({ amount: String(freshAmount()) });
  await payer.fillsCards();
  const numbers = (): string[] =>
    [...(payer.element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[name=number]') ?? [])].map(({ value }) => value);
  const typed = numbers();
  expect(typed.every((number) => number.length > 12)).toBe(true);
  const place = document.createElement('div');
  document.body.append(place);
  place.append(payer.element);
  await Promise.resolve();
  expect(numbers()).toEqual(typed);
  payer.element.remove();
  await Promise.resolve();
  expect(numbers()).toEqual(['', '']);
  place.remove();
});
