// What a browser's autofill or a password manager puts into the recipient's card is the payer's own number as a rule. The
// browser's own autofill is in test/journeys/transfer/autofill.journey.ts; here it is played, so that every engine is tested.
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { CHECK, Line, mount, type Payer, RECIPIENT, TRANSFER } from '../payer.js';
import { canary } from '../watch-test.js';

/** The payer's own card, as a password manager keeps it. */
const OWN = '4012888888881881';
const UNDONE = 'This was filled in automatically, so we undid it. Please enter the recipient’s details yourself.';

const inputs = ({ element }: Payer): HTMLInputElement[] => [...(element.shadowRoot?.querySelectorAll('input') ?? [])];
const named = (payer: Payer, id: string): HTMLInputElement => inputs(payer).find((input) => input.id === id)!;

/** Puts a text into an input as autofill does: where the focus is does not matter. */
async function fillsItself(payer: Payer, id: string, text: string, event: Event | null = new Event('input', { bubbles: true, composed: true })) {
  canary.keepPan(text);
  const input = named(payer, id);
  input.value = text;
  if (event) input.dispatchEvent(event);
  await payer.element.updateComplete;
}

test.each([
  ['an input event', new InputEvent('input', { inputType: 'insertReplacementText', bubbles: true, composed: true })],
  ['a plain event', new Event('input', { bubbles: true, composed: true })],
])('a number that fills itself in with %s is undone, which is seen and read out, and it is known nowhere', async (_, event) => {
  const payer = await mount();
  await payer.fillsCards({ recipient: '' });
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, event);
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  expect(payer.alert().element().textContent.trim()).toBe(UNDONE);
  expect(payer.reads()).not.toContain('1881');
  expect(payer.element.quote).toEqual({ status: 'none' });
  expect(payer.events('checkout-change').at(-1)?.valid).toBe(false);
});

test('what the payer had entered comes back, and the sentence goes with the next entry', async () => {
  const payer = await mount();
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  await payer.fills(payer.to('Card number'), '5204240000015029');
  await expect.element(payer.to('Card number')).toHaveValue('5204 2400 0001 5029');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe('');
});

test('name and expiry of the recipient are undone with the number, and the sentence stands once', async () => {
  const payer = await mount({ collect: 'holder recipient-holder recipient-expiry' });
  await payer.from('Card number').click();
  for (const [field, text] of [['number', OWN], ['expiry', '12/30'], ['holder', 'ANN LEE']] as const) {
    await fillsItself(payer, `credit_card-${field}`, text);
    await fillsItself(payer, `recipient_card-${field}`, text);
  }
  expect(inputs(payer).map(({ id, value }) => [id, value])).toEqual([
    ['credit_card-number', '4012 8888 8888 1881'], ['credit_card-expiry', '12 / 30'], ['credit_card-verification_value', ''],
    ['credit_card-holder', 'ANN LEE'], ['recipient_card-number', ''], ['recipient_card-expiry', ''], ['recipient_card-holder', ''],
  ]);
  expect(payer.text(UNDONE).elements()).toHaveLength(1);
});

test('with a saved card to send from, the only number on the page stays the recipient’s', async () => {
  const payer = await mount({}, { sourceCard: { token: 'kept', brand: 'visa', last_4: '1881' } });
  await payer.from('Security code').click();
  await fillsItself(payer, 'recipient_card-number', OWN);
  await expect.element(payer.to('Card number')).toHaveValue('');
  await payer.sees(payer.text(UNDONE));
});

test('what arrives while the field has the focus counts, whoever puts it there', async () => {
  const payer = await mount();
  named(payer, 'recipient_card-number').focus();
  await fillsItself(payer, 'recipient_card-number', RECIPIENT);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await payer.from('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  expect(payer.text(UNDONE).elements()).toEqual([]);
});

test('a number that was put there without an event is undone when the payer comes to the field', async () => {
  const payer = await mount();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.to('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  await payer.sees(payer.text(UNDONE));
});

test('a press with such a number in an empty field sends nothing, and says why', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: '' });
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.transferButton.click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'true');
});

/** A gateway with a key of this test's own, which answers each check, and the numbers that were sealed for it. */
async function openGateway() {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const line = new Line();
  const sealed: string[][] = [];
  const take = async (_: string, init: RequestInit): Promise<Response> => {
    const { request } = JSON.parse(init.body as string) as { request: Record<string, { token: string }> };
    const cards = ['credit_card', 'recipient_card'].map((section) => compactDecrypt(request[section]?.token ?? '', privateKey));
    sealed.push((await Promise.all(cards)).map(({ plaintext }) => (JSON.parse(new TextDecoder().decode(plaintext)) as { number: string }).number));
    return Response.json({ status: 'new', job_id: 'check' });
  };
  line.answer(CHECK, take);
  line.answer('/ctp/api/async/jobs/check', () =>
    Promise.resolve(Response.json({ status: 'done', response: { status: 'successful', commission: { bank_fee: 1, currency: 'USD' } } })),
  );
  line.answer(TRANSFER, take);
  return { line, sealed, encryptionKey: await exportJWK(publicKey) };
}

test('a number put there without an event after the price was shown is never sealed: the press undoes it, and asks for the price again', async () => {
  const { line, sealed, encryptionKey } = await openGateway();
  const payer = await mount({}, { fetch: line.fetch, encryptionKey });
  await payer.fillsCards();
  await payer.readsFee();
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.transferButton.click();
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await payer.sees(payer.text(UNDONE));
  await expect.poll(() => line.posts.filter((path) => path === CHECK)).toHaveLength(2);
  await payer.readsFee();
  expect(line.posts).not.toContain(TRANSFER);
  expect(payer.element.step).toBe('details');
  expect(sealed).toEqual([['4200000000000000', RECIPIENT], ['4200000000000000', RECIPIENT]]);
});

test('nor is it sealed for a check, which is asked for again', async () => {
  const { line, sealed, encryptionKey } = await openGateway();
  const payer = await mount({}, { fetch: line.fetch, encryptionKey });
  await payer.fillsCards();
  await payer.readsFee();
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.fills(payer.from('Card number'), '5204240000015029');
  await payer.sees(payer.text(UNDONE));
  await payer.readsFee();
  expect(sealed).toEqual([['4200000000000000', RECIPIENT], ['5204240000015029', RECIPIENT]]);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
});

test('what the payer enters is forgotten with the field: emptied, it does not come back', async () => {
  const payer = await mount();
  await payer.fillsCards();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await payer.to('Card number').click();
  await payer.from('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.text(UNDONE).elements()).toEqual([]);
});

test('password managers that ask for it are told to leave the recipient’s fields alone, and only those', async () => {
  const payer = await mount({ collect: 'holder recipient-holder recipient-expiry' });
  for (const input of inputs(payer)) {
    const marks = ['data-bwignore', 'data-1p-ignore', 'data-lpignore'].map((name) => input.getAttribute(name));
    expect([input.id, marks]).toEqual([input.id, input.id.startsWith('recipient') ? ['', '', 'true'] : [null, null, null]]);
  }
});

test('what stands in the recipient’s fields before the element is set up is undone, and the payer’s own card is taken', async () => {
  const payer = await mount();
  const fillBefore = (id: string, text: string): void => {
    canary.keepPan(text);
    named(payer, id).value = text;
  };
  fillBefore('credit_card-number', '4200 0000 0000 0000');
  fillBefore('recipient_card-number', OWN);
  expect(payer.events('checkout-ready')).toEqual([]);
  await payer.hears('checkout-ready');
  await expect.element(payer.to('Card number')).toHaveValue('');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.sees(payer.text(UNDONE));
});
