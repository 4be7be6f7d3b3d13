import { expect, test } from 'vitest';
import { HABITS } from '../../../demo/gateway/issuer/habit.js';
import { accepted, done, errorBody, type Reply, transaction } from '../../../demo/scripted/script.js';
import '../../../src/define.js';
import { gateway, holdAnswers } from '../gateway.js';
import { AMOUNT, mount, shown } from '../payer.js';
import { forgetEverything } from '../stored-records.js';

const DECLINED = '4005550000000019';
const DOUBLE = 'The bank treated this as a repeat';

/** The transfer goes out, and its outcome is never reported. */
const loseAnswer = (): void => void (gateway.replies.transfer = [new Response('<html>')]);

test('the same card and amount, paid a moment ago in another browser: the payer reads that the bank took it for a repeat', async () => {
  gateway.habit = HABITS.refused;
  const first = await mount();
  await first.pays();
  await first.learns('successful');
  first.element.remove();
  // Another browser has no record of it.
  forgetEverything();

  const second = await mount();
  await second.pays();
  await second.learns('unknown');
  expect(second.reads()).toContain(DOUBLE);
  expect(second.reads()).toContain(`a transfer of ${shown(AMOUNT)} and didn’t send it again`);
  expect(second.reads()).not.toMatch(/didn’t go through|declined|failed/i);
  expect(second.events('checkout-outcome')).toMatchObject([{ outcome: 'unknown', final: false }]);
});

test('any other unknown outcome is not called a repeat', async () => {
  loseAnswer();
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.reads()).not.toContain(DOUBLE);
});

test('an unknown outcome says when the payment was sent, and where to look for it', async () => {
  loseAnswer();
  const payer = await mount();
  const before = new Date();
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.reads()).toContain('Look for it in your bank’s app or statement. Give the reference below to support.');
  const times = [before, new Date()].map((time) =>
    time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }).replaceAll('\u202f', ' '),
  );
  const time = payer.element.shadowRoot!.querySelector<HTMLElement>('[part=time]')!.innerText.replaceAll(/\s/g, ' ');
  expect(times.some((each) => time.startsWith(each))).toBe(true);
  expect(payer.button('Back to the form').element().className).toBe('quiet');
});

test('above the form, the button of an unfinished payment has a clear edge, and does not rival the form’s own', async () => {
  loseAnswer();
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  await payer.button('Back to the form').click();
  await payer.sees(payer.button('Check status'));
  const looks = getComputedStyle(payer.button('Check status').element());
  expect(looks.borderColor).toBe(looks.color);
  expect(looks.backgroundColor).not.toMatch(/[ /] ?0(\.\d+)?\)$/);
  expect(looks.backgroundColor).not.toBe(getComputedStyle(payer.transferButton.element()).backgroundColor);
});

test.each<[string, boolean, Reply]>([
  ['names a duplicate', false, done(transaction('failed', { amount: AMOUNT, message: 'A duplicate' }))],
  [
    'failed without an end',
    true,
    { status: 'failed', job_id: 'job-transfer', response: { ...errorBody({}, 'internal'), finished: false } },
  ],
])('without resolveStatus, a job that %s can be asked about again: %s', async (_, isAsked, reply) => {
  gateway.replies.transfer = [accepted()];
  gateway.replies.job = [reply];
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.button('Check again').elements()).toHaveLength(isAsked ? 1 : 0);
  expect(payer.reads().includes('Look for it in your bank’s app or statement.')).toBe(!isAsked);
});

test('“Check again” shows only with resolveStatus, and “Last checked” shows when', async () => {
  loseAnswer();
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.button('Check again').elements()).toEqual([]);
  expect(payer.reads()).not.toContain('Last checked');

  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'unknown' });
  await payer.sees(payer.button('Check again'));
  expect(payer.reads()).not.toContain('Last checked');
  await payer.button('Check again').click();
  await payer.sees(payer.text(/^Last checked: .*\d\d?:\d\d.*\. No result yet\.$/));
});

test('a surrounding form’s reset leaves an unknown outcome on the page', async () => {
  loseAnswer();
  const payer = await mount();
  const form = document.createElement('form');
  document.body.append(form);
  form.append(payer.element);
  await payer.pays();
  await payer.learns('unknown');
  form.reset();
  await payer.element.updateComplete;
  expect(payer.element.outcome).toBe('unknown');
  await payer.learns('unknown');
});

test('a decline under a fixed tracking-id: nothing to press, and the payer reads the way back to the shop', async () => {
  const payer = await mount({ 'tracking-id': `fixed-${crypto.randomUUID()}` });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).toContain('This payment can’t be tried again here.');
  expect(payer.buttons()).toEqual(['Copy the reference']);
});

test('the outcome shows amount, fee and total', async () => {
  const payer = await mount({ amount: '123400' });
  await payer.pays({ number: '4000600000000017' });
  await payer.learns('successful');
  const facts = [...(payer.element.shadowRoot?.querySelectorAll('.outcome dl > div') ?? [])].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent.replaceAll('\u00a0', ' '),
  ]);
  // The bank's tariff for this card: 1.25 %, half up.
  expect(payer.reads()).toMatch(/Transfer complete\n+1,234\.00 USD/);
  expect(facts.slice(0, 2)).toEqual([
    ['Fee', '15.43 USD'],
    ['Total', '1,249.43 USD'],
  ]);
});

/** Whether the payer would be warned on leaving the page now. */
const warns = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the payer is warned on leaving while the request is in flight, and neither before nor after', async () => {
  const answerNow = holdAnswers('transfer');
  const payer = await mount();
  await payer.fillsCards({ number: '4000400000000012' });
  await payer.readsFee();
  expect(warns()).toBe(false);
  await payer.transferButton.click();
  await expect.poll(() => gateway.of('transfer').length).toBe(1);
  expect(warns()).toBe(true);
  answerNow();
  await expect.poll(warns).toBe(false);
  // The job is known: the payment can be resumed after leaving.
  expect(payer.element.step).toBe('transferring');
  await payer.learns('successful');
  expect(warns()).toBe(false);
});

test('a request that gets no answer warns until the waiting is given up', async () => {
  gateway.replies.transfer = ['silence'];
  const payer = await mount();
  await payer.pays();
  await expect.poll(warns).toBe(true);
  // Giving up before it is sent gives no outcome.
  await expect.poll(() => gateway.of('transfer').length).toBe(1);
  payer.element.cancel();
  await payer.learns('unknown');
  expect(warns()).toBe(false);
});

test.each(['moved within', 'taken out of'])(
  'an element that is %s the page warns as long as its request is in flight',
  async (what) => {
    gateway.replies.transfer = ['silence'];
    const payer = await mount();
    await payer.pays();
    await expect.poll(warns).toBe(true);
    payer.element.remove();
    if (what === 'moved within') document.body.append(payer.element);
    expect(warns()).toBe(true);
    payer.element.cancel();
    await expect.poll(warns).toBe(false);
  },
);
