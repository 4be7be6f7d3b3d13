import { expect, test } from 'vitest';
import '../../../src/define.js';
import { listen, plain as plainly } from '../transcript.js';
import { gateway, holdJobs } from '../gateway.js';
import { AMOUNT, mount, type Payer } from '../payer.js';
import { ageRecords, putRecord, records } from '../stored-records.js';

/** How long the gateway may take. */
const patience = { timeout: 10_000 };

// Announced only if the payer has to wait for a moment.
const KEEP_OPEN = 'Please keep this page open.';
const plain = (heard: readonly string[]): string[] => plainly(heard).filter((text) => text !== KEEP_OPEN);

/** Waits until a payer has heard the text. */
const hears = (heard: readonly string[], text: string) => expect.poll(() => plain(heard), patience).toContain(text);

/** Presses a button by keyboard alone. */
async function presses(payer: Payer, name: RegExp | string): Promise<void> {
  (payer.button(name).first().element() as HTMLElement).focus();
  await payer.types('{Enter}');
}

test('paying: the fee, the progress, and the outcome are heard once each', async () => {
  const payer = await mount();
  const heard = listen(payer.element);
  await payer.fillsCards();
  await payer.readsFee();
  await presses(payer, /^(Send|Confirm|Show)/);
  await payer.learns('successful');
  await expect
    .poll(() => plain(heard), patience)
    .toEqual([
      '→ Card number',
      '→ Expiry date, Enter the month and year, for example 04 / 29.',
      '→ Security code',
      '→ Card number',
      'Checking the fee…',
      'Fee about SUM USD',
      '→ Send SUM USD to •••• 1111',
      '→ Sending SUM USD',
      '→ Transfer complete',
      'SUM USD was sent to the card ending in 1111.',
    ]);
});

test('a decline: why, and that the card was not charged; then the way back to the form', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4005550000000019' });
  await payer.readsFee();
  const heard = listen(payer.element);
  await presses(payer, /^(Send|Confirm|Show)/);
  await payer.learns('failed');
  await hears(heard, 'Your card was not charged.');
  await presses(payer, 'Try again');
  await expect.poll(() => payer.focused()).toBe('Security code');
  await expect
    .poll(() => plain(heard), patience)
    .toEqual([
      '→ Send SUM USD to •••• 1111',
      '→ Sending SUM USD',
      '→ Transfer didn’t go through',
      'Your bank declined this card. Use another one, or ask your bank.',
      'Your card was not charged.',
      '→ Try again',
      '→ Security code',
      'You’ll see the fee before you pay.',
      'Checking the fee…',
      'Fee about SUM USD',
    ]);
});

test('an outcome that is not known, and asking again', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
  await payer.fillsCards();
  await payer.readsFee();
  const heard = listen(payer.element);
  await presses(payer, /^(Send|Confirm|Show)/);
  await payer.learns('unknown');
  await hears(heard, 'Check again, or give the reference below to support.');
  await presses(payer, 'Check again');
  await payer.sees(payer.text(/^Last checked/));
  await expect
    .poll(() => plain(heard), patience)
    .toEqual([
      '→ Send SUM USD to •••• 1111',
      '→ Sending SUM USD',
      '→ We don’t know yet if it went through. Please don’t pay again.',
      'The bank hasn’t told us if SUM USD was transferred. It may still go through.',
      'Check again, or give the reference below to support.',
      '→ Check again',
      '→ Checking the result with the bank',
      '→ We don’t know yet if it went through. Please don’t pay again.',
      'The bank hasn’t told us if SUM USD was transferred. It may still go through.',
      'Check again, or give the reference below to support.',
      'Last checked: TIME. No result yet.',
    ]);
});

test('without the focus in the element the heading is announced too', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  (payer.element.shadowRoot!.activeElement as HTMLElement).blur();
  const heard = listen(payer.element);
  const release = holdJobs();
  void payer.element.submit();
  await expect.poll(() => plain(heard), patience).toEqual(['Sending SUM USD']);
  release();
  await payer.learns('successful');
  await expect
    .poll(() => plain(heard), patience)
    .toEqual(['Sending SUM USD', 'Transfer complete', 'SUM USD was sent to the card ending in 1111.']);
});

test('a warning is heard when little time is left', async () => {
  const payer = await mount({ 'expired-at': new Date(Date.now() + 64_000).toISOString() });
  const heard = listen(payer.element);
  await expect.poll(() => heard.at(-1), patience).toBe('Less than 1 minute left to confirm.');
  expect(heard.length).toBeLessThan(3);
});

test('a question that is asked again in the same words is heard again', async () => {
  const amount = String(AMOUNT);
  const before = await mount({ amount });
  await before.pays();
  await before.learns('successful');
  // As if it had been a minute ago: a repeat within 30 s waits first.
  ageRecords(60_000);
  before.element.remove();
  const payer = await mount({ amount });
  await payer.fillsCards();
  await payer.readsFee();
  const heard = listen(payer.element);
  await payer.transferButton.click();
  const question = 'Fee about SUM USD. You’ve already sent this amount to this card. To send it again, press once more.';
  await expect.poll(() => plain(heard).filter((each) => each === question)).toHaveLength(1);

  // Another tab has sent the same once more.
  const [record] = records();
  putRecord({ ...record!, id: 'other', trackingId: 'other' }, 60_000);
  await payer.pressesAgain();
  await expect.poll(() => plain(heard).filter((each) => each === question)).toHaveLength(2);
});

test('leaving a wrong field: its error is heard once, after the name of the next field', async () => {
  const payer = await mount({ amount: null });
  const heard = listen(payer.element);
  await payer.from('Card number').click();
  for (const [keys, ...next] of [
    ['', '→ Card number'],
    ['4200{Tab}', '→ Expiry date, Enter the month and year, for example 04 / 29.', 'Check the card number. It has 4 digits.'],
    // Heard while the payer types, and not again.
    ['13', 'Enter a month from 01 to 12.'],
    ['{Tab}', '→ Security code'],
    ['12{Tab}', '→ Card number', 'The security code is too short.'],
  ] as const) {
    if (keys) await payer.types(keys);
    await expect.poll(() => plain(heard), patience).toEqual(next);
    heard.length = 0;
  }
});

test('unknown, still unknown after another check, then known: the focus is on the heading each time', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
  await payer.fillsCards();
  await payer.readsFee();
  await presses(payer, /^(Send|Confirm|Show)/);
  await payer.learns('unknown');
  await expect.poll(() => payer.focused()).toMatch(/^We don’t know yet/);
  await presses(payer, 'Check again');
  await payer.sees(payer.text(/^Last checked/));
  await expect.poll(() => payer.focused()).toMatch(/^We don’t know yet/);
  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'successful' });
  await presses(payer, 'Check again');
  await payer.learns('successful');
  await expect.poll(() => payer.focused()).toBe('Transfer complete');
  await presses(payer, 'New transfer');
  await expect.poll(() => payer.focused()).toBe('Card number');
  await payer.fillsCards();
  await payer.sees(payer.button(/^Next payment in (2\d|30) s \(this prevents paying twice\)$/));
});

test('resuming an unfinished transfer moves the focus to the next step', async () => {
  const one = await mount();
  await one.pays({ number: '4000400000000012' });
  await expect.poll(() => records()[0]?.phase).toBe('accepted');
  one.element.remove();
  one.element.cancel();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.button('Check status'));
  await presses(payer, 'Check status');
  await payer.learns('successful');
  await expect.poll(() => payer.focused()).toBe('Transfer complete');
});

test('a payer whose focus is elsewhere on the page keeps it there, whatever the element shows', async () => {
  const other = document.createElement('input');
  document.body.append(other);
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  other.focus();
  void payer.element.submit();
  await payer.learns('successful');
  expect(document.activeElement).toBe(other);
});

test('a field’s error is tied to the field and not announced separately; with the focus it is read once', async () => {
  const payer = await mount();
  const announced = listen(payer.element);
  await payer.element.submit();
  await expect.poll(() => payer.focused()).toBe('Card number');
  expect(announced).toEqual(['→ Card number, Enter the card number.']);
  const complaints = [...(payer.element.shadowRoot?.querySelectorAll('[part=error]') ?? [])];
  expect(complaints.length).toBe(4);
  for (const complaint of complaints) {
    expect(complaint.closest('[role=alert], [role=status], [aria-live]')).toBeNull();
    expect(payer.element.shadowRoot?.querySelectorAll(`[aria-describedby~="${complaint.id}"]`)).toHaveLength(1);
  }
});

test('the countdown before another try is not announced every second', async () => {
  const payer = await mount();
  await payer.pays({ number: '4005550000000019' });
  await payer.learns('failed');
  await payer.button('Try again').click();
  await payer.sees(payer.button(/^You can try this card again in/));
  await payer.readsFee();
  const announced = listen(payer.element);
  const before = payer.button(/^You can try this card again in/).element().textContent;
  await expect
    .poll(() => payer.button(/^You can try this card again in/).element().textContent, { timeout: 5000 })
    .not.toBe(before);
  expect(announced).toEqual([]);
});
