import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { answer } from '../../../demo/scripted/script.js';
import { gateway, holdJobs } from '../gateway.js';
import { AMOUNT, mount, type Payer } from '../payer.js';
import { records } from '../stored-records.js';

const CHALLENGED = '4012000000001097';

test('each event bubbles and crosses shadow roots; three can be cancelled', async () => {
  const payer = await mount();
  const outside: Event[] = [];
  for (const name of ['ready', 'change', 'quote', 'submit', 'redirect', 'cancel', 'outcome', 'error']) {
    document.addEventListener(`checkout-${name}`, (event) => outside.push(event), { once: true });
  }
  payer.element.prepare = () => Promise.reject(new Error('no order'));
  await payer.pays({ number: CHALLENGED });
  await payer.waitForEvents('checkout-error');
  payer.element.prepare = undefined;
  await payer.transferButton.click();
  await payer.sees(payer.heading('Confirm with your bank'));
  payer.element.cancel();
  await payer.learns('unknown');
  const received = outside.map(({ type, bubbles, composed, cancelable }) => [type, { bubbles, composed, cancelable }] as const);
  const plain = { bubbles: true, composed: true, cancelable: false };
  expect(Object.fromEntries(received)).toEqual({
    'checkout-cancel': plain,
    'checkout-change': plain,
    'checkout-error': { ...plain, cancelable: true },
    'checkout-outcome': plain,
    'checkout-quote': plain,
    'checkout-ready': plain,
    'checkout-redirect': { ...plain, cancelable: true },
    'checkout-submit': { ...plain, cancelable: true },
  });
});

test('what stopped a press is reported once, and not again by the next press', async () => {
  const payer = await mount({}, { prepare: () => Promise.reject(new Error('no order')) });
  await payer.pays();
  await payer.waitForEvents('checkout-error');
  payer.element.prepare = undefined;
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-error').map(({ error }) => error.code)).toEqual(['prepare_failed']);
});

test('checkout-change reports when the form becomes complete and when it becomes incomplete again', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await expect.poll(() => payer.events('checkout-change').at(-1)?.valid).toBe(true);
  expect(payer.events('checkout-change')[0]?.valid).toBe(false);
  await payer.fills(payer.from('Security code'), '7');
  expect(payer.events('checkout-change').at(-1)?.valid).toBe(false);
});

test('checkout-submit carries the amount; when prevented, nothing is sent and the form stays', async () => {
  const payer = await mount();
  payer.element.addEventListener('checkout-submit', (event) => event.preventDefault(), { once: true });
  await payer.pays();
  await expect
    .poll(() => payer.events('checkout-submit'))
    .toMatchObject([{ amount: AMOUNT, currency: 'USD', defaultPrevented: true }]);
  expect(payer.element.step).toBe('details');
  expect(gateway.of('transfer')).toEqual([]);
  await expect.element(payer.from('Security code')).toHaveValue('737');

  await payer.transferButton.click();
  await payer.learns('successful');
});

test('checkout-redirect carries the bank’s page and the attempt; when prevented, the page stays and shows the way there', async () => {
  const payer = await mount();
  await payer.pays({ number: CHALLENGED });
  await payer.waitForEvents('checkout-redirect');
  const [redirect] = payer.events('checkout-redirect');
  expect(new URL(redirect?.url ?? '').origin).toBe(payer.element.checkoutUrl);
  // A button, because the test runner shows this page in a frame.
  await payer.sees(payer.button('Continue to your bank'));
  // Written before the page leaves, so that it is known on return which attempt was under way.
  expect(records()).toMatchObject([{ phase: 'authentication', trackingId: redirect?.trackingId }]);
  payer.element.cancel();
});

test('a bank’s page outside redirect-origins: the payer is not sent there, and the page gets an error', async () => {
  const payer = await mount({ 'redirect-origins': 'https://acs.example' });
  await payer.pays({ number: CHALLENGED });
  await payer.learns('unknown');
  expect(payer.events('checkout-redirect')).toEqual([]);
  expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([
    { code: 'redirect_refused', party: 'gateway' },
  ]);
});

test('prepare receives the attempt, before anything is sent', async () => {
  const trackingId = 'order-1';
  const asked: unknown[] = [];
  const payer = await mount(
    { amount: String(AMOUNT) },
    {
      prepare: (attempt) => {
        asked.push(attempt);
        return Promise.resolve({ trackingId });
      },
    },
  );
  await payer.pays();
  await payer.learns('successful');
  expect(asked).toMatchObject([{ attempt: 1, amount: AMOUNT, currency: 'USD' }]);
  expect(payer.events('checkout-outcome')[0]).toMatchObject({ trackingId, transaction: { tracking_id: trackingId } });
});

test('when prepare fails, nothing is sent, the payer reads so, the page gets an error, and the next press works', async () => {
  const payer = await mount({}, { prepare: () => Promise.reject(new Error('no order')) });
  await payer.pays();
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toMatch(/Nothing was sent/);
  expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([{ code: 'prepare_failed', party: 'merchant' }]);
  expect(gateway.of('transfer')).toEqual([]);
  payer.element.prepare = undefined;
  await payer.transferButton.click();
  await payer.learns('successful');
});

test('an error that only the shop can fix is shown to the payer as the shop’s; in test mode with the cure', async () => {
  const prepare = () => Promise.reject(new Error('500'));
  const live = await mount({ test: null }, { prepare });
  await live.pays();
  await expect
    .element(live.alert())
    .toHaveTextContent('Something is wrong on the shop’s side. Nothing was sent. Please tell the shop.');
  const tried = await mount({}, { prepare });
  await tried.pays();
  await expect.element(tried.alert()).toHaveTextContent(/^Nothing was sent\. Try again\. \(Expected prepare to return/);
});

test('properties that a framework drops, by setting them to undefined, have their defaults again', async () => {
  const payer = await mount({}, { language: 'ru', fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  await payer.sees(payer.text('С карты'));
  for (const nothing of [undefined, null]) {
    Object.assign(payer.element, { language: nothing, fetch: nothing });
    await payer.sees(payer.text('From card'));
    expect(payer.element.language).toBe('en');
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => gateway.fetch(url as string, init ?? {}));
  await payer.pays();
  await payer.learns('successful');
  vi.restoreAllMocks();
});

const NAMES = ['details', 'transferring', 'authentication', 'settling', 'outcome', 'successful', 'failed', 'unknown'];

/** The custom states that a page's style sheet can match. */
const states = ({ element }: Payer): string[] => NAMES.filter((name) => element.matches(`:state(${name})`));

test.each([
  ['successful', '4200000000000000'],
  ['failed', '4005550000000019'],
  ['unknown', '4000400000000046'],
] as const)('a page can style every step on the way to %s, and only the step that is shown', async (outcome, number) => {
  const release = holdJobs();
  const payer = await mount();
  await expect.poll(() => states(payer)).toEqual(['details']);
  await payer.pays({ number });
  await payer.sees(payer.heading(/^Sending/));
  expect(states(payer)).toEqual(['transferring']);
  release();
  await payer.learns(outcome);
  expect(states(payer)).toEqual(['outcome', outcome]);
});

test('the redirect to the bank, the waiting after it, and the new empty form have states too', async () => {
  const payer = await mount();
  await payer.pays({ number: '4012000000001097' });
  await payer.sees(payer.heading('Confirm with your bank'));
  expect(states(payer)).toEqual(['authentication']);
  payer.element.cancel();
  await payer.learns('unknown');
  let ask = (): void => undefined;
  payer.element.fetch = () => new Promise(() => undefined);
  payer.element.resolveStatus = () =>
    new Promise((resolve) => {
      ask = () => resolve({ outcome: 'failed' });
    });
  void payer.element.resume();
  await expect.poll(() => states(payer)).toEqual(['settling']);
  payer.element.cancel();
  ask();
  await expect.poll(() => states(payer)).toEqual(['outcome', 'unknown']);
  payer.element.reset();
  await expect.poll(() => states(payer)).toEqual(['details']);
});

test('a page’s style sheet can style a part by the step', async () => {
  const style = document.createElement('style');
  style.textContent = 'p2p-transfer:state(failed)::part(heading) { letter-spacing: 7px }';
  document.body.append(style);
  gateway.replies.transfer = [answer(422, { error_code: 'closed', message: 'Closed', errors: { description: ['is empty'] } })];
  const payer = await mount();
  await payer.pays();
  await payer.learns('failed');
  expect(getComputedStyle(payer.heading('Transfer didn’t go through').element()).letterSpacing).toBe('7px');
});
