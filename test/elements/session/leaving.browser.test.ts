import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { Line, mount, TRANSFER } from '../payer.js';

/** Whether the payer would be warned on leaving the page now. */
const warns = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the payer is warned on leaving while the request is in flight, and neither before nor after', async () => {
  const line = new Line();
  const gone: (() => void)[] = [];
  line.answer(
    TRANSFER,
    (url, init) => new Promise((resolve, reject) => gone.push(() => void fetch(url, init).then(resolve, reject))),
  );
  const payer = await mount({}, { fetch: line.fetch });
  await payer.fillsCards({ number: '4000400000000012' });
  await payer.readsFee();
  expect(warns()).toBe(false);
  await payer.transferButton.click();
  await expect.poll(() => gone.length).toBe(1);
  expect(warns()).toBe(true);
  gone[0]?.();
  await expect.poll(warns).toBe(false);
  // The job is known: the payment can be resumed after leaving.
  expect(payer.element.step).toBe('transferring');
  await payer.learns('successful');
  expect(warns()).toBe(false);
});

test('a request that gets no answer warns until the waiting is given up', async () => {
  const line = new Line();
  line.answer(
    TRANSFER,
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const payer = await mount({}, { fetch: line.fetch });
  await payer.pays();
  await expect.poll(warns).toBe(true);
  // Giving up before it is sent gives no outcome.
  await expect.poll(() => line.posts).toContain(TRANSFER);
  payer.element.cancel();
  await payer.learns('unknown');
  expect(warns()).toBe(false);
});

test.each(['moved within', 'taken out of'])(
  'an element that is %s the page warns as long as its request is in flight',
  async (what) => {
    const line = new Line();
    line.answer(
      TRANSFER,
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const payer = await mount({}, { fetch: line.fetch });
    await payer.pays();
    await expect.poll(warns).toBe(true);
    payer.element.remove();
    if (what === 'moved within') document.body.append(payer.element);
    expect(warns()).toBe(true);
    payer.element.cancel();
    await expect.poll(warns).toBe(false);
  },
);
