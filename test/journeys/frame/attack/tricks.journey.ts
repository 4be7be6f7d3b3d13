// @module-tag sample
// Tricks of a page that embeds the fields itself, against the guard of the button.
import type { Locator } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import { THEME_TOKENS } from '../../../../src/channel/theme-tokens.js';
import type { ToPage } from '../../../../src/channel/to-page.js';
import { FRAMES, TALL } from '../../rig/fields-place.js';
import { useJourneys } from '../../rig/journey.js';
import { fieldsFor, html, useOwnPage } from '../../rig/page/own-page.js';
import { type Embedded, EMBEDDER, embedIn, fieldsUrl, setMessage, shopMessage, statusMessage, wordsMessage } from './embedder.js';

const journeys = useJourneys();
let served: Awaited<ReturnType<typeof fieldsFor>> | undefined;
const own = useOwnPage(({ pathname }) => (pathname === '/fields/' ? served : html(`${EMBEDDER}<input id="promo">`)));
beforeAll(async () => {
  served = await fieldsFor(own.url);
});
const patience = { timeout: 30_000 };
const SHOWN = { operation: 'transfer', amount: 10_000, currency: 'USD' } as const;
const SOURCE = '4012000000001097';
const RECIPIENT = '4111111111111111';
/** Longer than the half second that the payer needs to read, in milliseconds. */
const READ = 1000;

type Status = Extract<ToFrame, { kind: 'status' }>;

async function embed(status: ToFrame = statusMessage(), place: (typeof FRAMES)[number] = 'gateway'): Promise<Embedded> {
  const { page, canary } = await journeys.start('/', { ...TALL, shopUrl: own.url });
  for (const pan of [SOURCE, RECIPIENT]) canary.keepPan(pan);
  canary.keepCode('737');
  const embedded = await embedIn(page, place === 'gateway' ? fieldsUrl() : `${own.url}/fields/`);
  await embedded.sendAll(shopMessage(), wordsMessage(), setMessage(1, SHOWN), status);
  await embedded.fields.locator('input').first().waitFor();
  return embedded;
}

/** Types both cards as a payer. @returns the revision of the state afterwards. */
async function type({ fields, received, page }: Embedded): Promise<number> {
  const numbers = fields.locator('[name=number]');
  // Last of all no number: the revision rises once more when the payer leaves it.
  await numbers.last().fill(RECIPIENT);
  await numbers.first().fill(SOURCE);
  await fields.locator('[name=expiry]').fill('12/30');
  await fields.locator('[name=verification_value]').fill('737');
  await page.waitForTimeout(READ);
  const states = (await received()).flatMap((message) => (message.kind === 'state' ? message.state : []));
  return states.at(-1)!.revision;
}

const seal = (id: number, revision: number, amount = 10_000): ToFrame => ({
  kind: 'seal',
  id,
  revision,
  binding: { operation: 'transfer', amount, currency: 'USD', trackingId: 'order-1', issuedAt: Date.now() },
});

/** The answers about seals and presses: `sealed` for each section, the reason for a refusal, `press` or `refused`. */
const answers = (messages: readonly ToPage[]): string[] =>
  messages.flatMap((message) => {
    if (message.kind === 'unsealed') return message.reason;
    return ['sealed', 'press', 'refused'].includes(message.kind) ? message.kind : [];
  });

const button = ({ fields }: Embedded): Locator => fields.locator('.submit');

/**
 * Makes the page switch between two messages ten times a second, and presses the upper edge of where the button is after the second. So
 * the button has just changed, however slow the test is.
 */
async function pressBetween(other: ToFrame, message: ToFrame, embedded: Embedded): Promise<readonly string[]> {
  await embedded.sendAll(message);
  await embedded.received();
  const { x, y, width } = (await button(embedded).boundingBox())!;
  await embedded.page.evaluate(
    (texts) => {
      const { send } = globalThis as unknown as { send: (sent: unknown) => void };
      let turn = 0;
      setInterval(() => send(texts[(turn += 1) % 2]), 100);
    },
    [JSON.stringify(other), JSON.stringify(message)],
  );
  await embedded.page.waitForTimeout(READ);
  for (let round = 0; round < 12; round += 1) {
    await embedded.page.mouse.click(x + width / 2, y + 5);
    await embedded.page.waitForTimeout(70);
  }
  return [...new Set(answers(await embedded.received()))];
}

test('a page that writes into the locked button and unlocks it just before the press gets no press', async () => {
  const embedded = await embed();
  await type(embedded);
  const { status } = statusMessage() as Status;
  const locked: ToFrame = { kind: 'status', status: { ...status, wait: 'Send 1.00 USD' } };
  expect(await pressBetween(locked, statusMessage(), embedded)).toEqual(['refused']);
});

test('a page that moves the button to where its own words were gets no press', async () => {
  const embedded = await embed();
  await type(embedded);
  const { status } = statusMessage() as Status;
  const long: ToFrame = { kind: 'status', status: { ...status, problem: 'A long sentence. '.repeat(17) } };
  expect(await pressBetween(long, statusMessage(), embedded)).toEqual(['refused']);
});

test('a press that comes too early is told so, and not that the button was covered', async () => {
  const embedded = await embed();
  await type(embedded);
  const sums = [20_000, 10_000].map((amount, index) => setMessage(index + 2, { ...SHOWN, amount }));
  expect(await pressBetween(sums[0]!, sums[1]!, embedded)).toEqual(['refused']);
  await embedded.fields.getByText('Nothing was sent. Wait a moment, then press again.').waitFor();
  expect(await embedded.fields.getByText('this button was covered').count()).toBe(0);
});

test('a sum that the browser could not paint before the press is not paid', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  const { x, y, width, height } = (await button(embedded).boundingBox())!;
  await embedded.page.mouse.move(x + width / 2, y + height / 2);
  // A page that shares the frame’s thread, as in browsers without a process for each site, keeps it busy.
  const [, frame] = embedded.page.frames();
  await frame!.evaluate(() =>
    new MutationObserver(() => {
      const end = performance.now() + 4000;
      while (performance.now() < end);
    }).observe(document.querySelector('.submit')!, { subtree: true, childList: true, characterData: true }),
  );
  await embedded.sendAll(setMessage(2, { ...SHOWN, amount: 999_900 }));
  await embedded.page.mouse.click(x + width / 2, y + height / 2);
  await embedded.sendAll(seal(2, revision, 999_900));
  const all: string[] = [];
  await expect
    .poll(async () => {
      all.push(...answers(await embedded.received()));
      return all;
    }, patience)
    .toHaveLength(2);
  expect(all).toEqual(['refused', 'not_pressed']);
});

test('an Enter that the page leads into the last field presses nothing; the payer’s own does', async () => {
  const embedded = await embed();
  await type(embedded);
  const { page, fields } = embedded;
  const last = fields.locator('[name=number]').last();
  await page.locator('#promo').click();
  await page.keyboard.type('abc');
  await page.evaluate(() => document.querySelector<HTMLElement>('#fields')!.focus());
  await embedded.sendAll({ kind: 'refuse', serial: 3, errors: [{ path: ['recipient_card', 'number'], messages: [' '] }] });
  await expect.poll(() => last.evaluate((each) => each === document.activeElement), patience).toBe(true);
  await page.waitForTimeout(READ);
  await page.keyboard.press('Enter');
  // It takes the payer to the button, where what they type next still is meant for the page.
  await expect.poll(() => button(embedded).evaluate((each) => each === document.activeElement), patience).toBe(true);
  await page.waitForTimeout(READ);
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  expect(answers(await embedded.received())).toEqual([]);
  await last.click();
  await page.waitForTimeout(READ);
  await page.keyboard.press('Enter');
  await expect.poll(async () => answers(await embedded.received()), patience).toEqual(['press']);
});

test('a press pays once, even where the payer corrects a card faster than the form is drawn', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  const { page, fields } = embedded;
  const code = fields.locator('[name=verification_value]');
  await button(embedded).click();
  await embedded.sendAll(seal(2, revision));
  await expect.poll(async () => answers(await embedded.received()), patience).toContain('sealed');
  const refused = { path: ['credit_card', 'verification_value'], messages: ['Enter it again.'] };
  await embedded.sendAll({ kind: 'refuse', serial: 55, errors: [refused] });
  await code.click();
  await code.press('End');
  await code.press('Backspace');
  // As a page does with pictures that take long to paint. Without them, a frame goes on after a tenth of a second.
  await code.evaluate(() => (globalThis.requestAnimationFrame = () => 0));
  const message = JSON.stringify(seal(3, 0));
  await page.evaluate((text) => {
    const { port } = globalThis as unknown as { port: MessagePort };
    port.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { kind, state } = JSON.parse(data) as { kind: string; state: { complete: boolean; revision: number } };
      if (kind !== 'state' || !state.complete || text === '') return;
      port.postMessage(JSON.stringify({ kind: 'require', serial: 60, fields: { credit_card: ['number'] } }));
      port.postMessage(JSON.stringify({ ...(JSON.parse(text) as object), revision: state.revision + 1 }));
      text = '';
    });
  }, message);
  await embedded.received();
  await page.keyboard.type('7');
  const all: string[] = [];
  const answered = async (): Promise<boolean> => all.push(...answers(await embedded.received())) > 0;
  await expect.poll(answered, patience).toBe(true);
  expect(all).toEqual(['not_pressed']);
});

test('a press pays no more once the page has emptied the security code, even after the payer has typed it again', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  await button(embedded).click();
  await embedded.sendAll(seal(2, revision));
  await expect.poll(async () => answers(await embedded.received()), patience).toContain('sealed');
  await embedded.sendAll({ kind: 'clear', serial: 2, what: 'verification_value' });
  const code = embedded.fields.locator('[name=verification_value]');
  await expect.poll(() => code.inputValue(), patience).toBe('');
  await code.fill('737');
  const states = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state : []));
  await embedded.sendAll(seal(3, states.at(-1)?.revision ?? revision));
  expect(answers(await embedded.received())).toEqual(['not_pressed']);
});

describe.each(FRAMES)('a page that wants the payer to press once more for what it has paid, a frame of the %s', (place) => {
  const unseen: ToFrame = { kind: 'unseen' };
  const dated = (id: number, revision: number): ToFrame => {
    const message = seal(id, revision) as Extract<ToFrame, { kind: 'seal' }>;
    return { ...message, binding: { ...message.binding, issuedAt: Date.now() + 3 * 86_400_000 } };
  };
  const claims = ({ fields }: Embedded): Locator => fields.getByText('Nothing was sent');

  test.each<[string, readonly ((revision: number) => ToFrame)[]]>([
    ['says that the button was covered', [() => unseen]],
    ['ends the attempt before it says so', [() => ({ kind: 'clear', serial: 9, what: 'verification_value' }), () => unseen]],
    ['asks for another seal, which is dated ahead', [(revision) => dated(3, revision)]],
  ])('that %s makes the frame say nothing of it', async (_, messages) => {
    const embedded = await embed(statusMessage(), place);
    const revision = await type(embedded);
    await button(embedded).click();
    await embedded.sendAll(seal(2, revision));
    await expect.poll(async () => answers(await embedded.received()), patience).toContain('sealed');
    await embedded.sendAll(...messages.map((messageOf) => messageOf(revision)));
    await embedded.received();
    expect(await claims(embedded).count()).toBe(0);
  });

  test.each<[string, (revision: number) => ToFrame]>([
    ['covered', () => unseen],
    ['dated ahead', (revision) => dated(2, revision)],
  ])('and before anything is sealed, the payer reads that nothing was: %s', async (_, messageOf) => {
    const embedded = await embed(statusMessage(), place);
    const revision = await type(embedded);
    await button(embedded).click();
    await embedded.sendAll(messageOf(revision));
    await claims(embedded).waitFor();
  });

  test('leaves an early press without a word while the payment of the last one is open', async () => {
    const embedded = await embed(statusMessage(), place);
    const revision = await type(embedded);
    await button(embedded).click();
    await embedded.sendAll(seal(2, revision));
    await expect.poll(async () => answers(await embedded.received()), patience).toContain('sealed');
    expect(await pressBetween(setMessage(2, { ...SHOWN, amount: 20_000 }), setMessage(3, SHOWN), embedded)).toEqual(['refused']);
    expect(await claims(embedded).count()).toBe(0);
  });
});

test.each(FRAMES.flatMap((place) => [[place, 'agreed'] as const, [place, 'asked'] as const]))(
  'what a frame of the %s says of saved cards is its own: %s',
  async (place, saves) => {
    const embedded = await embed(statusMessage(), place);
    await embedded.sendAll(wordsMessage({ saves_card: '', save_card: '' }), setMessage(2, { ...SHOWN, saves }));
    const said = saves === 'agreed' ? 'will be saved for next time' : 'Save my card and the recipient’s card';
    await embedded.fields.getByText(said).waitFor();
  },
);

test('a double click presses once', async () => {
  const embedded = await embed();
  await type(embedded);
  await button(embedded).dblclick();
  await embedded.page.waitForTimeout(READ);
  expect(answers(await embedded.received())).toEqual(['press']);
});

test('a key that is held down presses once', async () => {
  const embedded = await embed();
  await type(embedded);
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Tab']) await embedded.page.keyboard.press(key);
  expect(await button(embedded).evaluate((each) => each === document.activeElement)).toBe(true);
  // The fields were filled in without a key, so Tab alone counts after a second.
  await embedded.page.waitForTimeout(READ + 300);
  for (let round = 0; round < 20; round += 1) {
    await embedded.page.keyboard.down('Enter');
    await embedded.page.waitForTimeout(100);
  }
  await embedded.page.keyboard.up('Enter');
  expect(answers(await embedded.received())).toEqual(['press']);
});

/** Themes by which the page makes the button's text invisible, or shows its own behind it. */
const THEMES: Readonly<Record<string, Partial<Record<(typeof THEME_TOKENS)[number], string>>>> = {
  'transparent colors that look opaque': {
    '--checkout-color-accent': 'color(srgb none 0 0 / 0)',
    '--checkout-color-on-accent': 'color(srgb none 1 1 / 0)',
  },
  'blacker than black': { '--checkout-color-accent': '#000000', '--checkout-color-on-accent': 'color(srgb -0.58 -0.58 -0.58)' },
  'whiter than white': { '--checkout-color-accent': '#ffffff', '--checkout-color-on-accent': 'color(srgb 3 3 3)' },
  'a gradient over the color': {
    '--checkout-color-accent': 'linear-gradient(#ffffff, #ffffff) #000000',
    '--checkout-color-on-accent': '#ffffff',
  },
};

test.each(Object.entries(THEMES))('a theme with %s does not hide the button’s text', async (_, theme) => {
  const embedded = await embed();
  await embedded.sendAll({ kind: 'theme', values: THEME_TOKENS.map((name) => theme[name] ?? '') });
  await embedded.received();
  const looks = await button(embedded).evaluate((each) => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(each);
    return [color, backgroundColor, backgroundImage];
  });
  expect(looks).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'none']);
});

test('a quiet button stays readable while the pointer is over it', async () => {
  const { status } = statusMessage() as Status;
  const embedded = await embed({ kind: 'status', status: { ...status, price: { status: 'impossible', text: 'No' } } });
  await type(embedded);
  await button(embedded).hover();
  const looks = await button(embedded).evaluate((each) => {
    const { color, backgroundColor } = getComputedStyle(each);
    return [color, backgroundColor];
  });
  expect(looks).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});

test.each(['en-u-nu-beng-x-a', 'ar-EG-x-a'])('the sum has Latin digits in the language %s', async (language) => {
  const embedded = await embed();
  await embedded.sendAll({ ...(setMessage(2, SHOWN) as Extract<ToFrame, { kind: 'set' }>), language });
  await embedded.received();
  expect(await button(embedded).innerText()).toContain('100.00');
});

test.each([
  ['that is another card than the page says', 'send_same_card', '1111', 'Confirm: send 100.00 USD to •••• 1111'],
  ['whose last four are no digits', 'send', '1 €', 'Send 100.00 USD'],
] as const)('a saved recipient %s is named by digits only', async (_, act, last4, text) => {
  const embedded = await embed(statusMessage(act));
  const cards = [{ token: 'theirs', brand: 'visa', last_4: last4 }];
  await embedded.sendAll({
    kind: 'saved',
    serial: 2,
    section: 'recipient_card',
    chosen: 'theirs',
    first: 0,
    count: 1,
    cards,
  });
  await embedded.fields.locator('[name=number]').first().fill(SOURCE);
  await embedded.received();
  expect((await button(embedded).innerText()).replaceAll(/\s+/g, ' ')).toBe(text);
});

test('a page that moves the focus about while the payer types learns the facts of the whole number only', async () => {
  const embedded = await embed();
  const { fields, page } = embedded;
  const number = fields.locator('[name=number]').first();
  await number.click();
  // UnionPay has numbers of 16 to 19 digits.
  await page.keyboard.type('6200000000000005');
  for (const where of ['unfinished', 'first'] as const) {
    await embedded.sendAll({ kind: 'focus', where });
    await page.waitForTimeout(300);
  }
  await page.evaluate(() => document.querySelector<HTMLElement>('#promo')!.focus());
  await page.waitForTimeout(300);
  await page.evaluate(() => document.querySelector<HTMLElement>('#fields')!.focus());
  await embedded.sendAll({ kind: 'focus', where: 'first' });
  await expect.poll(() => number.evaluate((each) => each === document.activeElement), patience).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.type('003');
  await page.keyboard.press('Tab');
  await page.waitForTimeout(300);
  const states = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state : []));
  expect([...new Set(states.flatMap(({ source }) => source.last4 ?? []))]).toEqual(['5003']);
});

test('a page that moves the focus about while the payer types does not learn from the height how long the number is', async () => {
  const embedded = await embed();
  const { fields, page } = embedded;
  const number = fields.locator('[name=number]').first();
  const height = () => fields.locator('html').evaluate((each) => each.getBoundingClientRect().height);
  await number.click();
  const before = await height();
  const heights = new Set<number>();
  for (const digit of '4012888888881') {
    await page.keyboard.type(digit);
    // Long after the payer's own press of a pointer.
    await page.waitForTimeout(400);
    await page.evaluate(() => document.querySelector<HTMLElement>('#promo')!.focus());
    await page.waitForTimeout(100);
    heights.add(await height());
    await page.evaluate(() => document.querySelector<HTMLElement>('#fields')!.focus());
    await embedded.sendAll({ kind: 'focus', where: 'first' });
    await expect.poll(() => number.evaluate((each) => each === document.activeElement), patience).toBe(true);
    await page.keyboard.press('End');
  }
  expect([...heights]).toEqual([before]);
});

/** What a page learns while the payer types a number, once it may be whole, and leaves it: every message and every height, in their order. */
async function learnedOf(number: string): Promise<readonly string[]> {
  const embedded = await embed();
  const { fields, page } = embedded;
  await fields.locator('[name=number]').last().fill(RECIPIENT);
  await fields.locator('[name=expiry]').fill('12/30');
  await fields.locator('[name=verification_value]').fill('737');
  await fields.locator('[name=number]').first().click();
  await page.keyboard.type(number.slice(0, 15));
  await page.waitForTimeout(300);
  await page.evaluate('received.splice(0)');
  for (const digit of number.slice(15)) {
    await page.keyboard.type(digit);
    // The state comes in a task of its own, a height in a frame.
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Tab');
  await page.waitForTimeout(500);
  const all = (await page.evaluate('received.splice(0)')) as ToPage[];
  const { revision: first = 0 } = all.flatMap((message) => (message.kind === 'state' ? message.state : []))[0] ?? {};
  return all.map((message) => {
    if (message.kind !== 'state') return JSON.stringify(message);
    const { source: _digits, revision, ...state } = message.state;
    return JSON.stringify({ ...message, state: { ...state, revision: revision - first } });
  });
}

test('a page does not learn how long a number is that is valid at several lengths', async () => {
  // Valid with 16, 17 and 19 digits, and not with 18.
  const number = '6200000000000005900';
  const [short, middle, long] = [
    await learnedOf(number.slice(0, 16)),
    await learnedOf(number.slice(0, 17)),
    await learnedOf(number),
  ];
  expect(short.filter((message) => message.includes('"state"')).length).toBeGreaterThan(1);
  expect(middle).toEqual(short);
  expect(long).toEqual(short);
});

test.each(['send', 'send_same_card'] as const)(
  'a page with a sentence full of digits learns none from the heights: %s',
  async (act) => {
    const heights = new Set<number>();
    for (const last of ['4111111111111111', '4000000000000002', '4242424242424242']) {
      const embedded = await embed(statusMessage(act));
      await embedded.sendAll(wordsMessage({ goes_to: '{card} {card} {card}', card_ending: '{last4} '.repeat(18) }), {
        kind: 'theme',
        values: THEME_TOKENS.map((name) => (name === 'font-family' ? 'serif' : name === 'letter-spacing' ? '9px' : '')),
      });
      // A guess of the page.
      await embedded.sendAll({
        kind: 'saved',
        serial: 3,
        section: 'credit_card',
        chosen: 'guess',
        first: 0,
        count: 1,
        cards: [{ token: 'guess', brand: 'visa', last_4: '1111' }],
      });
      await embedded.fields.locator('[name=number]').last().click();
      await embedded.page.keyboard.type(last);
      await embedded.page.waitForTimeout(300);
      const fieldsHtml = embedded.fields.locator('html');
      heights.add(await fieldsHtml.evaluate((each) => each.getBoundingClientRect().height));
      expect(await embedded.fields.locator('[part=goes-to]').count()).toBe(0);
    }
    expect(heights.size).toBe(1);
  },
);

test('a page with sentences that count the digits does not learn from the height how many there are', async () => {
  const heights = new Set<number>();
  const counting = `Look. {count, plural, other {${'# '.repeat(60)}}}`;
  for (const digits of ['401288888', '4012888888', '40128888888']) {
    const embedded = await embed();
    await embedded.sendAll(wordsMessage({ 'number.too_short': counting, 'number.luhn': counting }));
    await embedded.fields.locator('[name=number]').first().click();
    await embedded.page.keyboard.type(digits);
    await embedded.page.keyboard.press('Tab');
    await expect.poll(() => embedded.fields.locator('.error').first().textContent(), patience).toContain('Look.');
    heights.add(await embedded.fields.locator('html').evaluate((each) => each.getBoundingClientRect().height));
  }
  expect(heights.size).toBe(1);
});
