// @module-tag sample
// The page's own script is the attacker: it embeds the gateway's fields itself, and sends them any message.
import { expect, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import type { ToPage } from '../../../../src/channel/to-page.js';
import { THEME_TOKENS } from '../../../../src/channel/theme-tokens.js';
import type { FieldTextKey } from '../../../../src/channel/field-texts.js';
import { useJourneys } from '../../rig/journey.js';
import { html, useOwnPage } from '../../rig/page/own-page.js';
import { TALL } from '../../rig/fields-place.js';
import { type Embedded, EMBEDDER, embedIn, setMessage, shopMessage, wordsMessage } from './embedder.js';

const journeys = useJourneys();
const own = useOwnPage(() => html(EMBEDDER));
const patience = { timeout: 10_000 };

const SHOWN = { operation: 'transfer', amount: 10_000, currency: 'USD' } as const;
const SOURCE = '4012000000001097';
const RECIPIENT = '4111111111111111';
/** Longer than the half second that the payer needs to read, in milliseconds. */
const READ = 700;

async function embed(words: Partial<Record<FieldTextKey, string>> = {}) {
  const { page, canary } = await journeys.start('/', { ...TALL, shopUrl: own.url });
  for (const pan of [SOURCE, RECIPIENT]) canary.keepPan(pan);
  canary.keepCode('737');
  const embedded = await embedIn(page);
  await embedded.sendAll(shopMessage(), wordsMessage({ to_pay: 'You’ll send {amount}', ...words }), setMessage(1, SHOWN));
  await embedded.fields.locator('input').first().waitFor();
  return embedded;
}

/** Types both cards as a payer. @returns the revision of the state afterwards. */
async function type({ fields, received }: Embedded): Promise<number> {
  const numbers = fields.locator('[name=number]');
  await numbers.first().fill(SOURCE);
  await fields.locator('[name=expiry]').fill('12/30');
  await fields.locator('[name=verification_value]').fill('737');
  await numbers.last().fill(RECIPIENT);
  return statesOf(await received()).at(-1)!.revision;
}

type State = Extract<ToPage, { kind: 'state' }>['state'];
const statesOf = (messages: readonly ToPage[]): readonly State[] =>
  messages.flatMap((message) => (message.kind === 'state' ? message.state : []));

const checkVisibility: ToFrame = { kind: 'checkVisibility', id: 1 };
const seal = (id: number, revision: number, amount: number): ToFrame => ({
  kind: 'seal',
  id,
  revision,
  binding: { operation: 'transfer', amount, currency: 'USD', issuedAt: Date.now() },
});

/** The answers about seals: `sealed` for each section, or the reason for a refusal. */
const answers = (messages: readonly ToPage[]): string[] =>
  messages.flatMap((message) => (message.kind === 'sealed' ? 'sealed' : message.kind === 'unsealed' ? message.reason : []));

test('the sum shown above the cards is sealed, once the payer had time to read it', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  await embedded.sendAll(checkVisibility);
  await expect.poll(async () => (await embedded.received()).map(({ kind }) => kind), patience).toContain('visibility');
  await embedded.sendAll(seal(2, revision, SHOWN.amount));
  await expect.poll(async () => answers(await embedded.received()), patience).toEqual(['sealed', 'sealed']);
});

test('a sum that is shown only for a moment is not sealed', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  const more = { ...SHOWN, amount: 999_900 };
  await embedded.page.waitForTimeout(READ);
  await embedded.sendAll(setMessage(2, more), checkVisibility, seal(2, revision, more.amount), setMessage(3, SHOWN));
  await embedded.page.waitForTimeout(READ);
  expect(answers(await embedded.received())).toEqual(['stale']);
  // Nor after the payer has read the right one again.
  await embedded.sendAll(setMessage(4, more), seal(3, revision, more.amount), setMessage(5, SHOWN));
  await embedded.page.waitForTimeout(READ);
  expect(answers(await embedded.received())).toEqual(['stale']);
});

test('a recipient with which the page replaces the typed one is not sealed before the payer had time to read it', async () => {
  const embedded = await embed();
  const revision = await type(embedded);
  await embedded.page.waitForTimeout(READ);
  const theirs: ToFrame = {
    kind: 'saved',
    serial: 2,
    section: 'recipient_card',
    isList: false,
    first: 0,
    count: 1,
    cards: [{ token: 'theirs', brand: 'visa', last_4: '1111' }],
  };
  await embedded.sendAll(theirs, checkVisibility, ...[1, 2, 3].map((more) => seal(more + 1, revision + more, SHOWN.amount)));
  await embedded.page.waitForTimeout(200);
  expect(answers(await embedded.received())).not.toContain('sealed');
});

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

test('the page learns brand, first six and last four digits of a whole number', async () => {
  const embedded = await embed();
  await embedded.fields.locator('[name=number]').first().pressSequentially(SOURCE);
  const sources = statesOf(await embedded.received()).map(({ source }) => JSON.stringify(source));
  expect([...new Set(sources)]).toEqual(['{}', JSON.stringify({ brand: 'visa', bin: '401200', last4: '1097' })]);
});

test('the answer to a tracking id that is too long is the same for every card', async () => {
  const texts: string[] = [];
  for (const pan of [SOURCE, '4000000000000000006']) {
    const embedded = await embed();
    const revision = await type(embedded);
    await embedded.fields.locator('[name=number]').first().fill(pan);
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

test.each([
  ['another sum', 'You’ll send 1.00 USD, and not {amount}'],
  ['digits of another script', 'You’ll send ١٫٠٠ USD ({amount})'],
  ['a sum written backwards', 'You’ll send \u202e{amount}'],
  ['no sum', 'Nothing is sent'],
])('a sentence with %s is not shown around the sum', async (_, sentence) => {
  const { fields } = await embed({ to_pay: sentence });
  expect(await fields.locator('.subject').innerText()).toBe('100.00 USD');
});

test('no theme makes the sum too small to read', async () => {
  const { fields, sendAll } = await embed();
  const tiny: Partial<Record<(typeof THEME_TOKENS)[number], string>> = {
    'font-size': '1px',
    'root-font-size': '1px',
    'letter-spacing': '-1em',
  };
  await sendAll({ kind: 'theme', values: THEME_TOKENS.map((name) => tiny[name] ?? '') });
  await expect.poll(() => fields.locator('body').evaluate((body) => getComputedStyle(body).fontSize), patience).toBe('1px');
  const sum = await fields.locator('.subject').evaluate((line) => {
    const { fontSize, letterSpacing } = getComputedStyle(line);
    return [fontSize, letterSpacing];
  });
  expect(sum).toEqual(['12px', 'normal']);
});
