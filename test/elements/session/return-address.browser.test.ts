// @module-tag long
import { afterEach, describe, expect, test } from 'vitest';
import type { Arrived } from '../../../demo/scripted/script.js';
import '../../../src/define.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { gateway } from '../gateway.js';
import { AMOUNT, mount, shown } from '../payer.js';

const address = location.href;
afterEach(() => history.replaceState(null, '', address));

/** The page as the gateway sends a payer back to it. */
function comeBackTo(query: string): void {
  const url = new URL(address);
  url.search = query;
  history.replaceState(null, '', url);
}

/** A merchant's server that knows the payment in the address, and records what it is asked. */
function knowing(amount: number, outcome: 'successful' | 'failed' = 'successful') {
  const asked: unknown[] = [];
  const resolveStatus = (question: unknown) => {
    asked.push(question);
    return Promise.resolve({ outcome, amount, currency: 'USD' });
  };
  return { asked, resolveStatus };
}

const unknowing = () => Promise.resolve({ outcome: 'unknown' as const });

const NEUTRAL = 'Have you just paid?';
const TO_FORM = 'Go to the payment form';

test('of several uids in the return address the last one is checked, because the gateway appends its own', async () => {
  comeBackTo('?order=1&uid=older&status=failed&uid=newer&status=successful');
  const { asked, resolveStatus } = knowing(AMOUNT);
  const payer = await mount({}, { resolveStatus });
  await payer.learns('successful');
  expect(asked).toEqual([{ trackingId: undefined, uid: 'newer', startedAt: undefined }]);
  expect(payer.reads()).toMatch(/Reference\s+newer/);
  expect(payer.reads()).toContain(shown(AMOUNT));
  expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', final: true, trackingId: '' }]);
});

test('a payment that the payer has moved on from is not checked again: the gateway’s parameters leave the address, others stay', async () => {
  comeBackTo('?order=1&uid=older&status=successful');
  history.replaceState({ route: 7 }, '', `${location.href}#top`);
  const payer = await mount({}, { resolveStatus: knowing(AMOUNT).resolveStatus });
  await payer.learns('successful');
  expect(location.search).toContain('uid=older');
  await payer.button('New transfer').click();
  await payer.sees(payer.transferButton);
  expect(location.search + location.hash).toBe('?order=1#top');
  expect(history.state).toEqual({ route: 7 });
  const reloaded = await mount();
  await reloaded.waitForEvents('checkout-ready');
  expect(reloaded.element.step).toBe('details');
});

test('of two elements one checks the payment in the address; the other shows a form', async () => {
  comeBackTo('?uid=older&status=successful');
  let asked = 0;
  const resolveStatus = () => {
    asked += 1;
    return unknowing();
  };
  const payers = [await mount({}, { resolveStatus }), await mount({ currency: 'EUR' }, { resolveStatus })];
  for (const payer of payers) await payer.waitForEvents('checkout-ready');
  await expect.poll(() => payers.map(({ element }) => element.step)).toEqual(['unrecognized', 'details']);
  expect(asked).toBe(1);
});

describe('an unconfirmed return address', () => {
  test.each([
    ['without resolveStatus', undefined],
    ['that the server does not know', unknowing],
    ['when the server fails', () => Promise.reject(new Error('500'))],
  ])('%s: shows neutral text and a way to the form, and reports no outcome', async (_, resolveStatus) => {
    comeBackTo('?order=1&uid=CALL-1-217-555-0100&status=successful&token=t');
    const payer = await mount({}, resolveStatus && { resolveStatus });
    await payer.sees(payer.heading(NEUTRAL));
    expect(payer.reads()).toContain('If you’ve just paid, check with the shop before you pay again.');
    expect(payer.reads()).not.toMatch(/CALL|555|Reference|Transaction|don’t pay again/);
    expect(payer.buttons()).toEqual([TO_FORM]);
    expect(payer.element.outcome).toBe(undefined);
    expect(payer.element.matches(':state(unrecognized)')).toBe(true);

    await payer.button(TO_FORM).click();
    await payer.sees(payer.transferButton);
    await expect.poll(() => payer.focused()).toBe('Card number');
    expect(location.search).toBe('?order=1');
    await payer.pays();
    await payer.learns('successful');
    expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', final: true }]);
  });

  test.each(['?status=new&id=sbs_1', '?id=sbs_1&status=new', '?id=sbs_1'])(
    'from a subscription, %s: the payer is asked, not shown a blank form',
    async (query) => {
      comeBackTo(query);
      const payer = await mount();
      await payer.sees(payer.heading(NEUTRAL));
      expect(payer.reads()).not.toContain('sbs_1');
    },
  );

  test.each(['YOUR CARD WAS BLOCKED. Call +1 217 555 0100', '<b>blocked</b>', 'x'.repeat(65), 'a.b', '\u202Edekcolb'])(
    'with a uid that no gateway would assign, “%s”, belongs to the page: the form shows',
    async (uid) => {
      comeBackTo(`?${new URLSearchParams({ uid, status: 'successful' })}`);
      let asked = 0;
      const resolveStatus = () => {
        asked += 1;
        return unknowing();
      };
      const payer = await mount({}, { resolveStatus });
      await payer.waitForEvents('checkout-ready');
      await payer.sees(payer.transferButton);
      expect(payer.element.step).toBe('details');
      expect(payer.reads()).not.toContain(uid);
      expect(asked).toBe(0);
    },
  );

  test('with a fixed tracking-id reports nothing about that order, and the payer can still pay it', async () => {
    comeBackTo('?uid=another-payers&status=successful');
    const trackingId = 'order-1';
    const payer = await mount({ 'tracking-id': trackingId }, { resolveStatus: unknowing });
    await payer.sees(payer.heading(NEUTRAL));
    expect(payer.events('checkout-outcome')).toEqual([]);
    await payer.button(TO_FORM).click();
    await payer.pays();
    await payer.learns('successful');
    expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', trackingId }]);
  });

  test('keeps a surrounding form from being submitted, with its own message, and survives that form’s reset', async () => {
    comeBackTo('?uid=another-payers&status=successful');
    const payer = await mount();
    const form = document.createElement('form');
    document.body.append(form);
    form.append(payer.element);
    await payer.sees(payer.heading(NEUTRAL));
    expect(form.checkValidity()).toBe(false);
    form.reset();
    await payer.element.updateComplete;
    expect(payer.element.step).toBe('unrecognized');
    expect(new FormData(form).get('payment')).toBe(null);
  });

  test('shows its text in the page’s language and direction', async () => {
    comeBackTo('?uid=another-payers&status=successful');
    const payer = await mount({ language: 'ar' });
    await payer.sees(payer.heading('هل دفعت للتو؟'));
    await payer.sees(payer.button('الانتقال إلى نموذج الدفع'));
  });
});

describe('an amount reported by the server', () => {
  test.each([
    ['of 0.01 EUR', { outcome: 'successful', amount: 1, currency: 'EUR' }],
    ['with the amount alone', { outcome: 'successful', amount: 1_000_000 }],
    ['without an amount', { outcome: 'successful' }],
  ] as const)('%s does not complete a transfer of 10,000.00 USD; the merchant reads why', async (_, status) => {
    comeBackTo('?uid=another-payers&status=successful');
    const payer = await mount({ amount: '1000000' }, { resolveStatus: () => Promise.resolve(status) });
    await payer.sees(payer.heading(NEUTRAL));
    expect(payer.reads()).not.toMatch(/complete|0\.01/);
    expect(payer.events('checkout-outcome')).toEqual([]);
    expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([
      { code: 'resolve_status_mismatch', party: 'merchant' },
    ]);
  });

  test('is compared by its currency when the payer types the amount', async () => {
    comeBackTo('?uid=typed-elsewhere&status=successful');
    const payer = await mount({ amount: null }, { resolveStatus: knowing(4120).resolveStatus });
    await payer.learns('successful');
    expect(payer.reads()).toContain('41.20 USD');
  });

  test('of a failure shows as a failure, with a way to try again', async () => {
    comeBackTo('?uid=failed-elsewhere&status=successful');
    const payer = await mount({}, { resolveStatus: knowing(AMOUNT, 'failed').resolveStatus });
    await payer.learns('failed');
    await payer.button('Try again').click();
    await payer.sees(payer.transferButton);
  });
});

test('while the server is asked, the payer reads neutral text', async () => {
  comeBackTo('?uid=CALL-1-217-555-0100&status=successful');
  let tell!: (status: { outcome: 'unknown' }) => void;
  const payer = await mount({}, { resolveStatus: () => new Promise((resolve) => (tell = resolve)) });
  await payer.sees(payer.heading('One moment, we’re checking with the shop'));
  expect(payer.reads()).not.toMatch(/CALL|bank|transfer/i);
  expect(payer.element.matches(':state(recognizing)')).toBe(true);
  tell({ outcome: 'unknown' });
  await payer.sees(payer.heading(NEUTRAL));
});

test.each([
  ['?order=1&uid=older&status=successful#/checkout/2', '?order=1#/checkout/2'],
  ['?uid=older&status=successful#!/checkout', '#!/checkout'],
  ['?uid=older&status=successful#top', '#top'],
  // Gateways that append to the text.
  ['#/checkout?uid=older&status=successful', '#/checkout'],
  ['#!/checkout?order=1&uid=older&status=successful&token=t', '#!/checkout?order=1'],
  ['?a=%20#/pay?list=a%20b&uid=older&status=successful', '?a=%20#/pay?list=a+b'],
])('a payer is recognized at %s, and the address is %s once they have moved on', async (back, left) => {
  history.replaceState(null, '', new URL(address).pathname + back);
  const { asked, resolveStatus } = knowing(AMOUNT);
  const payer = await mount({}, { resolveStatus });
  await payer.learns('successful');
  expect(asked).toMatchObject([{ uid: 'older' }]);
  await payer.button('New transfer').click();
  await payer.sees(payer.transferButton);
  expect(location.search + location.hash).toBe(left);
});

test.each(['#/checkout', '#!/checkout/2', '?order=1#/checkout?step=2', '#top', '?a=%20b#/a%20b', ''])(
  'by default the payer returns to where they are: %s',
  async (here) => {
    history.replaceState(null, '', new URL(address).pathname + here);
    const payer = await mount();
    await payer.pays();
    await payer.learns('successful');
    const [{ text }] = gateway.of('transfer') as [Arrived];
    const { return_url: sent } = (JSON.parse(text) as { request: { return_url: string } }).request;
    expect(sent).toBe(new URL(address).origin + new URL(address).pathname + here);
  },
);

test('the page’s own address is sent without the parameters of an earlier return', async () => {
  comeBackTo('?order=1');
  gateway.replies.transfer = [answer(422, errorBody({}))];
  const payer = await mount({ 'return-url': null });
  await payer.fillsCards();
  await payer.readsFee();
  // Resumed and shown, the earlier attempt left its parameters in the address.
  comeBackTo('?order=1&uid=older&status=failed&token=t');
  await payer.transferButton.click();
  await payer.learns('unknown');
  const [{ text }] = gateway.of('transfer') as [Arrived];
  const { return_url: sent } = (JSON.parse(text) as { request: { return_url: string } }).request;
  expect(new URL(sent).search).toBe('?order=1');
});

test('an element removed from the page is emptied; one moved within it keeps the input', async () => {
  const payer = await mount();
  await payer.fillsCards();
  const numbers = (): string[] =>
    [...(payer.element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[name=number]') ?? [])].map(({ value }) => value);
  const typed = numbers();
  expect(typed.every((number) => number.length > 12)).toBe(true);
  const place = document.createElement('div');
  document.body.append(place);
  place.append(payer.element);
  await Promise.resolve();
  expect(numbers()).toEqual(typed);
  payer.element.remove();
  await Promise.resolve();
  expect(numbers()).toEqual(['', '']);
  place.remove();
});
