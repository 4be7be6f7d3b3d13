import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../src/define.js';
import type { CheckoutOutcomeEvent } from '../../../src/index.js';
import { answer, done, transaction } from '../../../demo/scripted/script.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { AMOUNT, mount } from '../payer.js';
import { records } from '../stored-records.js';

// A final word stands, and an answer belongs to the attempt that asked: what a payer reads of it.

const info = vi.fn();
beforeEach(() => {
  info.mockReset();
  vi.spyOn(console, 'info').mockImplementation(info);
});
afterEach(() => vi.restoreAllMocks());

const FIXED = { 'tracking-id': 'order-1' };

test('a paid order stays paid when its job later fails: nothing is offered that pays again', async () => {
  const payer = await mount(FIXED);
  await payer.pays();
  await payer.learns('successful');
  payer.element.remove();
  gateway.replies.job = [done(transaction('failed', { amount: AMOUNT, tracking_id: 'order-1', message: 'Reversed' }))];
  const next = await mount(FIXED);
  await next.learns('successful');
  expect(next.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', final: true, rule: 'record_successful' }]);
  expect(next.reads()).not.toContain('didn’t go through');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('the same holds for a product', async () => {
  const buyer = await offer('cup', FIXED);
  await buyer.pays();
  await buyer.learns('successful');
  buyer.element.remove();
  gateway.replies.job = [done(transaction('failed', { tracking_id: 'order-1' }))];
  const next = await offer('cup', FIXED);
  await next.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('a storage that fills up during a payment keeps it, and the page is told', async () => {
  const payer = await mount();
  const set = vi.spyOn(Storage.prototype, 'setItem');
  gateway.onRequest = ({ kind }) => {
    if (kind !== 'transfer') return;
    set.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  };
  gateway.replies.job = [{ status: 'new' }];
  await payer.pays();
  await payer.waitForEvents('checkout-error');
  expect(payer.events('checkout-error')).toMatchObject([{ error: { code: 'storage_unavailable' } }]);
  gateway.onRequest = () => undefined;
  expect(records()).toMatchObject([{ phase: 'sent', trackingId: gateway.of('transfer').length === 1 ? expect.any(String) : '' }]);
  payer.element.cancel();
});

test('a failure that says that money moved is no failure, and the console has what support needs', async () => {
  gateway.replies.job = [done(transaction('failed', { amount: AMOUNT, paid_at: '2026-11-21T10:00:00Z' }))];
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.reads()).toContain('Please don’t pay again.');
  const [{ trackingId, rule }] = payer.events('checkout-outcome') as [CheckoutOutcomeEvent];
  expect(rule).toBe('contradictory');
  const [[text]] = info.mock.calls as [[string]];
  expect(text).toContain(`<p2p-transfer> unknown (contradictory), tracking id ${trackingId}.`);
  expect(text).toMatch(/POST \/ctp\/api\/async\/p2p: new\n.*GET \/ctp\/api\/async\/jobs\/\S+: done\n.*outcome: unknown/);
  expect(text).not.toMatch(/4200|1006|MIIB/);
});

test('a payment is known to the page’s other elements, whatever becomes of its storages', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  localStorage.clear();
  sessionStorage.clear();
  payer.element.remove();
  const next = await mount();
  await expect.poll(() => next.reads()).toContain('Unfinished transfer of');
});

test('an order that the shop reports as paid, without a sum, is asked about in so many words', async () => {
  const payer = await mount(FIXED, { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  await payer.pays();
  const question = 'The shop reports this transfer as sent already. Press again only if you want to send it a second time.';
  await payer.sees(payer.text(question));
  expect(gateway.of('transfer')).toEqual([]);
  expect(payer.events('checkout-error')).toMatchObject([{ error: { code: 'resolve_status_mismatch' } }]);
});

test('a definite refusal is told after the payer stopped waiting', async () => {
  let refuse!: (reply: Response) => void;
  gateway.replies.transfer = [new Promise<Response>((resolve) => (refuse = resolve))];
  const payer = await mount();
  await payer.pays();
  await expect.poll(() => gateway.of('transfer').length).toBe(1);
  payer.element.cancel();
  await payer.learns('unknown');
  refuse(answer(422, { message: 'x', error_code: 'invalid_params', errors: { credit_card: { exp_year: ['is invalid'] } } }));
  await payer.learns('failed');
  expect(payer.events('checkout-outcome').map(({ outcome }) => outcome)).toEqual(['unknown', 'failed']);
});
