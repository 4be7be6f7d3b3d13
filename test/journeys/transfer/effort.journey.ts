// docs/figures/effort.md: how many keys each way to pay takes.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { P2pTransferElement, SavedCard } from '../../../src/index.js';
import { type Journey, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { CODE, RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();
const shop = useOwnPage(() =>
  html(
    `<script>addEventListener('checkout-outcome', ({ transaction }) => (globalThis.paid = transaction));</script>
${transferMarkup({ challenge: 'auto', 'save-card': 'agreed' })}<textarea></textarea>${scriptMarkup()}`,
  ),
);

const SUM = '123.45';
/** Cards that pay without a challenge, one for each way: the same sum from the same card would soon be a duplicate (spec 8). */
const [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH] = [
  '4200000000000000',
  '4012000000001006',
  '4012000000001055',
  '4242424242424242',
  '4000056655665556',
  '4012888888881881',
] as const;
const CHALLENGED = '4012000000001097';

/** The rows of the table, by their first cells. */
const TABLE = new Map(
  readFileSync('docs/figures/effort.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| .*\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, way = '', keys, taps]) => [way, { keys: Number(keys), taps: Number(taps) }]),
);

/** A payer's hands. */
class Hands {
  readonly #page: Page;
  keys = 0;
  taps = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.#page.keyboard.press(key);
  }

  async tap(target: { click(): Promise<void> }): Promise<void> {
    this.taps += 1;
    await target.click();
  }
}

type Filling = Journey & { readonly hands: Hands };

async function atForm(): Promise<Filling> {
  const journey = await journeys.start('/', { shopUrl: shop.url, permissions: ['clipboard-read', 'clipboard-write'] });
  for (const pan of [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, CHALLENGED, RECIPIENT]) journey.canary.keepPan(pan);
  journey.canary.keepCode(CODE);
  await journey.payer.amount.focus();
  return { ...journey, hands: new Hands(journey.page) };
}

/** The browser enters the payer's own card, picked from its list. */
async function autofills({ page, payer, hands }: Filling, number: string): Promise<void> {
  await hands.tap(payer.from('Card number'));
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Autofill.enable');
  const { result } = await protocol.send('Runtime.evaluate', {
    expression: `document.querySelector('p2p-transfer').shadowRoot.querySelector('#credit_card-number')`,
  });
  const { node } = await protocol.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const card = { number, name: 'ANN LEE', expiryMonth: '12', expiryYear: '2030', cvc: CODE };
  await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, card });
  await expect.poll(() => payer.from('Security code').inputValue()).toBe(CODE);
}

const copies = ({ page }: Journey, text: string): Promise<void> =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

const bankOf = ({ payer }: Journey) => payer.within.locator('dialog iframe').contentFrame();

/** Types the sum, and a code where it is asked for. */
async function typesSumAndCode({ payer, hands }: Filling): Promise<void> {
  await hands.type(SUM);
  await hands.tap(payer.from('Security code'));
  await hands.type(CODE);
}

/** Pays another sum, after which the page may have the tokens of both cards. */
async function paidBefore(
  { page, payer }: Filling,
  number: string,
): Promise<{ credit_card: SavedCard; recipient_card: SavedCard }> {
  await payer.amount.fill('50');
  await payer.pay({ number });
  await payer.heading('Transfer complete').waitFor();
  return page.evaluate('paid');
}

const WAYS: Readonly<Record<string, (journey: Filling) => Promise<void>>> = {
  'the first transfer, by keyboard alone': async ({ payer, hands }) => {
    for (const text of [SUM, FIRST, '1230', CODE]) {
      await hands.type(text);
      await hands.press('Enter');
    }
    await hands.type(RECIPIENT);
    await payer.readFee();
    await hands.press('Enter');
  },
  "the browser fills in the payer's card": async (journey) => {
    const { hands, payer } = journey;
    await hands.type(SUM);
    await autofills(journey, FOURTH);
    await hands.tap(payer.to('Card number'));
    await hands.type(RECIPIENT);
    await payer.readFee();
    await hands.press('Enter');
  },
  "so it does, and the recipient's card is pasted": async (journey) => {
    const { hands, payer } = journey;
    await hands.type(SUM);
    await autofills(journey, SECOND);
    await copies(journey, RECIPIENT);
    await hands.tap(payer.to('Card number'));
    await hands.press('Control+V');
    await payer.readFee();
    await hands.press('Enter');
  },
  'the same with a message that names the sum': async (journey) => {
    const { hands, payer } = journey;
    await autofills(journey, THIRD);
    await copies(journey, `Hi! Please send ${SUM} USD to ${RECIPIENT}.`);
    await hands.tap(payer.to('Card number'));
    await hands.press('Control+V');
    await payer.readFee();
    await hands.press('Enter');
  },
  'again after a cancel at the bank, in its dialog': async (journey) => {
    const { hands, payer } = journey;
    await payer.amount.fill(SUM);
    await payer.pay({ number: CHALLENGED });
    await bankOf(journey).getByRole('button', { name: 'Cancel' }).click();
    await hands.tap(payer.within.getByRole('button', { name: 'Try again' }));
    await hands.tap(payer.from('Security code'));
    await hands.type(CODE);
    await payer.readFee();
    await hands.tap(payer.transferButton);
    await bankOf(journey).getByRole('textbox', { name: 'Code' }).fill('123456');
    await bankOf(journey).getByRole('button', { name: 'Confirm' }).click();
  },
  'send again, with the cards of the last transfer': async (journey) => {
    const { hands, payer } = journey;
    await paidBefore(journey, FIFTH);
    await hands.tap(payer.within.getByRole('button', { name: 'Send again' }));
    await typesSumAndCode(journey);
    await payer.readFee();
    await hands.tap(payer.transferButton);
    await payer.heading('Transfer complete').waitFor({ state: 'hidden' });
  },
  'both cards are saved': async (journey) => {
    const { hands, payer } = journey;
    const { credit_card: own, recipient_card: theirs } = await paidBefore(journey, SIXTH);
    await payer.within.evaluate(
      (element: P2pTransferElement, [mine, friends]) => {
        element.reset();
        element.savedCards = [mine];
        element.savedRecipients = [friends];
      },
      [own, theirs] as const,
    );
    await payer.amount.focus();
    await typesSumAndCode(journey);
    await hands.tap(payer.form.getByRole('group', { name: 'To card' }).getByRole('radio').first());
    await payer.readFee();
    await hands.tap(payer.transferButton);
  },
};

test.each(Object.entries(WAYS))('%s: as many keys as the table says', async (way, pay) => {
  const journey = await atForm();
  await pay(journey);
  await journey.payer.heading('Transfer complete').waitFor();
  expect({ way, keys: journey.hands.keys, taps: journey.hands.taps }).toEqual({ way, ...TABLE.get(way) });
});
