import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { freshAmount, Line, mount, type Payer, RECIPIENT, shown, TRANSFER } from '../payer.js';

/** Its transfer job takes 2 s. */
const SLOW = '4000400000000012';
const JOB_KNOWN = 'accepted';

const records = (): Record<string, unknown>[] =>
  Object.values(localStorage).map((text) => JSON.parse(String(text)) as Record<string, unknown>);

/** Starts a transfer and leaves the page while its job still runs, so that its outcome is not seen. */
async function begin(amount = freshAmount()): Promise<{ amount: number; trackingId: string; jobId: string }> {
  const payer = await mount({ amount: String(amount) });
  await payer.pays({ number: SLOW });
  await expect.poll(() => records()[0]?.['phase'], { timeout: 10_000 }).toBe(JOB_KNOWN);
  payer.element.remove();
  payer.element.cancel();
  return { amount, trackingId: String(records()[0]?.['tracking_id']), jobId: String(records()[0]?.['job_id']) };
}

/** Leaves a record of a transfer sent 40 s ago that may or may not have arrived. */
async function beginLost(amount: number): Promise<void> {
  const line = new Line();
  line.answer(TRANSFER, () => Promise.resolve(new Response('<html>')));
  const payer = await mount({ amount: String(amount) }, { fetch: line.fetch });
  await payer.pays();
  await payer.learns('unknown');
  payer.element.remove();
  for (const [name, text] of Object.entries(localStorage)) {
    const record = JSON.parse(String(text)) as { started_at: number };
    localStorage.setItem(name, JSON.stringify({ ...record, started_at: record.started_at - 40_000 }));
  }
}

const outcomes = (...payers: Payer[]): unknown[] =>
  payers.flatMap((payer) => payer.events('checkout-outcome').map(({ outcome, trackingId }) => [outcome, trackingId]));

test('of two elements on the page one resumes the attempt and shows its outcome, once; the other shows its form', async () => {
  const { trackingId, amount } = await begin();
  const [one, two] = await Promise.all([mount(), mount()]);
  const all = [one, two];
  await expect.poll(() => all.filter(({ element }) => element.step !== 'details').length).toBe(1);
  const first = all.find(({ element }) => element.step !== 'details')!;
  const second = all.find((payer) => payer !== first)!;
  await first.learns('successful');
  expect(first.reads()).toContain(shown(amount));
  await expect.element(second.transferButton).toBeVisible();
  expect(second.reads()).not.toContain('Unfinished');
  expect(outcomes(one, two)).toEqual([['successful', trackingId]]);
});

test('a resumed attempt asks about its own job alone: the gateway is not asked whether it knows the key', async () => {
  const { jobId } = await begin();
  const asked: string[] = [];
  const payer = await mount(
    {},
    {
      fetch: (url: string, init: RequestInit) => {
        asked.push(new URL(url).pathname.split('/').at(-1) ?? '');
        return fetch(url, init);
      },
    },
  );
  await payer.learns('successful');
  // A payer who comes back from the bank has the focus at the outcome.
  payer.element.focus();
  await expect.poll(() => payer.element.matches(':focus-within')).toBe(true);
  await payer.element.updateComplete;
  expect(new Set(asked)).toEqual(new Set([jobId]));
});

test('an element that was moved within the page keeps its attempt', async () => {
  await begin();
  const one = await mount();
  await expect.poll(() => one.element.step).not.toBe('details');
  const section = document.createElement('section');
  document.body.append(section);
  section.append(one.element);
  const two = await mount();
  await one.learns('successful');
  expect(two.element.step).toBe('details');
  expect(outcomes(one, two)).toHaveLength(1);
});

test('checkout-ready comes before the resumed attempt’s outcome', async () => {
  await begin();
  const payer = await mount();
  await payer.waitForEvents('checkout-outcome');
  const types = payer.allEvents.map(({ type }) => type).filter((type) => type !== 'checkout-change');
  expect(types).toEqual(['checkout-ready', 'checkout-outcome']);
});

test('a payment that another tab left unfinished is listed with amount, time and reference, and opens on demand', async () => {
  const { amount, trackingId } = await begin();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.text(/^Unfinished transfer of/));
  const text = payer.reads();
  expect(text).toMatch(
    new RegExp(`Unfinished transfer of ${shown(amount).replace('.', String.raw`\.`)}, started at \\d\\d?:\\d\\d`),
  );
  expect(text).toContain('Don’t pay again.');
  expect(text).toContain(`Reference: ${trackingId}`);
  // The form is ready for another transfer.
  await expect.element(payer.transferButton).toBeEnabled();
  expect(payer.events('checkout-outcome')).toEqual([]);

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
  // The older job stays unfinished, however long the second form takes to fill in.
  const line = new Line();
  line.answerJson(`/ctp/api/async/jobs/${older.jobId}`, 200, { status: 'new', job_id: older.jobId });
  const payer = await mount({}, { fetch: line.fetch });
  await payer.sees(payer.text(/^Unfinished transfer of/));
  await payer.pays({ number: SLOW });
  await expect.poll(() => records().length, { timeout: 10_000 }).toBe(2);
  await expect.poll(() => records().every(({ phase }) => phase === JOB_KNOWN), { timeout: 10_000 }).toBe(true);
  payer.element.remove();
  payer.element.cancel();
  sessionStorage.clear();
  const newer = records().find(({ tracking_id: id }) => id !== older.trackingId);
  const next = await mount({}, { fetch: line.fetch });
  await next.sees(next.button('Check status').first());
  expect([...next.reads().matchAll(/Reference: (\S+)/g)].map(([, id]) => id)).toEqual([newer?.['tracking_id'], older.trackingId]);
});

test('the same amount to the same card while the first transfer’s arrival is unknown: confirmed once, sent with the next press', async () => {
  const amount = freshAmount();
  await beginLost(amount);
  sessionStorage.clear();
  const line = new Line();
  const payer = await mount({ amount: String(amount) }, { fetch: line.fetch });
  await payer.pays();
  await payer.sees(
    payer.text(/You’ve already sent this amount to this card, and we don’t know yet whether it arrived\. Press again/),
  );
  expect(line.posts).not.toContain(TRANSFER);
  expect(payer.events('checkout-submit')).toEqual([]);
  expect(payer.element.step).toBe('details');
  // The second click of a double click is no confirmation; a press after reading is.
  await expect.element(payer.transferButton).toHaveAttribute('aria-disabled', 'true');
  (payer.transferButton.element() as HTMLElement).click();
  expect(payer.element.step).toBe('details');
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(line.posts.filter((path) => path === TRANSFER)).toHaveLength(1);
});

test.each([
  ['another sum', freshAmount(), RECIPIENT],
  ['the same sum to another card', undefined, '5555555555554444'],
])('%s is sent with the first press', async (_, other, recipient) => {
  const amount = freshAmount();
  await beginLost(amount);
  sessionStorage.clear();
  const payer = await mount({ amount: String(other ?? amount) });
  await payer.pays({ recipient });
  await payer.learns('successful');
});

test('the same amount within 30 s waits behind the button of another element in the page, and another amount does not', async () => {
  const amount = freshAmount();
  const one = await mount({ amount: String(amount) });
  await one.pays();
  await one.learns('successful');
  sessionStorage.clear();
  const two = await mount({ amount: String(amount) });
  await expect.element(two.transferButton).toBeEnabled();
  await two.fillsCards();
  await expect.element(two.button(/^Next payment in (2\d|30) s \(this prevents paying twice\)$/)).toBeDisabled();
  const other = freshAmount();
  two.element.amount = other;
  await expect.element(two.button(`Transfer ${shown(other)}`)).toBeEnabled();
});

test('a payment that ends in another tab is no longer listed as unfinished here', async () => {
  await beginLost(freshAmount());
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.text(/^Unfinished transfer of/));
  const [[name, text]] = Object.entries(localStorage) as [[string, string]];
  localStorage.setItem(name, JSON.stringify({ ...(JSON.parse(text) as object), phase: 'ended', outcome: 'successful' }));
  // As the browser notifies the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
  await expect.poll(() => payer.reads()).not.toContain('Unfinished');
});
