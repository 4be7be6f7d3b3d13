// Tricks by which a page's script tries to spend what the payer did not see or press. The page is the attacker itself: it embeds
// the fields without the element, sends any message, and styles the frame as it likes.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import { HIDDEN, OTHER, SHOWN } from '../../../probes/spending.js';
import { useJourneys } from '../../rig/journey.js';
import { FRAMES, TALL } from '../../rig/fields-place.js';
import { fieldsFor, html, useOwnPage } from '../../rig/page/own-page.js';
import { EMBEDDER, type Embedded, embedIn, fieldsUrl, setMessage, shopMessage, statusMessage, wordsMessage } from './embedder.js';

const SOURCE = '4012000000001097';
const RECIPIENT = '4111111111111111';
/** Longer than the half second that the payer needs to read, in milliseconds. */
const READ = 700;
/** Longer than the payer has to stay at the button where Tab alone has led there. */
const LED = 1200;

const journeys = useJourneys();
let served: Awaited<ReturnType<typeof fieldsFor>> | undefined;
const own = useOwnPage(({ pathname }) => (pathname === '/fields/' ? served : html(EMBEDDER)));
beforeAll(async () => {
  served = await fieldsFor(own.url);
});

/** A request to seal a payment. */
const order = (
  id: number,
  revision: number,
  {
    amount = SHOWN.amount,
    trackingId = 'order-1',
    issuedAt = Date.now(),
  }: { amount?: number; trackingId?: string; issuedAt?: number } = {},
): ToFrame => ({
  kind: 'seal',
  id,
  revision,
  binding: { operation: 'transfer', amount, currency: 'USD', trackingId, issuedAt },
});

const button = ({ fields }: Embedded) => fields.locator('.submit');
const recipient = ({ fields }: Embedded) => fields.locator('[name=number]').last();
const click = async (embedded: Embedded): Promise<void> => {
  await embedded.page.waitForTimeout(READ);
  await button(embedded).click();
};
/** Presses the button by keyboard, which needs no place on the screen. */
async function pressByKeys(embedded: Embedded): Promise<void> {
  await embedded.page.waitForTimeout(READ);
  for (const key of ['Shift+Tab', 'Tab']) await embedded.page.keyboard.press(key);
  // The fields were filled in without a key, so Tab alone counts after a second.
  await embedded.page.waitForTimeout(LED);
  await embedded.page.keyboard.press('Enter');
}

/** Swaps what is shown ten times a second: however slow the browser is, it has just changed when the press comes. */
const swap = (embedded: Embedded, ...messages: readonly ToFrame[]): Promise<unknown> =>
  embedded.page.evaluate(
    (texts) => {
      const { send } = globalThis as unknown as { send: (sent: unknown) => void };
      setInterval(() => texts.forEach((text) => send(text)), 100);
    },
    [setMessage(2, SHOWN), ...messages].map((message) => JSON.stringify(message)),
  );

/** Types both cards as a payer; only their own where the recipient is chosen already. */
async function typeCards(embedded: Embedded, isChosen = false): Promise<void> {
  if (!isChosen) await recipient(embedded).fill(RECIPIENT);
  await embedded.fields.locator('[name=number]').first().fill(SOURCE);
  await embedded.fields.locator('[name=expiry]').fill('12/30');
  await embedded.fields.locator('[name=verification_value]').fill('737');
}

/** A saved card of the page with the brand and the last four digits of the recipient. */
const theirs = (serial: number): ToFrame => ({
  kind: 'saved',
  serial,
  section: 'recipient_card',
  chosen: 'theirs',
  first: 0,
  count: 1,
  cards: [{ token: 'theirs', brand: 'visa', last_4: '1111' }],
});

/** The revision that the page has now; 0 if it has heard of no other. */
const revisionOf = async (embedded: Embedded): Promise<number> =>
  (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state.revision : [])).at(-1) ?? 0;

/** What a script does around the payer's press. Without its trick, the same steps pay once. @returns what it asks to be sealed. */
type Trick = (embedded: Embedded, revision: number, isTried: boolean) => Promise<readonly ToFrame[]>;

const WILL: Readonly<Record<string, Trick>> = {
  'sets another sum just before the press': async (embedded, revision, isTried) => {
    if (isTried) await swap(embedded, setMessage(2, OTHER));
    await click(embedded);
    return isTried ? [order(1, revision, OTHER), order(2, revision)] : [order(1, revision)];
  },
  'sets another sum, in a language that no browser knows': async (embedded, revision, isTried) => {
    if (isTried) await swap(embedded, { ...setMessage(2, OTHER), language: '!!' } as ToFrame);
    await click(embedded);
    return isTried ? [order(1, revision, OTHER), order(2, revision)] : [order(1, revision)];
  },
  'sets another sum after the press': async (embedded, revision, isTried) => {
    await click(embedded);
    if (isTried) await embedded.sendAll(setMessage(2, OTHER));
    await embedded.page.waitForTimeout(READ);
    return isTried ? [order(1, revision, OTHER), order(2, revision)] : [order(1, revision)];
  },
  'asks without a press': async (embedded, revision, isTried) => {
    if (!isTried) await click(embedded);
    return Array.from({ length: isTried ? 20 : 1 }, (_, index) => order(index + 1, revision, { trackingId: `order-${index}` }));
  },
  'makes the press for a fee pay': async (embedded, revision, isTried) => {
    if (isTried) await embedded.sendAll(statusMessage('show_fee'));
    await click(embedded);
    if (isTried) await embedded.sendAll(statusMessage('send'));
    return [order(1, revision)];
  },
  'dates the seal a month ahead': async (embedded, revision, isTried) => {
    await click(embedded);
    const ahead = order(1, revision, { issuedAt: Date.now() + 30 * 86_400_000 });
    return isTried ? [ahead] : [order(1, revision)];
  },
  'empties the form after a press for the fee, and chooses a card with the same digits': async (embedded, _, isTried) => {
    await embedded.sendAll(statusMessage('show_fee'));
    await click(embedded);
    await embedded.sendAll({ kind: 'clear', serial: 2, what: 'all' });
    if (isTried) await embedded.sendAll(theirs(3));
    await typeCards(embedded, isTried);
    await embedded.sendAll(statusMessage('send'));
    await click(embedded);
    return [order(1, await revisionOf(embedded))];
  },
  'empties the form after a sealed payment, and chooses a card with the same digits': async (embedded, revision, isTried) => {
    await click(embedded);
    await embedded.sendAll(order(1, revision));
    await embedded.received();
    await embedded.sendAll({ kind: 'clear', serial: 2, what: 'all' });
    if (isTried) await embedded.sendAll(theirs(3));
    await typeCards(embedded, isTried);
    await click(embedded);
    return [order(2, await revisionOf(embedded), { trackingId: 'order-2' })];
  },
  'moves the focus into the last field while the payer types elsewhere': async (embedded, revision, isTried) => {
    const { page, fields } = embedded;
    await embedded.sendAll({
      ...(setMessage(2, SHOWN) as Extract<ToFrame, { kind: 'set' }>),
      collect: { recipient_card: ['holder'] },
    });
    const holder = fields.locator('[name=holder]');
    await holder.waitFor();
    if (isTried) {
      await page.evaluate(() => {
        const search = document.createElement('input');
        document.body.append(search);
        search.focus();
      });
      await page.keyboard.type('red ');
      await page.evaluate(() => document.querySelector<HTMLIFrameElement>('#fields')!.focus());
      await embedded.sendAll({ kind: 'focus', where: 'unfinished' });
      await expect.poll(() => holder.evaluate((each) => each === document.activeElement)).toBe(true);
    } else await holder.click();
    await page.keyboard.type('shoes');
    await page.waitForTimeout(READ);
    await page.keyboard.press('Enter');
    return [order(1, (await revisionOf(embedded)) || revision)];
  },
  'leads the rest of a text of its own, Tab and Enter into the form': async (embedded, revision, isTried) => {
    const { page } = embedded;
    await recipient(embedded).click();
    await page.waitForTimeout(READ);
    if (isTried) {
      await page.evaluate(() => {
        const promo = document.createElement('input');
        const lead = (): void => document.querySelector<HTMLIFrameElement>('#fields')!.focus();
        promo.addEventListener('input', lead, { once: true });
        document.body.append(promo);
        promo.focus();
      });
      // The fields drop it: they are full.
      await page.keyboard.type('SUMMER10', { delay: 60 });
      await page.waitForTimeout(READ);
    }
    // At once: on a busy machine, a wait may take the whole second after which the press counts.
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    return [order(1, (await revisionOf(embedded)) || revision)];
  },
  'leads Enter into the last field by a fragment of the frame’s address': async (embedded, revision, isTried) => {
    const { page, fields } = embedded;
    const last = recipient(embedded);
    const fragment = `#${await last.getAttribute('id')}`;
    const lead = (): Promise<void> =>
      page
        .locator('#fields')
        .evaluate((frame: HTMLIFrameElement, to) => frame.contentWindow!.location.replace(frame.src + to), fragment);
    if (isTried) {
      // Once before: the second time, no event tells of it.
      await lead();
      await fields.locator('[name=expiry]').click();
      await page.waitForTimeout(READ);
      await lead();
    } else await last.click();
    await page.waitForTimeout(READ);
    await page.keyboard.press('Enter');
    return [order(1, (await revisionOf(embedded)) || revision)];
  },
  'moves the focus to the button’s frame before a key': async (embedded, revision, isTried) => {
    await embedded.page.waitForTimeout(READ);
    await button(embedded).focus();
    await embedded.page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.querySelector<HTMLIFrameElement>('#fields')!.focus();
    });
    if (isTried) await embedded.page.keyboard.press('Enter');
    else await pressByKeys(embedded);
    return [order(1, revision)];
  },
};

const hidden =
  (style: string): Trick =>
  async (embedded, revision, isTried) => {
    await button(embedded).focus();
    if (isTried) {
      await embedded.page.evaluate(style);
      // A busy browser looks less often.
      await embedded.page.waitForTimeout(1000);
    }
    await pressByKeys(embedded);
    return [order(1, revision)];
  };

/** A bubble of the browser's own, with the page's words, in front of the button. It takes the focus, so the payer presses by pointer. */
const bubble: Trick = async (embedded, revision, isTried) => {
  if (isTried) {
    await embedded.page.evaluate(`{ const input = document.createElement('input');
      document.body.append(input);
      input.setCustomValidity('Pay 1.00 USD');
      input.reportValidity(); }`);
    await embedded.page.waitForTimeout(1000);
  }
  await click(embedded);
  return [order(1, revision)];
};

const engine = inject('engine');
const TRICKS: readonly { name: string; trick: Trick; isReported: boolean }[] = [
  ...Object.entries(WILL).map(([name, trick]) => ({ name, trick, isReported: true })),
  ...Object.entries(HIDDEN).map(([name, { script, seenBy }]) => ({
    name,
    trick: hidden(script),
    isReported: seenBy.includes(engine),
  })),
  { name: 'has the browser say something over it', trick: bubble, isReported: false },
];

async function typed(place: (typeof FRAMES)[number]) {
  const { page, canary } = await journeys.start('/', { ...TALL, shopUrl: own.url });
  for (const pan of [SOURCE, RECIPIENT]) canary.keepPan(pan);
  canary.keepCode('737');
  const embedded = await embedIn(page, place === 'gateway' ? fieldsUrl() : `${own.url}/fields/`);
  await embedded.sendAll(shopMessage(), wordsMessage(), setMessage(1, SHOWN), statusMessage());
  await embedded.fields.locator('input').first().waitFor();
  await typeCards(embedded);
  return { embedded, revision: await revisionOf(embedded) };
}

/** Asks for everything, one after another. @returns how many of the requests were sealed. */
async function sealedOf(embedded: Embedded, orders: readonly ToFrame[]): Promise<number> {
  const ids = new Set<number>();
  let current = 0;
  const hear = async (): Promise<void> => {
    for (const message of await embedded.received()) {
      if (message.kind === 'sealed') ids.add(message.id);
      if (message.kind === 'state') current = message.state.revision;
    }
  };
  for (const each of orders) {
    // A page knows the newest revision: that rises when the payer leaves a number, too.
    await hear();
    await embedded.sendAll(each.kind === 'seal' ? { ...each, revision: Math.max(current, each.revision) } : each);
    await hear();
  }
  return ids.size;
}

const given = inject('fieldsPlace');
const places = given === 'page' ? FRAMES : [given];
const tags = ['engines'];
/** Those of `npm test`. */
const SAMPLE = ['sets another sum just before the press', 'asks without a press', 'puts the frame off-screen'];

describe.each(places)('in a frame of the %s', (place) => {
  const spent: string[] = [];
  afterAll(() => console.info(`${engine}, ${place}: ${spent.length} of ${TRICKS.length} spend: ${spent.join(', ')}`));

  async function judge({ name, trick, isReported }: (typeof TRICKS)[number]): Promise<void> {
    const honest = await typed(place);
    const control = await trick(honest.embedded, honest.revision, false);
    expect(await sealedOf(honest.embedded, control)).toBe(1);
    const { embedded, revision } = await typed(place);
    const count = await sealedOf(embedded, await trick(embedded, revision, true));
    if (count > 0) spent.push(name);
    expect(count).toBe(isReported ? 0 : 1);
  }
  const isSample = ({ name }: (typeof TRICKS)[number]): boolean => SAMPLE.includes(name);
  test.each(TRICKS.filter(isSample))('a page that $name', { tags: [...tags, 'sample'] }, judge);
  test.each(TRICKS.filter((each) => !isSample(each)))('a page that $name', { tags }, judge);

  test('a page that asks for twenty payments of one press gets one', { tags }, async () => {
    const { embedded, revision } = await typed(place);
    await click(embedded);
    const orders = Array.from({ length: 20 }, (_, index) => order(index + 1, revision, { trackingId: `order-${index}` }));
    expect(await sealedOf(embedded, orders)).toBe(1);
  });

  test('a page that sends a saved card with the same last four pays the card that the payer has typed', { tags }, async () => {
    const { embedded, revision } = await typed(place);
    const cards = [{ token: 'theirs', brand: 'visa', last_4: '1111' }] as const;
    const saved = { serial: 2, section: 'recipient_card', chosen: 'theirs', first: 0, count: 1 } as const;
    await embedded.sendAll({ kind: 'saved', ...saved, cards: [...cards] });
    const now = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state.revision : []));
    await click(embedded);
    expect(await sealedOf(embedded, [order(1, now.at(-1) ?? revision)])).toBe(1);
    expect(await recipient(embedded).inputValue()).toBe('4111 1111 1111 1111');
  });
});
