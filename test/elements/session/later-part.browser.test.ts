// @module-tag long
// The later part of the transfer loads late, fails once, or never loads. The split files are tested in test/journeys/page.
import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { P2pTransferElement, type PartError, type SavedCard } from '../../../src/index.js';
import * as part from '../../../src/elements/p2p-transfer/later-part.js';
import { CODE, Payer, PAYS, RECIPIENT, sandboxAttributes, strangeKey } from '../payer.js';
import { canary } from '../watch-leaks.js';

let load: (attempt: number) => Promise<typeof part>;

class LateTransfer extends P2pTransferElement {
  protected override laterPart() {
    return (attempt: number) => load(attempt);
  }
}
customElements.define('late-transfer', LateTransfer);

const MISSING = 'Part of this form could not be loaded, so nothing was sent. Check your connection, then press the button again.';

function mount(attributes: Readonly<Record<string, string>> = {}, properties: Partial<P2pTransferElement> = {}): Payer {
  const element = document.createElement('late-transfer') as P2pTransferElement;
  for (const [name, value] of Object.entries({ ...sandboxAttributes(), ...attributes })) element.setAttribute(name, value);
  Object.assign(element, properties);
  const payer = new Payer(element);
  document.body.append(element);
  return payer;
}

/** Delays the later part until the returned function is called. */
function lateLoad(): () => void {
  let come = (): void => undefined;
  const here = new Promise<typeof part>((resolve) => (come = () => resolve(part)));
  load = () => here;
  return () => come();
}

test('the payer types, sees errors and presses before the part is there; the press is deferred and carried out', async () => {
  const come = lateLoad();
  const payer = mount();
  await payer.fillsCards({ number: '4200000000000001' });
  await payer.transferButton.click();
  expect(payer.descriptionOf(payer.from('Card number'))).not.toBe('');
  expect(payer.focused()).toBe('Card number');
  await payer.fills(payer.from('Card number'), PAYS);
  await payer.transferButton.click();
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'true');
  expect(payer.events('checkout-ready')).toEqual([]);
  come();
  await payer.readsFee();
  expect(payer.events('checkout-ready')).toHaveLength(1);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.pressesAgain();
  await payer.learns('successful');
});

test('after an edit cancels a press, before and after the part arrives, the payer reads that nothing was sent', async () => {
  const come = lateLoad();
  const payer = mount();
  await payer.fillsCards();
  await payer.transferButton.click();
  await payer.fills(payer.from('Security code'), '999');
  await expect.element(payer.alert()).toHaveTextContent('Nothing was sent. Try again.');
  come();
  await payer.waitForEvents('checkout-ready');
  await expect.element(payer.alert()).toHaveTextContent('Nothing was sent. Try again.');
});

test('a key that the gateway does not know is found as soon as the part is there, where the payer already has the focus', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const come = lateLoad();
  const payer = mount({ 'public-key': await strangeKey() });
  await payer.from('Card number').click();
  come();
  await payer.waitForEvents('checkout-error');
  expect(payer.events('checkout-error')[0]?.error).toMatchObject({ code: 'credentials_refused', status: 401 });
});

test('a load that fails once is repeated silently', async () => {
  load = (attempt) => (attempt === 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(part));
  const payer = mount();
  await payer.pays();
  await payer.learns('successful');
  expect(payer.events('checkout-error')).toEqual([]);
});

test('a part that can’t be loaded is an error for page and payer; what was typed stays, and a press tries again', async () => {
  let isOut = true;
  load = () => (isOut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(part));
  const payer = mount();
  await payer.fillsCards();
  await payer.transferButton.click();
  await expect.element(payer.alert(), { timeout: 10_000 }).toHaveTextContent(MISSING);
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'false');
  const { error } = payer.events('checkout-error')[0]!;
  expect(error).toMatchObject({ code: 'part_unavailable', party: 'network' } satisfies Partial<PartError>);
  expect(error.message).toContain('Failed to fetch');
  isOut = false;
  await payer.transferButton.click();
  await payer.readsFee();
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(payer.events('checkout-error')).toHaveLength(1);
});

test('a browser that is back online loads the missing part by itself', async () => {
  let isOut = true;
  load = () => (isOut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(part));
  const payer = mount();
  await payer.waitForEvents('checkout-error');
  isOut = false;
  window.dispatchEvent(new Event('online'));
  await payer.waitForEvents('checkout-ready');
  expect(payer.reads()).not.toContain(MISSING);
});

test('a payer who is back from the bank reads that the result is being checked, and sees no form, before the part is there', async () => {
  const come = lateLoad();
  sessionStorage.setItem('checkout-elements-tab:p2pthumbprint', 'order-1');
  localStorage.setItem('checkout-elements:p2p:thumbprint:order-1', JSON.stringify({ phase: 'challenged' }));
  const payer = mount();
  await payer.sees(payer.heading('Checking the result with the bank'));
  await expect.element(payer.from('Card number')).not.toBeInTheDocument();
  come();
  // The record is another shop's.
  await payer.sees(payer.from('Card number'));
  expect(payer.reads()).not.toContain('Checking the result');
});

test('back from the bank without the part, the payer reads not to pay again, and a button loads it', async () => {
  let isOut = true;
  load = () => (isOut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(part));
  sessionStorage.setItem('checkout-elements-tab:p2pthumbprint', 'order-1');
  localStorage.setItem('checkout-elements:p2p:thumbprint:order-1', JSON.stringify({ phase: 'challenged' }));
  const payer = mount();
  await expect.element(payer.alert(), { timeout: 10_000 }).toHaveTextContent('If you have paid, don’t pay again');
  expect(payer.reads()).not.toContain('nothing was sent');
  expect(payer.from('Card number').elements()).toEqual([]);
  isOut = false;
  await payer.button('Check again').click();
  // The record is another shop's, so the form comes.
  await payer.sees(payer.from('Card number'));
  expect(payer.reads()).not.toContain('don’t pay again');
});

test('an attempt that has ended is no reason to wait', async () => {
  lateLoad();
  sessionStorage.setItem('checkout-elements-tab:p2pthumbprint', 'order-1');
  localStorage.setItem('checkout-elements:p2p:thumbprint:order-1', JSON.stringify({ phase: 'ended' }));
  const payer = mount();
  await payer.sees(payer.from('Card number'));
  expect(payer.reads()).not.toContain('Checking the result');
});

const VISA: SavedCard = { token: 'visa-token', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
const MASTER: SavedCard = { token: 'master-token', brand: 'master', last_4: '5029', exp_month: 4, exp_year: 2031 };

const heightOf = ({ element }: Payer): number => element.getBoundingClientRect().height;

test.each<[string, Partial<P2pTransferElement>]>([
  ['a list', { savedCards: [VISA, MASTER] }],
  ['one card', { sourceCard: VISA }],
  ['lists for both', { savedCards: [VISA, MASTER], savedRecipients: [MASTER, VISA] }],
  ['one card for both', { sourceCard: VISA, recipientCard: MASTER }],
])('%s of saved cards takes as much room before the part is there as after', async (_, saved) => {
  const come = lateLoad();
  const payer = mount({}, saved);
  await payer.sees(payer.from('Security code'));
  await expect.element(payer.from('Card number')).not.toBeInTheDocument();
  const before = heightOf(payer);
  come();
  await expect.element(payer.within.getByText(/Visa ••••\s0000/).first()).toBeVisible();
  expect(heightOf(payer)).toBeCloseTo(before, 0);
});

const OLD: SavedCard = { ...VISA, exp_year: '2020' };

test.each<[string, Partial<P2pTransferElement>]>([
  ['a list', { savedCards: [OLD] }],
  ['one card', { sourceCard: OLD }],
  ['lists for both', { savedCards: [OLD], savedRecipients: [OLD] }],
])(
  'where every card of %s has expired, the fields are open before the part is there, and keep what is typed',
  async (_, saved) => {
    const come = lateLoad();
    const payer = mount({}, saved);
    await payer.sees(payer.from('Card number'));
    const before = heightOf(payer);
    await payer.fills(payer.from('Card number'), PAYS);
    await payer.from('Expiry date').fill('12/30');
    come();
    await expect.element(payer.within.getByText(/Visa ••••\s0000/).first()).toBeVisible();
    expect(heightOf(payer)).toBeCloseTo(before, 0);
    await expect.element(payer.from('Expiry date')).toHaveValue('12 / 30');
    await expect.element(payer.from('Card number')).not.toHaveValue('');
  },
);

test('while saved cards are still to come, the typed security code and the press are kept', async () => {
  const come = lateLoad();
  const payer = mount({}, { savedCards: [VISA, MASTER] });
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.transferButton.click();
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'true');
  come();
  await expect.element(payer.within.getByRole('radio', { name: /Visa/ })).toBeChecked();
  await expect.element(payer.from('Security code')).toHaveValue(CODE);
  // The sandbox knows no such token: that it was asked shows that the press was carried out.
  await expect.poll(() => payer.reads()).not.toContain('You’ll see the fee before you pay.');
});

test('a press while a list of recipients is still to come leads to the list', async () => {
  const come = lateLoad();
  const payer = mount({}, { sourceCard: VISA, savedRecipients: [MASTER] });
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'true');
  come();
  await expect.element(payer.within.getByRole('radiogroup')).toHaveAccessibleDescription('Choose a card.');
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'false');
});

test('the line of the deadline takes its space before the part is there', async () => {
  const come = lateLoad();
  const payer = mount({ 'expired-at': new Date(Date.now() + 600_000).toISOString() });
  await payer.sees(payer.from('Card number'));
  const before = heightOf(payer);
  come();
  await expect.element(payer.text(/Confirm within/)).toBeVisible();
  expect(heightOf(payer)).toBeCloseTo(before, 0);
});

test('a wrong setting with which the form could render hides it once the part validates it', async () => {
  const come = lateLoad();
  const payer = mount({ 'notification-url': 'notify' });
  await payer.sees(payer.from('Card number'));
  come();
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toContain('notification-url: expected');
  await expect.element(payer.from('Card number')).not.toBeInTheDocument();
});

test('errors that were shown before the part was there are announced once it is', async () => {
  const come = lateLoad();
  const payer = mount();
  await payer.fills(payer.from('Card number'), '4200000000000001');
  await payer.from('Security code').click();
  const complaint = payer.descriptionOf(payer.from('Card number'));
  expect(complaint).toBe('Check the card number. It isn’t valid.');
  come();
  const announcer = (): string => payer.element.shadowRoot?.querySelector('.announcer')?.textContent ?? '';
  await expect.poll(announcer).toContain(complaint);
});

test('the font stays the same when the part arrives', async () => {
  const come = lateLoad();
  const payer = mount();
  await payer.sees(payer.from('Card number'));
  const font = (): string => getComputedStyle(payer.element).fontFamily;
  const before = font();
  come();
  await payer.waitForEvents('checkout-ready');
  expect(font()).toBe(before);
});
