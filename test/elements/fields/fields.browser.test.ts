import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway, holdAnswers } from '../gateway.js';
import { CODE, PAYS, RECIPIENT, mount, type Payer } from '../payer.js';
import { mountSlotted } from '../slotted.js';
import { canary } from '../watch-leaks.js';

const has = ({ element }: Payer, group: 'credit_card' | 'recipient_card'): string[] =>
  [...(element.shadowRoot?.querySelectorAll<HTMLInputElement>(`input[id^=${group}-]`) ?? [])].map(({ name }) => name);

test.each([
  ['holder', ['number', 'expiry', 'verification_value', 'holder'], ['number']],
  ['recipient-holder', ['number', 'expiry', 'verification_value'], ['number', 'holder']],
  ['recipient-expiry', ['number', 'expiry', 'verification_value'], ['number', 'expiry']],
  [
    ' holder  recipient-expiry recipient-holder ',
    ['number', 'expiry', 'verification_value', 'holder'],
    ['number', 'expiry', 'holder'],
  ],
])('collect="%s" opens its fields from the start', async (words, source, recipient) => {
  const payer = await mount({ collect: words });
  expect(has(payer, 'credit_card')).toEqual(source);
  expect(has(payer, 'recipient_card')).toEqual(recipient);
});

test('a field opened by collect is required, and is sent with the transfer', async () => {
  const payer = await mount({ collect: 'holder recipient-holder' });
  await payer.fillsCards();
  // The fee needs no name.
  await payer.readsFee();
  expect(payer.element.checkValidity()).toBe(false);
  await payer.transferButton.click();
  expect(payer.descriptionOf(payer.from('Name on card'))).toBe('Enter the name on the card.');
  expect(payer.element.step).toBe('details');
  await payer.from('Name on card').fill('ANN LEE');
  await payer.to('Recipient’s name').fill('BOB RAY');
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({
    credit_card: { holder: 'ANN LEE' },
    recipient_card: { holder: 'BOB RAY' },
  });
});

test('a field that collect no longer names closes', async () => {
  const payer = await mount({ collect: 'holder' });
  payer.element.collect = 'recipient-holder';
  await payer.sees(payer.to('Recipient’s name'));
  expect(payer.from('Name on card').elements()).toEqual([]);
});

test('an unknown word in collect is reported to the developer, with the known words', async () => {
  const payer = await mount({ collect: 'holder iban' });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toMatch(/collect: expected holder, recipient-expiry, recipient-holder; got "iban"/);
  expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([
    { code: 'setting_invalid', setting: 'collect' },
  ]);
});

test.each([
  ['test', 'false', /test: expected the attribute, or none; got "false", which turns it on/],
  ['removable-cards', 'false', /removable-cards: expected the attribute, or none; got "false", which turns it on/],
  ['challenge', 'window', /challenge: expected redirect, popup, auto; got "window"/],
])('%s="%s" is reported to the developer instead of being taken for another value', async (name, value, text) => {
  const payer = await mount({ [name]: value });
  await payer.sees(payer.alert());
  expect(payer.alert().element().textContent).toMatch(text);
  expect(payer.from('Card number').elements()).toEqual([]);
});

test('after a press, the focus is in the first field that the bank asks for; another press names what is missing', async () => {
  const payer = await mount();
  const release = holdAnswers('check');
  await payer.fillsCards({ number: '4000100000000083' });
  // The bank has not asked for anything yet.
  await payer.transferButton.click();
  release();
  await payer.sees(payer.to('Recipient’s name'));
  await expect.poll(() => payer.focused()).toBe('Name on card');
  // The payer could not know about them when they pressed.
  for (const field of [payer.from('Name on card'), payer.to('Recipient’s name')]) {
    expect(payer.descriptionOf(field)).toBe('Needed by the bank');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  }
  await payer.transferButton.click();
  await expect.element(payer.from('Name on card')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.focused()).toBe('Name on card');
  expect(payer.descriptionOf(payer.from('Name on card'))).toBe('Enter the name on the card.');
  expect(payer.descriptionOf(payer.to('Recipient’s name'))).toBe('Enter the recipient’s name.');
  // Enter moves through the fields in their order.
  await payer.types('ANN LEE{Enter}{Enter}');
  expect(payer.focused()).toBe('Recipient’s name');
});

test('only the fields that the bank asks for are marked, until they are filled in', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4000100000000018', recipient: '4000200000000024' });
  const expiry = payer.to('Expiry date');
  await payer.sees(payer.from('Name on card').or(expiry).first());
  // Asked for on both sides, in one check or in two.
  await payer.from('Name on card').fill('ANN LEE');
  await payer.sees(expiry);
  expect(payer.descriptionOf(expiry)).toBe('Enter the month and year, for example 04 / 29. Needed by the bank');
  expect(payer.descriptionOf(payer.from('Name on card'))).toBe('');
  expect(payer.descriptionOf(payer.from('Expiry date'))).toBe('Enter the month and year, for example 04 / 29.');
  await expect.element(expiry).toHaveAttribute('aria-invalid', 'false');
  await expiry.fill('11/30');
  expect(payer.descriptionOf(expiry)).toBe('Enter the month and year, for example 04 / 29.');
  await payer.readsFee();
  expect(gateway.of('check').length).toBeGreaterThanOrEqual(2);
});

const REMARK = 'This looks like the card you’re sending from. Enter the recipient’s card.';
const QUESTION = /This looks like a transfer from a card to itself\. Press again only if that’s what you want\.$/;

test('the same card on both sides is pointed out at the recipient’s number, before any press', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS.slice(0, -1) });
  expect(payer.text(REMARK).elements()).toEqual([]);
  await payer.to('Card number').click();
  await payer.types(PAYS.slice(-1));
  await payer.sees(payer.text(REMARK));
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(REMARK);
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'false');
  await payer.readsFee();
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await expect.element(payer.text(REMARK)).not.toBeInTheDocument();
  await payer.fills(payer.from('Card number'), RECIPIENT);
  await payer.sees(payer.text(REMARK));
});

test('the shortest numbers are compared as well', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4222222222222', recipient: '4222222222222' });
  await payer.sees(payer.text(REMARK));
});

test('a press asks for confirmation, announced, with another button; a double click does not confirm, a later press does', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS });
  await payer.readsFee();
  const button = payer.transferButton.element() as HTMLElement;
  button.click();
  button.click();
  await payer.sees(payer.button(/^Confirm: send .+ to the same card$/));
  const status = payer.element.shadowRoot?.querySelector('[part=price]');
  expect([status?.getAttribute('role'), status?.textContent]).toEqual(['status', expect.stringMatching(QUESTION)]);
  expect(payer.element.quote).toMatchObject({ status: 'given', confirm: 'same_card' });
  await expect.element(payer.transferButton).toHaveAttribute('aria-disabled', 'true');
  button.click();
  expect(gateway.of('transfer')).toEqual([]);
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('editing either card removes the question, and different cards are sent with one press', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS });
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.sees(payer.text(QUESTION));
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await expect.element(payer.text(QUESTION)).not.toBeInTheDocument();
  await expect.element(payer.button(/same card/)).not.toBeInTheDocument();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
});

test.each([
  ['with the recipient’s brand and last four digits', { brand: 'visa', last_4: '1111' }, true],
  ['without a known brand, with the same last four digits', { last_4: '1111' }, true],
  ['of another brand, with the same last four digits', { brand: 'master', last_4: '1111' }, false],
  ['with other last four digits', { brand: 'visa', last_4: '0000' }, false],
])('a saved source card %s gets the remark only if it may be the same card', async (_, sourceCard, isAsked) => {
  const payer = await mount({}, { sourceCard: { ...sourceCard, token: gateway.ledger.save({ pan: PAYS }) } });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.sees(payer.text('To Visa •••• 1111'));
  expect(payer.text(REMARK).elements()).toHaveLength(isAsked ? 1 : 0);
});

test('two saved cards of one brand without last four digits are not taken for the same card', async () => {
  const saved = (pan: string) => ({ brand: 'visa', token: gateway.ledger.save({ pan }) });
  const payer = await mount({}, { sourceCard: saved(PAYS), recipientCard: saved(RECIPIENT) });
  canary.keepCode(CODE);
  await payer.fills(payer.from('Security code'), CODE);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
});

/** Two texts for each field, by its name. */
const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  amount: ['1500', '200'],
  number: [PAYS, RECIPIENT],
  expiry: ['1230', '1131'],
  verification_value: ['737', '4321'],
  'verification-value': ['737', '4321'],
  holder: ['ANN', 'BOB'],
};

test.each(['shadow', 'slot'])('fields="%s": Tab selects what a field contains, and typing replaces it', async (fields) => {
  const mountThere = fields === 'slot' ? mountSlotted : mount;
  const payer = await mountThere({ amount: null, collect: 'holder recipient-holder recipient-expiry' });
  const root = payer.element.shadowRoot!;
  const form = fields === 'slot' ? payer.element : root;
  const cards = form.querySelectorAll<HTMLInputElement>('input[data-checkout-field], input[id*=_card-]');
  for (const input of [root.querySelector<HTMLInputElement>('[name=amount]')!, ...cards]) {
    const [first, second] = TEXTS[input.dataset['checkoutField'] ?? input.name] ?? [];
    input.focus();
    await payer.types(`${first}{Tab}{Shift>}{Tab}{/Shift}${second}`);
    expect(`${input.name}: ${input.value.replaceAll(/[ /]/g, '')}`).toBe(`${input.name}: ${second}`);
  }
});

test.each(['shadow', 'slot'])('fields="%s": invisible marks in a pasted text change nothing', async (fields) => {
  const payer = await (fields === 'slot' ? mountSlotted : mount)({ collect: 'holder' });
  const marked = (text: string): string => `\u2066\u200E${text.replaceAll(/(?=\d)/g, '\u200B')}\u2069`;
  await payer.fillsCards({ number: marked(PAYS), expiry: marked('12/30'), code: marked('737'), recipient: marked(RECIPIENT) });
  await payer.from('Name on card').fill(marked('ANN LEE'));
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({ credit_card: { holder: 'ANN LEE' } });
});
