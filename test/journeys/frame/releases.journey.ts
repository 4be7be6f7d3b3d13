// A gateway hosts the frame, or a shop does, and neither waits for the other's update: this release's page works with the last one's frame,
// and the reverse.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { TALL } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

/** The commit of the last release. Each release names the one before it. */
const LAST = 'bd4ab034';

let sources = '';
let last: Awaited<ReturnType<typeof startServer>> | undefined;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'last-release-'));
  const archive = execFileSync('git', ['archive', LAST], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  if (!existsSync(join(sources, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
  const { bundle } = (await import(pathToFileURL(join(sources, 'build/bundle.mjs')).href)) as {
    readonly bundle: (name: 'gateway') => Promise<string>;
  };
  last = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
}, 120_000);
afterAll(async () => {
  await last?.stop();
  if (sources) rmSync(sources, { recursive: true, force: true });
});

const urlOf = (release: string): string =>
  release === 'last' ? last!.addresses['checkout_url']! : inject('gateway').checkout_url;
/** A page with the script of one release, and a gateway with the frame of another. */
const own = useOwnPage(({ searchParams }) => {
  const page = urlOf(searchParams.get('page') ?? 'this');
  const frame = urlOf(searchParams.get('frame') ?? 'this');
  const attributes = {
    amount: searchParams.get('amount') ?? '',
    'checkout-url': frame,
    'fields-url': `${frame}/fields/`,
    'save-card': 'agreed',
  };
  const report = `<script>codes = []; outcomes = [];
    addEventListener('checkout-error', ({ error }) => codes.push(error.code));
    addEventListener('checkout-outcome', ({ transaction }) => outcomes.push(transaction));</script>`;
  return html(`${report}${transferMarkup(attributes)}<script type="module" src="${page}/checkout.js"></script>`);
});
const journeys = useJourneys();

test.each([
  ['this', 'last', true],
  ['last', 'this', false],
  ['this', 'this', true],
])('the page of %s release pays with the frame of %s release', async (page, frame, isSaved) => {
  const query = new URLSearchParams({ page, frame, amount: String(freshAmount()) });
  const journey = await journeys.start(`/?${query}`, { ...TALL, shopUrl: own.url });
  const payer = new Payer(journey.page, journey.canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await journey.page.waitForTimeout(1000);
  await payer.transferButton.click();
  await payer.heading('Transfer complete').waitFor();
  expect(await journey.page.evaluate('codes')).toEqual([]);
  // A page that does not seal what it asks to be kept has nothing saved by a gateway of this release.
  const tokens = (await journey.page.evaluate('outcomes.map((each) => each.credit_card.token)')) as unknown[];
  expect(tokens.map((token) => typeof token === 'string')).toEqual([isSaved]);
});

test.each([
  ['this', 'last'],
  ['last', 'this'],
])(
  'the page of %s release shows the fee of a card whose check asks for what the frame of %s release has',
  async (page, frame) => {
    const query = new URLSearchParams({ page, frame, amount: String(freshAmount()) });
    const journey = await journeys.start(`/?${query}`, { ...TALL, shopUrl: own.url });
    const payer = new Payer(journey.page, journey.canary, undefined, 'gateway');
    await payer.typeCards({ number: '4000100000000067' });
    await payer.readFee();
  },
);

test.each([
  ['this', 'last'],
  ['last', 'this'],
])('the page of %s release hears of a press that the frame of %s release refuses', async (page, frame) => {
  const query = new URLSearchParams({ page, frame, amount: String(freshAmount()) });
  const journey = await journeys.start(`/?${query}`, { ...TALL, shopUrl: own.url });
  const payer = new Payer(journey.page, journey.canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await payer.within.evaluate((each: HTMLElement) => (each.style.opacity = '0.5'));
  await journey.page.waitForTimeout(1000);
  await payer.transferButton.click();
  await expect.poll(() => journey.page.evaluate('codes'), { timeout: 10_000 }).toEqual(['fields_obscured']);
});
