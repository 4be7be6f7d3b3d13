import { expect, test } from 'vitest';
import '../../../src/define.js';
import { attributesOf, mount } from '../payer.js';

// A null leaves the attribute out.
type Attributes = Readonly<Record<string, string | null>>;
const BAD: readonly (readonly [name: string, value: string | null, more?: Attributes])[] = [
  ['checkout-url', null],
  ['checkout-url', ''],
  ['checkout-url', 'not an address'],
  ['checkout-url', 'http://gateway.example'],
  ['checkout-url', 'https://user:secret@gateway.example'],
  ['checkout-url', 'javascript:alert(1)'],
  ['checkout-url', 'https://gateway.example/?shop=1'],
  ['public-key', null],
  ['public-key', ''],
  ['currency', null],
  ['currency', 'usd'],
  ['currency', 'XYZ'],
  ['description', null],
  ['description', '  '],
  ['amount', '0'],
  ['amount', '-100'],
  ['amount', '100.00'],
  ['amount', 'a lot'],
  ['min-amount', '1.5', { amount: null }],
  ['max-amount', '500', { amount: null, 'min-amount': '1000' }],
  ['return-url', 'https://elsewhere.example/back'],
  ['return-url', '/back'],
  ['return-url', 'javascript:alert(1)'],
  ['return-origins', 'nowhere'],
  ['redirect-origins', 'ftp://acs.example'],
  ['redirect-origins', 'https://acs.example/3ds'],
  ['notification-url', 'notify'],
  ['expired-at', 'tomorrow'],
  ['expired-at', '2027-01-31T18:00:00'],
  ['p2p-type', 'LONG'],
  // With the longest name, a transfer of 100.00 has room for 56 bytes, and one with an editable amount for 50.
  ['tracking-id', ''],
  ['tracking-id', ' '],
  ['test', 'false'],
  ['test', 'no'],
  ['save-card', 'false'],
  ['save-card', '0'],
  ['tracking-id', 'x'.repeat(100)],
  ['tracking-id', 'é'.repeat(50)],
  ['tracking-id', 'x'.repeat(100), { amount: null }],
];

test.each([
  ['checkout-url', { checkouturl: 'https://gateway.example' }, 'got an attribute checkouturl, without the hyphen'],
  ['public-key', { publickey: 'MIIB' }, 'got an attribute publickey, without the hyphen'],
] as const)('%s that was written without its hyphen is named', async (name, more, got) => {
  const payer = await mount({ ...more, [name]: null });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toContain(`${name}: expected`);
  expect(payer.alert().element().textContent).toContain(got);
});

test.each([
  ['XYZ', 'expected a code that ISO 4217 lists; got "XYZ"'],
  ['usd', 'expected an ISO 4217 code of three capital letters; got "usd"'],
])('the currency %s is refused with what is wrong with it', async (currency, sentence) => {
  const payer = await mount({ currency });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toContain(`currency: ${sentence}.`);
});

test.each([
  ['expired-at', '2026-12-24 18:00+01:00', 'Write it as 2026-12-24T18:00:00+01:00.'],
  ['amount', String(19.99 * 100), 'Write 100.00 USD as 10000: Math.round(100.00 * 100).'],
])('%s="%s" is refused with how to write it', async (name, value, cure) => {
  const payer = await mount({ [name]: value });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toContain(cure);
});

test.each([
  ['description', 'x'.repeat(100_000)],
  ['notification-url', `https://shop.example/${'x'.repeat(99_979)}`],
])('a %s that no gateway would take is refused with the limit', async (name, value) => {
  const payer = await mount({ [name]: value });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toContain(`${name}: expected at most 10000 characters; got 100000. Shorten it.`);
});

test.each(BAD.map(([name, value, more = {}]) => [name, value, more] as const))(
  '%s=%j is reported to the developer, on the page and by an event, and no form shows',
  async (name, value, more) => {
    const payer = await mount({ ...more, [name]: value });
    await payer.sees(payer.alert());
    const text = payer.alert().element().textContent ?? '';
    // What was expected, and what came.
    expect(text).toMatch(new RegExp(`${name}: expected .+; got .+\\.`, 's'));
    const errors = payer.events('checkout-error').map(({ error }) => error);
    expect(errors).toMatchObject([{ name: 'SettingError', code: 'setting_invalid', party: 'merchant', setting: name }]);
    expect(text).toContain(errors[0]?.message);
    expect(payer.from('Card number').elements()).toEqual([]);
  },
);

test.each([
  ['no key at all', 'abc'],
  ['PEM', '-----BEGIN PUBLIC KEY-----\nMIIBIjANBg\n-----END PUBLIC KEY-----'],
])('a public-key that is %s is reported when it is imported', async (_, key) => {
  const payer = await mount({ 'public-key': key });
  await payer.sees(payer.alert());
  expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([{ code: 'key_unusable', party: 'merchant' }]);
  expect(payer.from('Card number').elements()).toEqual([]);
});

test('all wrong settings are reported at once, each once, and the messages disappear when they are fixed', async () => {
  const payer = await mount({ currency: 'usd', description: null, 'checkout-url': null });
  await payer.sees(payer.alert());
  expect(payer.alert().element().querySelectorAll('li')).toHaveLength(3);
  const { currency, description, 'checkout-url': checkoutUrl } = attributesOf();
  payer.element.setAttribute('currency', currency ?? '');
  await payer.element.updateComplete;
  expect(payer.alert().element().querySelectorAll('li')).toHaveLength(2);
  payer.element.setAttribute('description', description ?? '');
  payer.element.setAttribute('checkout-url', checkoutUrl ?? '');
  await payer.sees(payer.from('Card number'));
  expect(payer.alert().elements()).toEqual([]);
  expect(payer.events('checkout-error')).toHaveLength(3);
  await payer.waitForEvents('checkout-ready');
});

test('a text with markup in an attribute shows as text', async () => {
  const payer = await mount({ currency: '<img src=x onerror="document.title=1">' });
  await payer.sees(payer.alert());
  expect(payer.element.shadowRoot?.querySelector('img')).toBeNull();
  expect(payer.alert().element().textContent).toContain('<img');
});

test.each([
  ['return-url', `${location.origin}/back?order=1`],
  ['redirect-origins', 'https://acs.example https://other.example'],
  ['redirect-origins', 'https://acs.example, https://other.example'],
  ['expired-at', '2099-01-31T18:00:00+03:00'],
  ['p2p-type', 'A2A'],
])('%s=%j is accepted', async (name, value) => {
  const payer = await mount({ [name]: value });
  await payer.sees(payer.from('Card number'));
  expect(payer.events('checkout-error')).toEqual([]);
});

test('a public-key that becomes invalid while the element starts is reported, and no rejection is left unhandled', async () => {
  const failed: unknown[] = [];
  const note = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    failed.push(event.reason);
  };
  window.addEventListener('unhandledrejection', note);
  try {
    const element = document.createElement('p2p-transfer');
    for (const [name, value] of Object.entries(attributesOf())) if (value !== null) element.setAttribute(name, value);
    const reported = new Promise<Event>((resolve) => element.addEventListener('checkout-error', resolve, { once: true }));
    document.body.append(element);
    await element.updateComplete;
    element.setAttribute('public-key', 'no key');
    expect(await reported).toMatchObject({ error: { party: 'merchant' } });
    // Unhandled rejections are reported in a later task.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(failed).toEqual([]);
    element.remove();
  } finally {
    window.removeEventListener('unhandledrejection', note);
  }
});
