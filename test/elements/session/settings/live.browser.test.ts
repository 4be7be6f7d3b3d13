import { expect, test } from 'vitest';
import '../../../../src/define.js';
import { P2pTransferElement } from '../../../../src/index.js';
import { mountWithFee, ADDRESS, TIME } from './element-with-fee.js';
import { gateway, otherKey, holdJobs } from '../../gateway.js';
import { AMOUNT, attributesOf, mount, shown } from '../../payer.js';

// This file and live-requests.browser.test.ts change every attribute and property of an element that has its cards and its fee:
// each must take effect at once. Address and keys are locked while there is input (locked-settings.browser.test.ts).

test('min-amount and max-amount, when changed, validate the typed amount', async () => {
  const payer = await mount({ amount: null });
  await payer.amount.fill('50');
  await payer.seesAmount('50.00 USD');
  payer.element.setAttribute('max-amount', '4000');
  await payer.sees(payer.text('Enter at most 40.00 USD.'));
  payer.element.removeAttribute('max-amount');
  await payer.seesAmount('50.00 USD');
  payer.element.setAttribute('min-amount', '6000');
  await payer.seesAmount('–');
  payer.element.setAttribute('min-amount', '5000');
  await payer.seesAmount('50.00 USD');
});

test('amount, when removed, opens its input; set again, it is fixed', async () => {
  const payer = await mount({ amount: null });
  await payer.sees(payer.amount);
  payer.element.setAttribute('amount', String(AMOUNT));
  await payer.seesAmount(shown(AMOUNT));
  expect(payer.amount.elements()).toEqual([]);
  payer.element.removeAttribute('amount');
  await payer.sees(payer.amount);
});

test('currency, when changed while an amount is typed, reads the amount again', async () => {
  const payer = await mount({ amount: null });
  await payer.amount.fill('50');
  await payer.seesAmount('50.00 USD');
  payer.element.setAttribute('currency', 'JPY');
  await payer.seesAmount('50 JPY');
});

test('language, when changed, applies at once, with its direction, and keeps the input', async () => {
  const payer = await mountWithFee();
  payer.element.setAttribute('language', 'ru');
  await expect.poll(() => payer.reads()).toContain('С карты');
  payer.element.setAttribute('language', 'ar');
  await expect.poll(() => getComputedStyle(payer.element.shadowRoot!.querySelector('.base')!).direction).toBe('rtl');
  payer.element.removeAttribute('language');
  await expect.poll(() => payer.reads()).toContain('From card');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test.each(['!!', 'a', 'en_US', 'en-!!'])(
  'language %s, which is no tag, is reported, and no step fails to render',
  async (tag) => {
    const payer = await mount({ amount: null });
    await payer.amount.fill('50');
    await payer.seesAmount('50.00 USD');
    payer.element.language = tag;
    await payer.element.updateComplete;
    await payer.sees(payer.text(/^This payment form isn’t set up correctly/));
    payer.element.requestUpdate();
    await payer.element.updateComplete;
    payer.element.language = 'en';
    await payer.seesAmount('50.00 USD');

    // A step with numbers, which are written by the language of the sentences.
    await payer.amount.fill(shown(AMOUNT));
    await payer.pays({ expiry: '10/30' });
    await payer.learns('failed');
    payer.element.messages = { failed_text: 'It failed.' };
    payer.element.language = tag;
    await payer.element.updateComplete;
    await payer.button(/^Try again/).click();
    await payer.element.updateComplete;
    payer.element.language = 'en';
    await expect.element(payer.button(/^You can try this card again in \d+ s/)).toBeVisible();
  },
);

test('challenge, when changed on the way to the bank, changes the offered way', async () => {
  const payer = await mount();
  await payer.pays({ number: '4012000000001097' });
  await payer.sees(payer.button('Continue to your bank'));
  payer.element.setAttribute('challenge', 'auto');
  await payer.button('Continue to your bank').click();
  await expect.poll(() => payer.element.shadowRoot?.querySelector('dialog')?.open).toBe(true);
  payer.element.cancel();
});

test('redirect-origins, set before the bank is reached, decides whether the payer is sent there', async () => {
  const payer = await mountWithFee();
  payer.element.setAttribute('redirect-origins', 'https://acs.example');
  await payer.fills(payer.from('Card number'), '4012000000001097');
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('unknown');
  expect(payer.events('checkout-error').map(({ error }) => Reflect.get(error, 'code'))).toEqual(['redirect_refused']);
});

test('return-origins, set later, makes a refused return-url valid', async () => {
  const payer = await mount({ 'return-url': 'https://shop.example/back' });
  await payer.sees(payer.alert());
  payer.element.setAttribute('return-origins', 'https://shop.example');
  await payer.sees(payer.from('Card number'));
});

test('name, when changed, is the form field that gets the uid', async () => {
  const form = document.createElement('form');
  document.body.append(form);
  const payer = await mount();
  form.append(payer.element);
  await payer.pays();
  await payer.learns('successful');
  expect([...new FormData(form).keys()]).toEqual([]);
  payer.element.setAttribute('name', 'transfer');
  expect(new FormData(form).get('transfer')).toBe(payer.events('checkout-outcome')[0]?.transaction?.uid);
});

test('messages, when changed, apply to the outcome shown', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  payer.element.messages = { successful: 'Sent!' };
  await payer.sees(payer.heading('Sent!'));
  payer.element.messages = undefined;
  await payer.sees(payer.heading('Transfer complete'));
});

test('collect, sourceCard, recipientCard, save-card and expired-at, when changed, show at once', async () => {
  const payer = await mount();
  payer.element.collect = 'recipient-holder';
  await payer.sees(payer.to('Recipient’s name'));
  payer.element.collect = null;
  await expect.element(payer.to('Recipient’s name')).not.toBeInTheDocument();
  payer.element.sourceCard = { token: 'a', brand: 'visa', last_4: '0000' };
  payer.element.recipientCard = { token: 'b', brand: 'mir', last_4: '1111' };
  await payer.sees(payer.text('Visa •••• 0000'));
  await payer.sees(payer.text('Mir •••• 1111').first());
  payer.element.saveCard = 'agreed';
  await payer.sees(payer.text('Your card and the recipient’s card will be saved for next time.'));
  payer.element.expiredAt = new Date(Date.now() + 100_000).toISOString();
  await payer.sees(payer.text(/^Confirm within 1:\d\d$/));
  payer.element.expiredAt = null;
  await expect.element(payer.text(/^Confirm within/)).not.toBeInTheDocument();
});

test('an attribute and its property are one setting, whichever is set', async () => {
  const payer = await mount();
  const { element } = payer;
  const kinds = P2pTransferElement.properties as unknown as Readonly<
    Record<string, { attribute?: string | false; type?: unknown }>
  >;
  const seen = Object.entries(kinds).flatMap(([name, { attribute, type }]): [string, unknown][] => {
    if (attribute === false) return [];
    const written = type === Boolean ? '' : 'x-1';
    element.setAttribute(attribute ?? name, written);
    const read: unknown = Reflect.get(element, name);
    return [[attribute ?? name, read]];
  });
  expect(seen.length).toBeGreaterThan(15);
  expect(seen.filter(([, read]) => read !== 'x-1' && read !== true)).toEqual([]);
  for (const [name, value] of Object.entries(attributesOf())) element.setAttribute(name, value);
});

test('everything reaches the gateway: customer data, receipt, type and addresses are in its record', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  const trackingId = 'order-1';
  Object.assign(payer.element, {
    p2pType: 'A2A',
    receiptText: ['Line one', 'Line two'],
    notificationUrl: 'https://shop.example/notified',
    trackingId,
    description: 'Rent',
    customer: { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1', external_id: '77' },
    senderBillingAddress: ADDRESS,
    recipientBillingAddress: { ...ADDRESS, country: 'DE', state: 'BE', zip: '10115' },
    expiredAt: TIME,
  } satisfies Partial<P2pTransferElement>);
  await payer.element.updateComplete;
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({
    amount: AMOUNT,
    currency: 'USD',
    description: 'Rent',
    tracking_id: trackingId,
    test: true,
    language: 'en',
    notification_url: 'https://shop.example/notified',
    expired_at: TIME,
    return_url: location.href.replace(/#.*/, ''),
    customer: { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1' },
    sender_billing_address: ADDRESS,
    // Spec 2.1: a state belongs to the US and Canada.
    recipient_billing_address: { ...ADDRESS, country: 'DE', state: null, zip: '10115' },
    additional_data: { receipt_text: ['Line one', 'Line two'], p2p: { type: 'A2A' } },
  });
  expect(payer.events('checkout-outcome')[0]?.transaction).not.toHaveProperty('billing_address');
  // Customer data is never stored in the browser.
  expect(Object.values(localStorage).join(' ')).not.toMatch(/Ann|ann@|Elm/);
});

test('auto-advance, when set, applies to the next number', async () => {
  const payer = await mount({}, { autoAdvance: true });
  await payer.from('Card number').click();
  await payer.types('5555555555554444');
  await expect.poll(() => payer.focused()).toBe('Expiry date');
});

test('fields-url, when set, replaces the fields with a frame, but not while one of them is filled in', async () => {
  const payer = await mount();
  const framesIn = (): number => payer.element.querySelectorAll('iframe').length;
  const fieldsUrl = `${gateway.url}/fields/`;
  payer.element.fieldsUrl = fieldsUrl;
  await expect.poll(framesIn).toBe(1);
  payer.element.fieldsUrl = null;
  await payer.sees(payer.from('Card number'));
  expect(framesIn()).toBe(0);
  await payer.fills(payer.from('Card number'), '42');
  payer.element.fieldsUrl = fieldsUrl;
  await payer.sees(payer.alert());
  expect(payer.events('checkout-error').at(-1)?.error).toMatchObject({ code: 'setting_changed', setting: 'fields-url' });
});

test('savedCards and savedRecipients, when set, are the lists to choose from, and when removed the fields are back', async () => {
  const payer = await mount();
  payer.element.savedCards = [{ token: 'tok-1', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2099' }];
  payer.element.savedRecipients = [{ token: 'tok-2', brand: 'mastercard', last_4: '4444' }];
  for (const last4 of ['0000', '4444']) {
    await payer.sees(payer.within.getByRole('radio', { name: new RegExp(last4) }));
  }
  const removers = (): number => payer.within.getByRole('button', { name: /^Remove/ }).elements().length;
  payer.element.removableCards = true;
  await expect.poll(removers).toBe(2);
  payer.element.removableCards = false;
  await expect.poll(removers).toBe(0);
  payer.element.savedCards = payer.element.savedRecipients = undefined;
  await expect.poll(() => payer.within.getByRole('radio').elements().length).toBe(0);
  await payer.sees(payer.from('Card number'));
  await payer.sees(payer.to('Card number'));
});

test('visibility-guard is validated from the start: a wrong value is an error', async () => {
  const payer = await mount({ 'visibility-guard': 'no' });
  await expect
    .poll(() => payer.events('checkout-error').at(-1)?.error)
    .toMatchObject({ code: 'setting_invalid', setting: 'visibility-guard' });
  payer.element.visibilityGuard = 'off';
  await payer.sees(payer.from('Card number'));
});

test('theme, when changed, changes the looks at once', async () => {
  const payer = await mount();
  const radius = (): string => getComputedStyle(payer.element).getPropertyValue('--checkout-radius').trim();
  payer.element.theme = 'flat';
  await expect.poll(radius).toBe('0.25rem');
  payer.element.theme = 'own';
  await expect.poll(radius).toBe('');
});

test('label-position, when changed, moves the labels at once', async () => {
  const payer = await mount();
  const edge = (): string => getComputedStyle(payer.element.shadowRoot!.querySelector('.number .control')!).borderTopWidth;
  payer.element.labelPosition = 'above';
  await expect.poll(edge).toBe('1px');
  payer.element.labelPosition = 'inside';
  await expect.poll(edge).toBe('0px');
});

const table = Object.keys(P2pTransferElement.properties);
test('disabled takes effect at once, and keeps what was typed', async () => {
  const payer = await mount();
  await payer.fillsCards();
  // Once nothing else makes the element draw anew.
  await payer.readsFee();
  payer.element.disabled = true;
  await expect.element(payer.transferButton).toBeDisabled();
  payer.element.disabled = false;
  await expect.element(payer.transferButton).toBeEnabled();
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('no attribute or property is missing in these files', async () => {
  const files = [import.meta.url, import.meta.url.replace('live.', 'live-requests.')];
  const source = (await Promise.all(files.map(async (file) => (await fetch(file)).text()))).join('\n');
  const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const used = (name: string): boolean =>
    [name, kebab(name)].some((each) => new RegExp(String.raw`(element\.|["'])${each}\b`).test(source));
  expect(table.filter((name) => !used(name))).toEqual([]);
});

test.each([
  ['an amount', { amount: 1 }],
  ['a currency', { currency: 'EUR' }],
  ['an address', { checkoutUrl: 'https://pay.example' }],
  ['a key', { publicKey: otherKey }],
])('%s that changes while the payment is in flight changes nothing that is shown', async (_, change) => {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  Object.assign(payer.element, change);
  release();
  await payer.learns('successful');
  expect(payer.reads()).toContain(`${shown(AMOUNT)} was sent`);
});
