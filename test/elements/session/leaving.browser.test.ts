import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { gateway, holdAnswers, sent } from '../gateway.js';
import { mount } from '../payer.js';

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
