// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';
import { AMOUNT, mount, type Payer, shown } from '../payer.js';
import { forgetEverything } from '../stored-records.js';

// A fixed tracking-id is one order: resolveStatus, if set, is called during set-up.

interface Question {
  readonly trackingId: string | undefined;
  readonly uid: string | undefined;
  readonly startedAt: string | undefined;
}

/** A merchant's server with the orders that it knows as paid. */
function server(paid: Readonly<Record<string, { amount: number; currency: string }>> = {}) {
  const asked: Question[] = [];
  const resolveStatus = (question: Question) => {
    asked.push(question);
    const order = paid[question.trackingId ?? ''];
    return Promise.resolve(order ? { outcome: 'successful' as const, ...order } : { outcome: 'unknown' as const });
  };
  return { asked, resolveStatus };
}

const about = (trackingId: string): Question => ({ trackingId, uid: undefined, startedAt: undefined });
const outcomes = (payer: Payer): unknown[] =>
  payer.events('checkout-outcome').map(({ outcome, trackingId }) => [outcome, trackingId]);

test('a paid order after storage was cleared: the second visit shows that it is paid, and sends nothing', async () => {
  const trackingId = 'order-1';
  const first = await mount({ 'tracking-id': trackingId });
  await first.pays();
  await first.learns('successful');
  first.element.remove();
  forgetEverything();

  const { asked, resolveStatus } = server({ [trackingId]: { amount: AMOUNT, currency: 'USD' } });
  const second = await mount({ 'tracking-id': trackingId }, { resolveStatus });
  await second.learns('successful');
  expect(second.reads()).toContain(shown(AMOUNT));
  expect(second.reads()).toMatch(new RegExp(`Reference\\s+${trackingId}`));
  expect(second.buttons()).toEqual(['Copy the reference']);
  expect(asked).toEqual([about(trackingId)]);
  expect(outcomes(second)).toEqual([['successful', trackingId]]);
  // Whatever the page does next.
  second.element.reset();
  await second.element.updateComplete;
  await second.pays();
  await second.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test('checkout-ready comes before the server’s outcome', async () => {
  const trackingId = 'order-1';
  const { resolveStatus } = server({ [trackingId]: { amount: AMOUNT, currency: 'USD' } });
  const payer = await mount({ 'tracking-id': trackingId }, { resolveStatus });
  await payer.waitForEvents('checkout-outcome');
  const types = payer.allEvents.map(({ type }) => type).filter((type) => type !== 'checkout-change');
  expect(types).toEqual(['checkout-ready', 'checkout-outcome']);
});

test('an unpaid order takes the payment', async () => {
  const trackingId = 'order-1';
  const { asked, resolveStatus } = server();
  const payer = await mount({ 'tracking-id': trackingId }, { resolveStatus });
  await payer.pays();
  await payer.learns('successful');
  expect(asked).toEqual([about(trackingId)]);
  expect(outcomes(payer)).toEqual([['successful', trackingId]]);
});

test('while the server is asked the form takes input; a press waits, and an order that is already paid is not sent', async () => {
  const trackingId = 'order-1';
  let answer!: (status: { outcome: 'successful'; amount: number; currency: string }) => void;
  const payer = await mount(
    { amount: String(AMOUNT), 'tracking-id': null },
    { resolveStatus: () => new Promise((resolve) => (answer = resolve)) },
  );
  await payer.fillsCards();
  await payer.readsFee();
  // The request starts now: what follows takes less than its 3 seconds.
  payer.element.trackingId = trackingId;
  await payer.element.updateComplete;
  expect(payer.element.step).toBe('details');
  void payer.element.submit();
  await expect.poll(() => payer.element.step).toBe('transferring');
  answer({ outcome: 'successful', amount: AMOUNT, currency: 'USD' });
  await payer.learns('successful');
  expect(gateway.of('transfer')).toEqual([]);
  expect(outcomes(payer)).toEqual([['successful', trackingId]]);
});

test('a server that hangs delays nothing for longer than 3 seconds; then the payer is asked', async () => {
  const payer = await mount({ 'tracking-id': 'order-1' }, { resolveStatus: () => new Promise(() => undefined) });
  await payer.pays();
  await payer.sees(payer.text(/We couldn’t check whether this transfer has been sent already/));
  await expect.element(payer.transferButton).not.toHaveAttribute('aria-disabled', 'true');
  await payer.transferButton.click();
  await payer.learns('successful');
});

test('an id that is set later, or before resolveStatus, is asked about once', async () => {
  const [one, two] = ['order-1', 'order-2'];
  const { asked, resolveStatus } = server();
  const payer = await mount({ 'tracking-id': one });
  await payer.waitForEvents('checkout-ready');
  await payer.sees(payer.transferButton);
  payer.element.resolveStatus = resolveStatus;
  await expect.poll(() => asked).toEqual([about(one)]);
  payer.element.trackingId = two;
  await expect.poll(() => asked).toEqual([about(one), about(two)]);
  // A framework's next render.
  payer.element.resolveStatus = (question) => resolveStatus(question);
  payer.element.trackingId = one;
  await payer.element.updateComplete;
  await payer.fillsCards();
  expect(asked).toEqual([about(one), about(two)]);
});

test('a link with a stranger’s uid does not hide that the order is paid', async () => {
  const address = location.href;
  history.replaceState(null, '', '?uid=of-a-stranger&status=failed');
  try {
    const trackingId = 'order-1';
    const { resolveStatus } = server({ [trackingId]: { amount: AMOUNT, currency: 'USD' } });
    const payer = await mount({ 'tracking-id': trackingId }, { resolveStatus });
    await payer.learns('successful');
    expect(payer.reads()).not.toContain('of-a-stranger');
    expect(outcomes(payer)).toEqual([['successful', trackingId]]);
  } finally {
    history.replaceState(null, '', address);
  }
});

test('a product that is already paid shows as bought, whenever its price arrives', async () => {
  const trackingId = 'order-1';
  const { asked, resolveStatus } = server({ [trackingId]: { amount: 1999, currency: 'USD' } });
  const buyer = await offer('cup', { 'tracking-id': trackingId }, { resolveStatus });
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
  expect(buyer.reads()).toContain(String(offers.cup['name']));
  expect(asked).toEqual([about(trackingId)]);
  expect(buyer.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', trackingId }]);
});

test('a product whose price differs from the paid amount is sold after a question', async () => {
  const trackingId = 'order-1';
  const { resolveStatus } = server({ [trackingId]: { amount: 1, currency: 'USD' } });
  const buyer = await offer('cup', { 'tracking-id': trackingId }, { resolveStatus });
  await buyer.pays();
  await buyer.sees(buyer.text(/We couldn’t check whether this has been paid already/));
  await expect.element(buyer.button(/^Pay/)).not.toHaveAttribute('aria-disabled', 'true');
  await buyer.button(/^Pay/).click();
  await buyer.learns('successful');
  const codes = buyer.events('checkout-error').map(({ error }) => error.code);
  expect(new Set(codes)).toEqual(new Set(['resolve_status_mismatch']));
});

test('an order that is being paid elsewhere says so above the form, with the way to the bank', async () => {
  const redirectUrl = 'https://bank.example/3ds';
  const resolveStatus = () => Promise.resolve({ outcome: 'pending' as const, redirectUrl });
  const payer = await mount({ 'tracking-id': 'order-2' }, { resolveStatus });
  const notice = payer.within.getByText('This transfer is being sent in another window or browser.');
  await payer.sees(notice);
  // In a frame, such as this test's, the bank's page opens in a window.
  await payer.sees(payer.button('Continue to your bank'));
  const isBefore = (one: Element, other: Element): boolean =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(isBefore(notice.element(), payer.from('Card number').element())).toBe(true);
  // Screen readers announce what appears in the region.
  expect(notice.element().closest('[aria-live=polite]')).not.toBeNull();
});
