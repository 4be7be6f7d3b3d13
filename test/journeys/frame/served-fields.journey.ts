import { beforeAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { fieldsFor, html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { FRAMES, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const addressOf = (place: FieldsPlace): string =>
  `${place === 'gateway' ? inject('gateway').checkout_url : inject('shopUrl')}/fields/`;

const HASH = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
const POLICY = {
  'default-src': "'none'",
  'script-src': HASH,
  'style-src': HASH,
  'connect-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'lit-html',
};
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-embedder-policy': 'require-corp',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

test.each([
  ['gateway', { 'frame-ancestors': expect.stringMatching(/^http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\* /) }, 'cross-origin'],
  ['shop', { 'frame-ancestors': 'SHOP', sandbox: 'allow-scripts allow-forms' }, 'same-origin'],
] as const)('the %s serves the fields with the headers that isolate them', async (place, own, resourcePolicy) => {
  const answer = await fetch(addressOf(place));
  expect(answer.status).toBe(200);
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({ ...HEADERS, 'cross-origin-resource-policy': resourcePolicy });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  const policy = (headers['content-security-policy'] ?? '').replaceAll(inject('shopUrl'), 'SHOP').split('; ');
  const directives = Object.fromEntries(policy.map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]));
  expect(directives).toEqual({ ...POLICY, ...own });
  const powers = (headers['permissions-policy'] ?? '').split(', ');
  expect(powers.filter((power) => !power.endsWith('=()'))).toEqual([]);
  for (const power of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'storage-access'])
    expect(powers).toContain(`${power}=()`);
});

let served: Awaited<ReturnType<typeof fieldsFor>> | undefined;
/**
 * As strict as a page can be: cross-origin isolated, a policy that allows only what the elements need, and Trusted Types with
 * only Lit's policy.
 */
const strict = (): Readonly<Record<string, string>> => {
  const { checkout_url: checkout } = inject('gateway');
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${checkout}`,
      `connect-src ${checkout}`,
      `frame-src ${checkout} ${shop.url}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types checkout-elements',
    ].join('; '),
  };
};
const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/fields/') return served;
  const place = pathname.slice(1) as FieldsPlace;
  const fieldsUrl = place === 'gateway' ? addressOf(place) : `${shop.url}/fields/`;
  const markup = transferMarkup({ amount: searchParams.get('amount') ?? '', 'fields-url': fieldsUrl });
  return FRAMES.includes(place as 'shop') ? html(markup + scriptMarkup(), strict()) : undefined;
});
beforeAll(async () => {
  served = await fieldsFor(shop.url);
});

test.each(FRAMES)('%s: a cross-origin isolated page with a strict policy and Trusted Types takes a payment', async (place) => {
  const { page, canary } = await journeys.start('blank', { ...TALL, shopUrl: 'about:' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isGrave = ['error', 'warning'].includes(message.type());
    // The first message is ours: this page has no server to ask. The second is the browser's note of a job that does not
    // exist.
    if (isGrave && !/resolveStatus|^Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${shop.url}/${place}?amount=${freshAmount()}`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await new Payer(page, canary, undefined, 'gateway').pay({ number: '4200000000000000' });
  await page.locator('p2p-transfer').getByRole('heading', { name: 'Transfer complete' }).waitFor();
  expect(complaints).toEqual([]);
});
