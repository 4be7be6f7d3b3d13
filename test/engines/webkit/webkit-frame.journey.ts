// The main journeys in WebKit with the form in a frame, in both ways.
/** @module-tag engines */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { freshAmount, type KnownOrder } from '../../journeys/rig/journey.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { useWebKit } from './use-webkit.js';

const PAYS = '4200000000000000';
const CHALLENGED = '4012000000001097';
const webkit = useWebKit();

async function typeCards(pan: string): Promise<void> {
  const { page } = webkit;
  for (const number of [pan, RECIPIENT]) webkit.hides(number);
  await page.inFields(async () => {
    await page.type(pan, 'Card number', 'From card');
    await page.type('1230', 'Expiry date', 'From card');
    await page.type(CODE, 'Security code', 'From card');
    await page.type(RECIPIENT, 'Card number', 'To card');
  });
}

/** Presses the form's button, once the payer has had it in view for long enough to read it. */
async function press(name: RegExp): Promise<void> {
  const { page, session } = webkit;
  await page.inFields(async () => {
    const button = await page.find('button', name);
    await session.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', button);
    await wait(1500);
    await page.click('button', name);
  });
}

async function states(): Promise<string[]> {
  const text = `return fetch('/api/transfers').then((answer) => answer.json())`;
  return (await webkit.session.run<{ orders: KnownOrder[] }>(text)).orders.map(({ state }) => state);
}

test.each([
  ['gateway', 'without 3-D Secure', PAYS],
  ['shop', 'through 3-D Secure', CHALLENGED],
] as const)('a transfer typed into a frame of the %s, %s', async (way, _, pan) => {
  const { page } = webkit;
  await webkit.session.goTo(`${inject('shopUrl')}/fixed?amount=${freshAmount()}&fields=${way}`);
  await typeCards(pan);
  await press(/^Send \d/);
  if (pan === CHALLENGED) await webkit.confirmAtBank();
  await page.find('heading', 'Transfer complete');
  await page.sees('1111');
  await expect.poll(states, { timeout: 5000 }).toEqual(['paid']);
});

// A card for each: the same sum from the same card would be a duplicate.
test.each([
  ['gateway', '4012000000001006'],
  ['shop', '5204240000015003'],
] as const)('a product, with the card in a frame of the %s', async (way, pan) => {
  const { page } = webkit;
  webkit.hides(pan);
  await webkit.session.goTo(`${inject('shopUrl')}/shop/coffee?fields=${way}`);
  await page.inFields(async () => {
    await page.type(pan, 'Card number');
    await page.type('1230', 'Expiry date');
    await page.type(CODE, 'Security code');
  });
  await press(/^Pay \d/);
  await page.find('heading', 'Payment complete');
});
