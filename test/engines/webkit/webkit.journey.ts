// The main journeys in WebKitGTK. Playwright can't drive it, so they are repeated here for what depends on the engine: focus and
// keys, leaving and returning, storage, sealing, accessible names.
/** @module-tag engines */
import { expect, inject, test } from 'vitest';
import { freshAmount, type KnownOrder } from '../../journeys/rig/journey.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { useWebKit } from './use-webkit.js';
import { KEYS } from './webdriver.js';

const PAYS = '4200000000000000';
const DECLINED = '4005550000000019';
const CHALLENGED = '4012000000001097';

const FROM = 'From card';
const TO = 'To card';

const webkit = useWebKit();

async function open(amount: number): Promise<void> {
  await webkit.session.goTo(`${inject('shopUrl')}/fixed?amount=${amount}`);
}

async function typeCards(pan: string, recipient = RECIPIENT): Promise<void> {
  const { page } = webkit;
  for (const number of [pan, recipient]) webkit.hides(number);
  await page.type(pan, 'Card number', FROM);
  await page.type('1230', 'Expiry date', FROM);
  await page.type(CODE, 'Security code', FROM);
  await page.type(recipient, 'Card number', TO);
}

async function pay(pan: string): Promise<void> {
  const { page } = webkit;
  await open(freshAmount());
  await typeCards(pan);
  await page.sees(/^Fee (about )?\d/m);
  await page.click('button', /^Send \d/);
}

/** What the shop's server knows about this browser's order. */
async function shopKnows(state: KnownOrder['state']): Promise<KnownOrder | undefined> {
  const look = async () =>
    (await webkit.session.run<{ orders: KnownOrder[] }>(`return fetch('/api/transfers').then((answer) => answer.json())`)).orders;
  await expect.poll(async () => (await look()).map((order) => order.state), { timeout: 5000 }).toEqual([state]);
  return (await look())[0];
}

test('success without 3-D Secure: the fee before, the outcome and its reference after, and the shop is notified', async () => {
  const { page } = webkit;
  await pay(PAYS);
  await page.find('heading', 'Transfer complete');
  expect(await page.focused()).toBe('Transfer complete');
  await webkit.session.press('Tab');
  expect(await page.focused()).toBe('Copy the reference');
  await webkit.session.press('Tab');
  await webkit.session.press('Tab');
  expect(await page.focused()).toBe('Receipt');
  const order = await shopKnows('paid');
  await page.sees(order?.trackingId ?? 'the reference');
  await page.sees('The page and the server agree: successful.');
});

test('challenge passed: to the bank, back to the shop, and both report the payment', async () => {
  const { page } = webkit;
  await pay(CHALLENGED);
  await webkit.confirmAtBank();
  await page.arrives(/\/return\?/);
  await page.find('heading', 'Transfer complete');
  expect((await shopKnows('paid'))?.transactions).toMatchObject([{ status: 'successful' }]);
});

test("decline: the bank's message, then the form as it was, without the security code", async () => {
  const { page } = webkit;
  await pay(DECLINED);
  await page.find('heading', 'Transfer didn’t go through');
  await page.sees('Your bank declined this card. Use another one, or ask your bank.');
  await shopKnows('declined');
  await page.click('button', 'Try again');
  expect(await page.valueOf('Card number', FROM)).toBe('4005 5500 0000 0019');
  expect(await page.valueOf('Card number', TO)).toBe('4111 1111 1111 1111');
  expect(await page.valueOf('Security code', FROM)).toBe('');
  await page.find('button', /^You can try this card again in \d+ s\. Another card works now\.$/);
});

test('reloaded while the bank is still working: it continues where it was, and pays once', async () => {
  const { page } = webkit;
  await pay(CHALLENGED);
  await page.arrives(/\/3ds\//);
  // A return without an answer: typing the return address by hand proves nothing.
  await webkit.session.goTo(`${inject('shopUrl')}/return?uid=made-up&status=successful`);
  await page.find('heading', 'Checking the result with the bank');
  await webkit.session.reload();
  await page.find('heading', 'Checking the result with the bank');
  expect(await page.count('heading', 'Transfer complete')).toBe(0);
  await page.click('link', /bank/);
  await webkit.confirmAtBank();
  await page.find('heading', 'Transfer complete');
  expect((await shopKnows('paid'))?.transactions).toHaveLength(1);
});

test("back from the bank's page with the back button: no card data is there, and the payer can continue", async () => {
  const { page } = webkit;
  await pay(CHALLENGED);
  await page.arrives(/\/3ds\//);
  await webkit.session.goBack();
  await page.find('link', /bank/);
  expect(await page.count('textbox', /./)).toBe(0);
  expect(await webkit.session.run(`return document.querySelector('p2p-transfer').shadowRoot.innerHTML`)).not.toContain('4012');
  await page.click('link', /bank/);
  await webkit.confirmAtBank();
  await page.find('heading', 'Transfer complete');
  await shopKnows('paid');
});

test('keyboard only: from the first field to the outcome', async () => {
  await open(freshAmount());
  for (const pan of [CHALLENGED, RECIPIENT]) webkit.hides(pan);
  const { page, session } = webkit;
  await page.find('button', /^Show the fee/);
  await session.run(`document.querySelector('p2p-transfer').focus()`);
  expect(await page.focused()).toBe('Card number');
  for (const text of [CHALLENGED, '1230', CODE, RECIPIENT]) {
    await session.press(text);
    if (text === RECIPIENT) await page.sees(/^Fee (about )?\d/m);
    await session.press('Tab');
  }
  expect(await page.focused()).toMatch(/^Send \d/);
  await session.press('Enter');

  // The bank's page focuses its only field.
  await page.arrives(/\/3ds\//);
  await expect.poll(() => page.focused()).toBe('Code');
  await session.press('123456');
  await session.press('Enter');
  await page.find('heading', 'Transfer complete');
  await shopKnows('paid');
});

test('the money goes to the whole pasted number, and not to an autofilled one', async () => {
  const { page, session } = webkit;
  // Truncated, it would be another card of a brand without a check digit.
  const [long, own] = ['6221852963074185223', '4012888888881881'];
  for (const pan of [long, own]) webkit.hides(pan);
  await open(freshAmount());
  await typeCards(PAYS);
  const paste = async (text: string): Promise<void> => {
    await session.run(
      `const source = document.createElement('textarea'); source.value = arguments[0]; document.body.append(source); source.select();`,
      text,
    );
    const chord = (value: string) =>
      session.strike([
        { type: 'keyDown', value: KEYS['Control']! },
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        { type: 'keyUp', value: KEYS['Control']! },
      ]);
    await chord('c');
    await session.run(`document.querySelector('body > textarea').remove()`);
    await page.click('textbox', 'Card number', TO);
    await chord('a');
    await chord('v');
  };
  await paste('Card 2: 6221 8529 6307 4185 223');
  await page.sees('Enter only the digits of the card number.');
  expect(await page.valueOf('Card number', TO)).toBe('Card 2: 6221 8529 6307 4185 223');
  await paste('To card: 6221 8529 6307 4185 223');
  await expect.poll(() => page.valueOf('Card number', TO)).toBe('6221 8529 6307 4185 223');
  await page.sees(/^Fee (about )?\d/m);

  await page.click('textbox', 'Security code', FROM);
  await session.run(
    `arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true, composed: true }));`,
    await page.find('textbox', 'Card number', TO),
    own,
  );
  await page.sees('This wasn’t typed, so we cleared it.');
  expect(await page.valueOf('Card number', TO)).toBe('6221 8529 6307 4185 223');

  await page.click('button', /^Send \d/);
  await page.find('heading', 'Transfer complete');
  await page.sees('UnionPay •••• 5223');
  await shopKnows('paid');
});

test('the same card on both sides: needs a second press, then it is sent', async () => {
  const { page, session } = webkit;
  await open(freshAmount());
  await typeCards(PAYS, PAYS);
  await page.sees(/^Fee (about )?\d/m);
  await page.click('button', /^Send \d/);
  await page.sees('This looks like a transfer from a card to itself.');
  const again = await page.find('button', /^Confirm: send .* to the same card$/);
  // Until there was time to read the question, the button ignores presses.
  await expect.poll(() => session.run('return arguments[0].ariaDisabled', again), { timeout: 5000 }).toBe(null);
  await page.click('button', /to the same card$/);
  await page.find('heading', 'Transfer complete');
  await shopKnows('paid');
});
