// @module-tag long
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { gateway, sent } from '../gateway.js';
import { AMOUNT, OTHER_AMOUNT, CODE, PAYS, RECIPIENT, mount, type Payer, shown } from '../payer.js';

/** A card that the gateway has saved, as a page gets it. */
const savedCard = ({ pan, last_4 }: { pan: string; last_4: string }) => ({
  token: gateway.ledger.save({ pan, exp_month: '12', exp_year: '2030' }),
  brand: 'visa',
  last_4,
});
const source = () => savedCard({ pan: PAYS, last_4: '0000' });
const recipient = () => savedCard({ pan: RECIPIENT, last_4: '1111' });

const another = ({ within }: Payer) => within.getByRole('radio', { name: 'Another card' });
const labels = ({ element }: Payer): (string | undefined)[] =>
  [...(element.shadowRoot?.querySelectorAll('.field label') ?? [])].map(({ textContent }) => textContent.trim());

test('save-card="agreed" requests the oneclick contract, informs the payer, and the outcome brings tokens of both cards', async () => {
  const payer = await mount({ 'save-card': 'agreed' });
  expect(payer.element.shadowRoot?.querySelector('[type=checkbox]')).toBeNull();
  await payer.sees(payer.text('Your card and the recipient’s card will be saved for next time.'));
  await payer.pays();
  await payer.learns('successful');
  expect(sent('transfer')).toMatchObject([{ request: { additional_data: { contract: ['oneclick'] } } }]);
  const { credit_card: from, recipient_card: to } = payer.events('checkout-outcome')[0]?.transaction ?? {};
  expect(from).toMatchObject({ brand: 'visa', last_4: '0000', token: expect.stringMatching(/.{16}/) });
  expect(to).toMatchObject({ brand: 'visa', last_4: '1111', token: expect.stringMatching(/.{16}/) });
  expect(from?.token).not.toBe(to?.token);
});

test.each([false, true])('save-card asks the payer, with the box off at first; ticked: %s', async (isTicked) => {
  const payer = await mount({ 'save-card': '' });
  const box = page.getByRole('checkbox', { name: 'Save my card and the recipient’s card for next time' });
  await expect.element(box).not.toBeChecked();
  await payer.fillsCards();
  await payer.readsFee();
  if (isTicked) await box.click();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(sent('transfer')[0]?.request.additional_data?.contract).toEqual(isTicked ? ['oneclick'] : undefined);
  // Each transfer asks again.
  await payer.button('New transfer').click();
  await expect.element(box).not.toBeChecked();
});

test('without save-card no contract is requested, the payer reads nothing about it, and no token comes', async () => {
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  expect(payer.reads()).not.toContain('for next time');
  await payer.pays();
  await payer.learns('successful');
  expect(sent('transfer')[0]?.request.additional_data?.contract).toBeUndefined();
  expect(payer.events('checkout-outcome')[0]?.transaction?.credit_card?.token ?? null).toBeNull();
});

test('saved cards show brand and last four and ask only for the security code; the recipient’s is sent as its token', async () => {
  const [sourceCard, recipientCard] = [source(), recipient()];
  const payer = await mount({}, { sourceCard, recipientCard });
  expect(labels(payer)).toEqual(['Security code']);
  expect(payer.reads()).toContain('Visa •••• 0000');
  expect(payer.reads()).toContain('To Visa •••• 1111');
  expect(payer.element.checkValidity()).toBe(false);

  // The fee needs no security code.
  await payer.readsFee();
  await payer.transferButton.click();
  expect(payer.descriptionOf(payer.from('Security code'))).toBe('Enter the security code.');
  expect(gateway.of('transfer')).toEqual([]);

  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(sent('transfer')).toMatchObject([{ request: { recipient_card: { token: recipientCard.token } } }]);
  expect(JSON.stringify(sent('transfer')[0]?.request.credit_card)).not.toContain(sourceCard.token);
  expect(payer.reads()).toContain(`${shown(AMOUNT)} was sent to the card ending in 1111.`);
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({
    amount: AMOUNT,
    credit_card: { last_4: '0000' },
    recipient_card: { last_4: '1111' },
  });
});

test('a typed card pays to a saved recipient', async () => {
  const payer = await mount({}, { recipientCard: recipient() });
  expect(labels(payer)).toEqual(['Card number', 'Expiry date', 'Security code']);
  canary.keepCode(CODE);
  await payer.fills(payer.from('Card number'), PAYS);
  await payer.fills(payer.from('Expiry date'), '12/30');
  await payer.from('Security code').fill(CODE);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction?.recipient_card?.last_4).toBe('1111');
});

test('a recipient’s token that is swapped during the payment gets no money', async () => {
  const stranger = source().token;
  const payer = await mount(
    {},
    {
      sourceCard: source(),
      recipientCard: recipient(),
      fetch: (url, init) => {
        if (!url.endsWith('/async/p2p')) return gateway.fetch(url, init);
        const { request } = JSON.parse(init.body as string) as { request: object };
        return gateway.fetch(url, {
          ...init,
          body: JSON.stringify({ request: { ...request, recipient_card: { token: stranger } } }),
        });
      },
    },
  );
  await payer.readsFee();
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
  await payer.waitForEvents('checkout-outcome');
  expect(payer.events('checkout-outcome')[0]?.outcome).not.toBe('successful');
  expect(gateway.transactions).toEqual([]);
});

test('“Another card” drops the fee, opens the inputs, keeps them through page changes, and pays with the typed card', async () => {
  const payer = await mount(
    {},
    {
      sourceCard: source(),
      recipientCard: recipient(),
    },
  );
  await payer.readsFee();
  await another(payer).first().click();
  expect(payer.element.quote?.status).toBe('none');
  expect(labels(payer)).toEqual(['Card number', 'Expiry date', 'Security code']);

  payer.element.amount = OTHER_AMOUNT;
  await payer.seesAmount(shown(OTHER_AMOUNT));
  expect(labels(payer)).toEqual(['Card number', 'Expiry date', 'Security code']);
  canary.keepCode(CODE);
  await payer.fills(payer.from('Card number'), '4012000000001006');
  await payer.fills(payer.from('Expiry date'), '12/30');
  await payer.from('Security code').fill(CODE);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction?.credit_card?.last_4).toBe('1006');
});

test('an equal saved card, set again by a page’s re-render, changes nothing', async () => {
  const sourceCard = source();
  const payer = await mount({}, { sourceCard, recipientCard: recipient() });
  await payer.readsFee();
  payer.element.sourceCard = { ...sourceCard };
  await payer.element.updateComplete;
  expect(payer.element.quote?.status).toBe('given');
  expect(payer.events('checkout-quote')).toHaveLength(1);
});

test('a saved card that the page sets later replaces empty inputs, and when it is removed they are back', async () => {
  const payer = await mount();
  payer.element.sourceCard = { token: 'any', brand: 'mastercard', last_4: '5029' };
  await payer.sees(payer.text('Mastercard •••• 5029'));
  expect(payer.from('Card number').elements()).toEqual([]);
  payer.element.sourceCard = undefined;
  await payer.sees(payer.from('Card number'));
  await expect.element(payer.from('Card number')).toHaveValue('');
});

test('a saved card that the page sets while the payer types a card keeps what they have typed', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), PAYS);
  payer.element.sourceCard = { token: 'any', brand: 'mastercard', last_4: '5029' };
  await payer.sees(payer.text('Mastercard •••• 5029'));
  await expect.element(another(payer)).toBeChecked();
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test.each([
  ['amex', CODE, 'The security code is too short.'],
  ['visa', '73', 'The security code is too short.'],
  ['visa', CODE, ''],
  ['a brand we don’t know', CODE, ''],
])('saved card of %s: the security code %s is validated by its brand', async (brand, code, complaint) => {
  const payer = await mount({}, { sourceCard: { token: 'any', brand, last_4: '0005' } });
  await payer.from('Security code').fill(code);
  (payer.from('Security code').element() as HTMLElement).blur();
  await payer.element.updateComplete;
  expect(payer.descriptionOf(payer.from('Security code'))).toBe(complaint);
});

test('a saved card that the gateway does not know: reported at the card, and another card can be typed', async () => {
  const payer = await mount({}, { sourceCard: { token: 'gone', brand: 'visa', last_4: '0000' } });
  await payer.fills(payer.to('Card number'), '4111111111111111');
  await payer.sees(payer.text('This saved card can’t be used anymore. Choose another one.'));
  await payer.fills(payer.from('Card number'), PAYS);
  await payer.readsFee();
});
