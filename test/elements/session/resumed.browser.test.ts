import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway, holdJobs } from '../gateway.js';
import { AMOUNT, OTHER_AMOUNT, RECIPIENT, mount, type Payer, shown } from '../payer.js';
import { ageRecords, putRecord, records } from '../stored-records.js';

const JOB_KNOWN = 'accepted';

/** Starts a transfer and leaves the page while its job still runs, so that its outcome is not seen. */
async function begin(): Promise<{ trackingId: string; jobId: string; release: () => void }> {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await expect.poll(() => records()[0]?.phase, { timeout: 10_000 }).toBe(JOB_KNOWN);
  payer.element.remove();
  payer.element.cancel();
  return { trackingId: String(records()[0]?.trackingId), jobId: String(records()[0]?.jobId), release };
}

/** Leaves a record of a transfer sent 40 s ago that may or may not have arrived. */
async function beginLost(): Promise<void> {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  payer.element.remove();
  gateway.replies.transfer = [];
  ageRecords(40_000);
  gateway.arrived.length = 0;
}

const outcomes = (...payers: Payer[]): unknown[] =>
  payers.flatMap((payer) => payer.events('checkout-outcome').map(({ outcome, trackingId }) => [outcome, trackingId]));

test('of two elements on the page one resumes the attempt and shows its outcome, once; the other shows its form', async () => {
  const { trackingId, release } = await begin();
  const [one, two] = await Promise.all([mount(), mount()]);
  const all = [one, two];
  await expect.poll(() => all.filter(({ element }) => element.step !== 'details').length).toBe(1);
  const first = all.find(({ element }) => element.step !== 'details')!;
  const second = all.find((payer) => payer !== first)!;
  release();
  await first.learns('successful');
  expect(first.reads()).toContain(shown(AMOUNT));
  await expect.element(second.transferButton).toBeVisible();
  expect(second.reads()).not.toContain('Unfinished');
  expect(outcomes(one, two)).toEqual([['successful', trackingId]]);
});

test('a resumed attempt asks about its own job alone: the gateway is not asked whether it knows the key', async () => {
  const { jobId, release } = await begin();
  release();
  gateway.arrived.length = 0;
  const payer = await mount();
  await payer.learns('successful');
  // A payer who comes back from the bank has the focus at the outcome.
  payer.element.focus();
  await expect.poll(() => payer.element.matches(':focus-within')).toBe(true);
  await payer.element.updateComplete;
  expect(new Set(gateway.arrived.map(({ jobId: asked }) => asked))).toEqual(new Set([jobId]));
});

test.each([
  ['while the payer waits', '4000600000000017', false],
  ['while the payer waits, and again at the outcome', '4000600000000017', true],
] as const)('a reload %s loses no fee, total, time or receipt', async (_, number, again) => {
  const release = holdJobs();
  const left = await mount();
  await left.pays({ number });
  await expect.poll(() => records()[0]?.phase, { timeout: 10_000 }).toBe(JOB_KNOWN);
  left.element.remove();
  left.element.cancel();
  let payer = await mount();
  await payer.sees(payer.heading(/^(Sending|Checking)/));
  release();
  await payer.learns('successful');
  if (again) {
    payer.element.remove();
    payer = await mount({ 'tracking-id': String(records()[0]?.trackingId) });
    await payer.learns('successful');
  }
  const { transaction } = payer.events('checkout-outcome')[0]!;
  const text = payer.reads();
  expect(text).toMatch(/Fee\n*15\.63 USD\n*Total\n*1,265\.63 USD/);
  const time = payer.element.shadowRoot!.querySelector('[part=time]')?.textContent;
  expect(time).toMatch(/^[A-Z][a-z]{2}\u00A0\d\d?,\u00A0\d{4}, \d\d?:\d\d.[AP]M\u00A0(GMT|UTC)/);
  await expect.element(payer.text('Receipt')).toHaveAttribute('href', transaction?.receipt_url);
});

test('an element that was moved within the page keeps its attempt', async () => {
  const { release } = await begin();
  const one = await mount();
  await expect.poll(() => one.element.step).not.toBe('details');
  const section = document.createElement('section');
  document.body.append(section);
  section.append(one.element);
  const two = await mount();
  release();
  await one.learns('successful');
  expect(two.element.step).toBe('details');
  expect(outcomes(one, two)).toHaveLength(1);
});

test('checkout-ready comes before the resumed attempt’s outcome', async () => {
  const { release } = await begin();
  release();
  const payer = await mount();
  await payer.waitForEvents('checkout-outcome');
  const types = payer.allEvents.map(({ type }) => type).filter((type) => type !== 'checkout-change');
  expect(types).toEqual(['checkout-ready', 'checkout-outcome']);
});

test('a payment that another tab left unfinished is listed with amount, recipient, time and reference, and opens on demand', async () => {
  const { trackingId, release } = await begin();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.text(/^Unfinished transfer of/));
  const text = payer.reads();
  expect(text).toMatch(
    new RegExp(
      `Unfinished transfer of ${shown(AMOUNT).replace('.', String.raw`\.`)}, started [A-Z][a-z]{2} \\d\\d?, \\d{4}, \\d\\d?:\\d\\d`,
    ),
  );
  expect(text).toContain(`To •••• ${RECIPIENT.slice(-4)}`);
  expect(text).toContain('Please don’t pay again.');
  expect(text).toContain(`Reference: ${trackingId}`);
  // The form is ready for another transfer.
  await expect.element(payer.transferButton).toBeEnabled();
  expect(payer.events('checkout-outcome')).toEqual([]);

  release();
  await payer.button('Check status').click();
  await payer.learns('successful');
  expect(outcomes(payer)).toEqual([['successful', trackingId]]);
  await payer.button('New transfer').click();
  await expect.element(payer.transferButton).toBeVisible();
  expect(payer.reads()).not.toContain('Unfinished');
});

test('two unfinished payments are two entries, each with its own reference, newest first', async () => {
  const older = await begin();
  sessionStorage.clear();
  // Neither job ends, however long the second form takes to fill in.
  holdJobs();
  const payer = await mount({ amount: String(OTHER_AMOUNT) });
  await payer.sees(payer.text(/^Unfinished transfer of/));
  await payer.pays();
  await expect.poll(() => records().length, { timeout: 10_000 }).toBe(2);
  await expect.poll(() => records().every(({ phase }) => phase === JOB_KNOWN), { timeout: 10_000 }).toBe(true);
  payer.element.remove();
  payer.element.cancel();
  sessionStorage.clear();
  const newer = records().find(({ trackingId: id }) => id !== older.trackingId);
  const next = await mount();
  await next.sees(next.button('Check status').first());
  expect([...next.reads().matchAll(/Reference: (\S+)/g)].map(([, id]) => id)).toEqual([newer?.trackingId, older.trackingId]);
});

test('the same amount to the same card while the first transfer’s arrival is unknown: confirmed once, sent with the next press', async () => {
  await beginLost();
  sessionStorage.clear();
  const payer = await mount();
  await payer.pays();
  await payer.sees(payer.text(/You’ve already sent this amount to this card, and we don’t know yet if it arrived\. Press again/));
  expect(gateway.of('transfer')).toEqual([]);
  expect(payer.events('checkout-submit')).toEqual([]);
  expect(payer.element.step).toBe('details');
  // The second click of a double click is no confirmation; a press after reading is.
  await expect.element(payer.transferButton).toHaveAttribute('aria-disabled', 'true');
  (payer.transferButton.element() as HTMLElement).click();
  expect(payer.element.step).toBe('details');
  // The button says why it does nothing, for as long as it does nothing.
  await payer.sees(payer.text('Nothing was sent. Wait a moment, then press again.'));
  await expect.element(payer.transferButton, { timeout: 5000 }).not.toHaveAttribute('aria-disabled');
  expect(payer.reads()).not.toContain('Wait a moment');
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test.each([
  ['another sum', OTHER_AMOUNT, RECIPIENT],
  ['the same sum to another card', AMOUNT, '5555555555554444'],
])('%s is sent with the first press', async (_, amount, recipient) => {
  await beginLost();
  sessionStorage.clear();
  const payer = await mount({ amount: String(amount) });
  await payer.pays({ recipient });
  await payer.learns('successful');
});

test('the same amount within 30 s waits behind the button of another element in the page, and another amount does not', async () => {
  const one = await mount();
  await one.pays();
  await one.learns('successful');
  sessionStorage.clear();
  const two = await mount();
  await expect.element(two.transferButton).toBeEnabled();
  await two.fillsCards();
  await expect.element(two.button(/^Next payment in (2\d|30) s \(this prevents paying twice\)$/)).toBeDisabled();
  two.element.amount = OTHER_AMOUNT;
  await two.seesAmount(shown(OTHER_AMOUNT));
});

test('of many unfinished payments the newest five are listed, and the others when the payer wants to see them', async () => {
  await beginLost();
  sessionStorage.clear();
  const [one] = records();
  for (let index = 1; index < 17; index += 1)
    putRecord({ ...one!, id: `attempt-${index}`, trackingId: `order-${index}`, startedAt: one!.startedAt - index * 1000 });
  const payer = await mount();
  const listed = () => [...payer.element.shadowRoot!.querySelectorAll('[part=unfinished]')];
  await expect.poll(() => listed().length).toBe(5);
  expect(listed()[0]!.textContent).toContain(one!.trackingId.slice(-6));
  await payer.button('Show 12 more').click();
  await expect.poll(() => listed().length).toBe(17);
  // The button that had the focus is gone: it is at the first of those that came.
  await expect.poll(() => listed()[5]!.contains(payer.element.shadowRoot!.activeElement)).toBe(true);
  expect(payer.element.shadowRoot!.textContent).not.toContain('more');
});

test('a payment that ends in another tab is no longer listed as unfinished here', async () => {
  await beginLost();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.text(/^Unfinished transfer of/));
  putRecord({ ...records()[0]!, phase: 'ended', outcome: 'successful' });
  // As the browser notifies the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: Object.keys(localStorage)[0]! }));
  await expect.poll(() => payer.reads()).not.toContain('Unfinished');
});
