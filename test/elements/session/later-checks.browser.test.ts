// @module-tag long
import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import type { ResolvedStatus } from '../../../src/flow/options.js';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import { records } from '../stored-records.js';
import { announced, patience } from '../unseen-outcome.js';
import { offer } from '../buyer.js';
import { gateway, holdJobs } from '../gateway.js';
import { AMOUNT, CODE, mount, shown } from '../payer.js';

/** A transfer whose answer is lost, in a tab that is closed then. @returns its record. */
async function loseAnswer(attributes: Record<string, string> = {}): Promise<PaymentRecord> {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount(attributes);
  await payer.pays();
  await payer.learns('unknown');
  payer.element.remove();
  sessionStorage.clear();
  expect(records()).toMatchObject([{ phase: 'sent' }]);
  return records()[0]!;
}

/** A merchant's server that learns of the payment while the payer is on the page. */
function server(): {
  readonly resolveStatus: () => Promise<ResolvedStatus>;
  readonly asked: () => number;
  answer: ResolvedStatus['outcome'];
} {
  const own = {
    answer: 'unknown' as ResolvedStatus['outcome'],
    asked: () => asked.mock.calls.length,
    resolveStatus: () => asked(),
  };
  const asked = vi.fn(() => Promise.resolve({ outcome: own.answer }));
  return own;
}

test.each([
  ['successful', 'went through'],
  ['failed', 'didn’t go through'],
] as const)(
  'an unknown outcome from another visit is checked until it is %s, and told above a working form until it is closed',
  async (outcome, words) => {
    const record = await loseAnswer();
    const merchant = server();
    const next = await mount({}, merchant);
    await next.sees(next.text(/^Unfinished transfer of /));
    await expect.poll(merchant.asked, patience).toBeGreaterThan(0);
    await next.fillsCards();
    await next.readsFee();
    merchant.answer = outcome;
    await expect.poll(() => announced(next), patience).toContain(words);
    expect(announced(next)).toContain(shown(AMOUNT));
    expect(announced(next)).toContain(record.trackingId);
    expect(next.reads()).not.toContain('Unfinished');
    expect(next.events('checkout-outcome')).toEqual([]);
    expect(next.events('checkout-error')).toEqual([]);
    expect(next.from('Security code').element()).toHaveValue(CODE);
    expect(records()).toMatchObject([{ phase: 'ended', outcome }]);
    const third = await mount({}, merchant);
    await third.element.resume();
    expect(announced(third)).toBe('');
  },
);

test('two elements of a page share one check; when the one that checks leaves, the other takes over', async () => {
  await loseAnswer();
  const [one, other] = [server(), server()];
  const first = await mount({}, one);
  await first.waitForEvents('checkout-ready');
  const second = await mount({}, other);
  await expect.poll(one.asked, patience).toBe(1);
  expect(other.asked()).toBe(0);
  other.answer = 'successful';
  first.element.remove();
  await expect.poll(() => announced(second), patience).toContain('went through');
  expect(other.asked()).toBe(1);
});

test('a payment of an element that has left the page is not checked', async () => {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  const asked: string[] = [];
  const listen = (url: string, init: RequestInit): Promise<Response> => {
    asked.push(url);
    return gateway.fetch(url, init);
  };
  const merchant = server();
  // For another order: this tab's unfinished attempt is not its own.
  const next = await mount({ 'tracking-id': 'order-1' }, { resolveStatus: merchant.resolveStatus, fetch: listen });
  payer.element.remove();
  release();
  await expect.poll(() => announced(next), patience).toContain('went through');
  expect(payer.element.outcome).toBe('successful');
  expect(asked.filter((url) => url.includes('/jobs/'))).toEqual([]);
  // About that order alone.
  expect(merchant.asked()).toBe(1);
});

test('an element with the same fixed tracking-id shows it as its own outcome, and fires the final event', async () => {
  const trackingId = `order-${crypto.randomUUID()}`;
  await loseAnswer({ 'tracking-id': trackingId });
  const merchant = server();
  const next = await mount({ 'tracking-id': trackingId }, merchant);
  await next.learns('unknown');
  merchant.answer = 'successful';
  await next.learns('successful');
  expect(next.events('checkout-outcome').map(({ outcome, final, trackingId: id }) => [outcome, final, id])).toEqual([
    ['unknown', false, trackingId],
    ['successful', true, trackingId],
  ]);
});

test('a product payment is resolved the same way', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('unknown');
  buyer.element.remove();
  sessionStorage.clear();
  const merchant = server();
  merchant.answer = 'successful';
  const next = await offer('cup', {}, merchant);
  await expect.poll(() => announced(next), patience).toMatch(/^Your payment of 19\.99 USD, started .+, went through\./);
  expect(next.events('checkout-outcome')).toEqual([]);
});
