// @module-tag sample
// The page's own script is the attacker: it embeds the gateway's fields itself, and sends them any message.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import type { ToPage } from '../../../../src/channel/to-page.js';
import { THEME_TOKENS } from '../../../../src/channel/theme-tokens.js';
import type { FieldTextKey } from '../../../../src/channel/field-texts.js';
import { useJourneys } from '../../rig/journey.js';
import { html, useOwnPage } from '../../rig/page/own-page.js';
import { TALL } from '../../rig/fields-place.js';
import { sampleOrAll } from '../../../sample-or-all.js';
import { type Embedded, EMBEDDER, embedIn, setMessage, shopMessage, statusMessage, wordsMessage } from './embedder.js';

const journeys = useJourneys();
const own = useOwnPage(() => html(EMBEDDER));
const patience = { timeout: 10_000 };

const SHOWN = { operation: 'transfer', amount: 10_000, currency: 'USD' } as const;
const SOURCE = '4012000000001097';
const RECIPIENT = '4111111111111111';
/** Longer than the half second that the payer needs to read, in milliseconds. */
const READ = 700;
/** Longer than a payer needs who may not have meant to come to the button. */
const LED = 1200;

async function embed(words: Partial<Record<FieldTextKey, string>> = {}) {
  const { page, canary } = await journeys.start('/', { ...TALL, shopUrl: own.url });
  for (const pan of [SOURCE, RECIPIENT]) canary.keepPan(pan);
  canary.keepCode('737');
  const embedded = await embedIn(page);
  await embedded.sendAll(shopMessage(), wordsMessage(words), setMessage(1, SHOWN), statusMessage());
  await embedded.fields.locator('input').first().waitFor();
  return embedded;
}

/** Types both cards as a payer. @returns the revision of the state afterwards. */
async function type({ fields, received }: Embedded): Promise<number> {
  const numbers = fields.locator('[name=number]');
  // Last of all no number: the revision rises once more when the payer leaves it.
  await numbers.last().fill(RECIPIENT);
  await numbers.first().fill(SOURCE);
  await fields.locator('[name=expiry]').fill('12/30');
  await fields.locator('[name=verification_value]').fill('737');
  return statesOf(await received()).at(-1)!.revision;
}

type State = Extract<ToPage, { kind: 'state' }>['state'];
const statesOf = (messages: readonly ToPage[]): readonly State[] =>
  messages.flatMap((message) => (message.kind === 'state' ? message.state : []));

const seal = (
  id: number,
  revision: number,
  { amount = 10_000, trackingId = 'order-1' }: { amount?: number; trackingId?: string } = {},
): ToFrame => ({
  kind: 'seal',
  id,
  revision,
  binding: { operation: 'transfer', amount, currency: 'USD', trackingId, issuedAt: Date.now() },
});

/** The answers about seals and presses: `sealed` for each section, the reason for a refusal, `press` or `refused`. */
const answers = (messages: readonly ToPage[]): string[] =>
  messages.flatMap((message) => {
    if (message.kind === 'unsealed') return message.reason;
    return ['sealed', 'press', 'refused'].includes(message.kind) ? message.kind : [];
  });

const button = ({ fields }: Embedded) => fields.locator('.submit');

test('the button names sum and recipient, whatever the page’s words say, and one press of it pays once', async () => {
  const embedded = await embed({ amount: 'Send 1.00 USD', they_get: '1.00 USD' });
  const revision = await type(embedded);
  await embedded.sendAll(seal(1, revision));
  expect(answers(await embedded.received())).toEqual(['not_pressed']);
  await embedded.page.waitForTimeout(READ);
  expect((await button(embedded).innerText()).replaceAll(/\s+/g, ' ')).toBe('Send 100.00 USD to •••• 1111');
  await button(embedded).click();
  await expect.poll(async () => answers(await embedded.received()), patience).toEqual(['press']);
  const inTurn: string[][] = [];
  for (const order of [seal(2, revision, { amount: 1 }), seal(3, revision), seal(4, revision, { trackingId: 'order-2' })]) {
    await embedded.sendAll(order);
    inTurn.push(answers(await embedded.received()));
  }
  // For the clock, the same request may be sealed once more.
  for (const id of [5, 6]) {
    await embedded.sendAll(seal(id, revision));
    inTurn.push(answers(await embedded.received()));
  }
  const twice = ['sealed', 'sealed'];
  expect(inTurn).toEqual([['other_sum'], twice, ['not_pressed'], twice, ['not_pressed']]);
});

test('no message presses the button or moves the focus to it, and a script’s click in the page reaches nothing in the frame', async () => {
  const embedded = await embed();
  await type(embedded);
  await embedded.page.waitForTimeout(READ);
  for (const where of ['first', 'unfinished'] as const) await embedded.sendAll({ kind: 'focus', where });
  await embedded.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#fields')!;
    frame.focus();
    frame.click();
    frame.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  expect(answers(await embedded.received())).toEqual([]);
  expect(await button(embedded).evaluate((each) => each === document.activeElement)).toBe(false);
});

test('a key presses only the button that the payer has gone to inside the form', async () => {
  const embedded = await embed();
  await type(embedded);
  await embedded.page.waitForTimeout(READ);
  // Where the focus was left, the page brings it back.
  await button(embedded).focus();
  await embedded.page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.querySelector<HTMLIFrameElement>('#fields')!.focus();
  });
  await embedded.page.keyboard.press('Enter');
  await embedded.page.waitForTimeout(READ);
  await embedded.page.keyboard.press('Enter');
  expect(answers(await embedded.received())).not.toContain('press');
  await embedded.page.keyboard.press('Shift+Tab');
  await embedded.page.keyboard.press('Tab');
  // Since the page has moved the focus, Tab alone counts after a second.
  await embedded.page.waitForTimeout(LED);
  await embedded.page.keyboard.press('Enter');
  await expect.poll(async () => answers(await embedded.received()), patience).toContain('press');
});

test('Tab, Tab and Enter in the page’s own fields press nothing, where the page leads the first Tab into the form', async () => {
  const embedded = await embed();
  await type(embedded);
  await embedded.fields.locator('[name=number]').last().focus();
  await embedded.page.evaluate(() => {
    const input = document.createElement('input');
    document.body.append(input, document.createElement('input'));
    input.focus();
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      document.querySelector<HTMLIFrameElement>('#fields')!.focus();
    });
  });
  await embedded.page.waitForTimeout(READ);
  await embedded.page.keyboard.press('Tab');
  await embedded.page.waitForTimeout(READ);
  await embedded.page.keyboard.press('Tab');
  // At once: on a busy machine, a wait of half a second may take the whole one after which the press counts.
  await embedded.page.keyboard.press('Enter');
  expect(await button(embedded).evaluate((each) => each === document.activeElement)).toBe(true);
  expect(answers(await embedded.received())).not.toContain('press');
  // They stay at the button, and press it.
  await embedded.page.waitForTimeout(LED);
  await embedded.page.keyboard.press('Enter');
  await expect.poll(async () => answers(await embedded.received()), patience).toContain('press');
});

test('a screen reader presses the button without a key and without moving the focus there', async () => {
  const embedded = await embed();
  await type(embedded);
  await embedded.page.waitForTimeout(READ);
  await button(embedded).evaluate((each: HTMLButtonElement) => {
    each.focus();
    each.click();
  });
  await expect.poll(async () => answers(await embedded.received()), patience).toContain('press');
});

/** A random message of the schema, or nearly. */
function anyMessage(random: () => number, { serial, revision }: { serial: number; revision: number }): ToFrame {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const amount = pick([10_000, 999_900, 1]);
  const subject = { operation: pick(['transfer', 'order'] as const), amount, currency: pick(['USD', 'EUR']) };
  const binding = {
    ...subject,
    operation: pick(['transfer', 'order'] as const),
    issuedAt: Date.now(),
    trackingId: pick(['a', 'b']),
  };
  const card = { token: 'theirs', brand: 'visa', last_4: '1111' };
  const section = pick(['credit_card', 'recipient_card'] as const);
  return pick<ToFrame>([
    { ...(setMessage(serial, subject) as Extract<ToFrame, { kind: 'set' }>), language: pick(['en', 'ar', '!!']) },
    statusMessage(pick(['send', 'show_fee', 'pay', 'subscribe_free'])),
    { kind: 'saved', serial, section, chosen: 'theirs', first: 0, count: 1, cards: [card] },
    { kind: 'require', serial, fields: { credit_card: ['holder'] } },
    { kind: 'refuse', serial, errors: [{ path: [section, pick(['number', '__proto__'])], messages: ['Wrong'] }] },
    { kind: 'focus', where: pick(['first', 'unfinished'] as const) },
    { kind: 'refill', serial, amount },
    { kind: 'refresh', serial },
    { kind: 'clear', serial, what: pick(['verification_value', 'all'] as const) },
    { kind: 'theme', values: THEME_TOKENS.map(() => pick(['', '', '4px', '#ffffff', 'inset 0 0 0 40px #ffffff'])) },
    { kind: 'seal', id: serial, revision: pick([revision, revision, revision - 1]), binding },
    { kind: 'seal', id: serial, revision, binding },
  ]);
}

/** Asks for every payment that there is, several times. */
const allSeals = (first: number, revision: number): Extract<ToFrame, { kind: 'seal' }>[] =>
  [1, 2, 3]
    .flatMap(() =>
      [10_000, 999_900, 1].flatMap((amount) =>
        ['USD', 'EUR'].flatMap((currency) =>
          (['transfer', 'order'] as const).flatMap((operation) =>
            ['a', 'b'].map((trackingId) => ({
              kind: 'seal' as const,
              id: 0,
              revision,
              binding: { operation, amount, currency, trackingId, issuedAt: Date.now() },
            })),
          ),
        ),
      ),
    )
    .map((each, index) => ({ ...each, id: first + index }));

/** Types into whichever inputs are there. */
async function retype({ fields }: Embedded): Promise<void> {
  const inputs = [
    [fields.locator('[name=number]').first(), SOURCE],
    [fields.locator('[name=expiry]').first(), '12/30'],
    [fields.locator('[name=verification_value]'), '737'],
    [fields.locator('[name=number]').last(), RECIPIENT],
  ] as const;
  for (const [input, text] of inputs) await input.fill(text, { timeout: 300 }).catch(() => undefined);
}

/** A random look of the frame. */
const LOOKS = [
  '',
  'opacity: 0.5',
  'transform: scale(0.9)',
  'inline-size: 240px',
  'direction: rtl',
  'zoom: 1.3',
  'block-size: 300px; overflow: hidden',
];

test(
  '2,000 random messages and looks, beside a payer who types and presses: each payment has a press of its sum, and each press one',
  { timeout: 900_000 },
  async () => {
    const embedded = await embed();
    const numbers = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), 400_000);
    const random = (): number => numbers.pop()!;
    const errors: string[] = [];
    embedded.page.on('pageerror', ({ message }) => errors.push(message));
    const asked = new Map<number, Extract<ToFrame, { kind: 'seal' }>['binding']>();
    const unwanted: unknown[] = [];
    let revision = 0;
    let paid = 0;
    let presses = 0;
    /** What the button said when the payer last pressed it, and the seals of that press. */
    let press: { readonly said: string; readonly ids: Set<number>; trackingId?: string | undefined } | undefined;

    const follow = async (said = ''): Promise<boolean> => {
      const before = presses;
      for (const message of await embedded.received()) {
        if (message.kind === 'state') revision = message.state.revision;
        if (message.kind === 'press') [press, presses] = [{ said, ids: new Set() }, presses + 1];
        if (message.kind !== 'sealed') continue;
        const { amount, currency, trackingId, operation } = asked.get(message.id)!;
        press?.ids.add(message.id);
        // The sum as the button has it, without separators, and what it does.
        const isSaid =
          press?.said.replaceAll(/\D/g, '').startsWith(String(amount).padStart(3, '0')) &&
          press.said.includes(currency) &&
          /pay|subscribe|دفع|اشترك/i.test(press.said) === (operation === 'order');
        // For the clock, the same payment may be sealed once more.
        const isOne = (press?.trackingId ?? trackingId) === trackingId && (press?.ids.size ?? 0) <= 2;
        if (!isSaid || !isOne) unwanted.push({ press, amount, currency, trackingId, operation });
        if (press) press.trackingId = trackingId;
        paid += 1;
      }
      return presses > before;
    };
    const rounds = sampleOrAll(20, 200);
    for (let round = 0; round < rounds; round += 1) {
      const messages = Array.from({ length: 10 }, (_, index) => anyMessage(random, { serial: round * 10 + index + 2, revision }));
      for (const each of messages) if (each.kind === 'seal') asked.set(each.id, each.binding);
      const look = LOOKS[round % LOOKS.length]!;
      await embedded.page.evaluate((style) => document.querySelector('#around')!.setAttribute('style', style), look);
      await embedded.sendAll(...messages);
      await follow();
      // In some rounds the payer types to the end, has the time to read, and presses.
      const isPatient = round % 3 === 0;
      if (isPatient) {
        await embedded.sendAll({
          kind: 'saved',
          serial: round * 10 + 11,
          section: 'recipient_card',
          first: 0,
          count: 0,
          cards: [],
        });
        await embedded.sendAll({ kind: 'saved', serial: round * 10 + 11, section: 'credit_card', first: 0, count: 0, cards: [] });
        await embedded.page.evaluate(() => document.querySelector('#around')!.removeAttribute('style'));
      }
      if (isPatient || round % 5 === 0) await retype(embedded);
      await follow();
      if (isPatient) await embedded.page.waitForTimeout(READ);
      else if (round % 3 !== 1) continue;
      const said = await button(embedded).textContent();
      await button(embedded)
        .click({ timeout: 500 })
        .catch(() => undefined);
      if (!(await follow(said ?? ''))) continue;
      const seals = allSeals(100_000 + round * 100, revision);
      for (const each of seals) asked.set(each.id, each.binding);
      await embedded.sendAll(...seals);
      await follow();
    }
    console.info(`${rounds} rounds: ${presses} presses counted, and ${paid} sections were sealed for them.`);
    expect(paid).toBeGreaterThan(0);
    expect(unwanted).toEqual([]);
    expect(errors).toEqual([]);
  },
);

test('a page that splits a number by emptying the fields learns nothing about its digits', async () => {
  const embedded = await embed();
  const number = embedded.fields.locator('[name=number]').first();
  await number.pressSequentially(SOURCE.slice(0, 4));
  await embedded.sendAll({ kind: 'clear', serial: 2, what: 'all' });
  await expect.poll(() => number.inputValue(), patience).toBe('');
  await number.pressSequentially(SOURCE.slice(4));
  expect(await number.inputValue()).toBe('0000 0000 1097');
  const sources = statesOf(await embedded.received()).map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((facts) => Object.keys(facts).length > 0)).toEqual([]);
});

test('the page learns brand, first six and last four digits of a whole number that the payer has left', async () => {
  const embedded = await embed();
  const number = embedded.fields.locator('[name=number]').first();
  await number.pressSequentially(SOURCE);
  const told = async () => [...new Set(statesOf(await embedded.received()).map(({ source }) => JSON.stringify(source)))];
  expect(await told()).toEqual(['{}']);
  await embedded.page.keyboard.press('Tab');
  await expect.poll(told, patience).toContain(JSON.stringify({ brand: 'visa', bin: '401200', last4: '1097' }));
  // Other digits: without a press, the page learns no more.
  await number.fill('4200000000000000');
  await embedded.page.keyboard.press('Tab');
  expect(await told()).toEqual(['{}']);
});

test('the answer to a tracking id that is too long is the same for every card', async () => {
  const texts: string[] = [];
  for (const pan of [SOURCE, '4000000000000000006']) {
    const embedded = await embed();
    const revision = await type(embedded);
    await embedded.fields.locator('[name=number]').first().fill(pan);
    // The page hears of the other number once the payer has left it.
    await embedded.fields.locator('[name=expiry]').fill('12/31');
    const now = statesOf(await embedded.received()).at(-1)?.revision ?? revision;
    await embedded.sendAll({
      kind: 'seal',
      id: 2,
      revision: now,
      binding: { operation: 'check', amount: SHOWN.amount, currency: 'USD', issuedAt: Date.now(), trackingId: '€'.repeat(300) },
    });
    const all: ToPage[] = [];
    await expect
      .poll(async () => {
        all.push(...(await embedded.received()));
        return answers(all);
      }, patience)
      .toEqual(['section_too_long']);
    texts.push(...all.flatMap((message) => (message.kind === 'unsealed' ? message.message : [])));
  }
  expect(texts[0]).toContain('tracking id');
  expect(texts[1]).toBe(texts[0]);
});

test('no theme makes the button unreadable', async () => {
  const { fields, sendAll } = await embed();
  const values: Partial<Record<(typeof THEME_TOKENS)[number], string>> = {
    'font-size': '1px',
    'root-font-size': '1px',
    'letter-spacing': '-1em',
    '--checkout-color-accent': '#ffffff',
    '--checkout-color-on-accent': '#fffffe',
  };
  await sendAll({ kind: 'theme', values: THEME_TOKENS.map((name) => values[name] ?? '') });
  await expect.poll(() => fields.locator('body').evaluate((body) => getComputedStyle(body).fontSize), patience).toBe('1px');
  const style = await fields.locator('.submit').evaluate((each) => {
    const { fontSize, letterSpacing, color, backgroundColor } = getComputedStyle(each);
    return [fontSize, letterSpacing, color, backgroundColor];
  });
  expect(style).toEqual(['16px', 'normal', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});
