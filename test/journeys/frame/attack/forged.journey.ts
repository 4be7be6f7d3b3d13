import type { Frame, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import { HELLO, INIT } from '../../../../src/channel/handshake.js';
import { useJourneys } from '../../rig/journey.js';
import { html, transferMarkup, scriptMarkup, useOwnPage } from '../../rig/page/own-page.js';
import { EMBEDDER, embedIn, fieldsUrl, setMessage, shopMessage, statusMessage, wordsMessage } from './embedder.js';
import { Payer } from '../../rig/payer.js';

const journeys = useJourneys();

/** A document that greets as the fields do, again and again, and counts the ports that it receives. */
const GREETER = `<script>
got = 0;
addEventListener('message', ({ ports }) => (got += ports.length));
const greet = () => { for (const to of [parent, opener]) to?.postMessage(${JSON.stringify(HELLO)}, '*'); };
setInterval(greet, 50);
</script>`;
/** Sends the fields ports from another window than their page, and counts the answers. */
const offerer = (target: string): string => `<script>
got = 0;
setInterval(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (got += 1);
  ${target}.postMessage(${JSON.stringify(INIT)}, '*', [port2]);
  port1.postMessage('{"kind":"ping"}');
}, 100);
</script>`;
const sandboxed = (inside: string): string =>
  `<iframe class="forger" sandbox="allow-scripts" srcdoc="${inside.replaceAll('"', '&quot;')}"></iframe>`;
/** Navigates the element's own frame elsewhere as soon as it exists. */
const LEAD_AWAY = `<script>
new MutationObserver(() => {
  const frame = document.querySelector('p2p-transfer > iframe');
  if (frame && !frame.src.endsWith('/greeter')) frame.src = new URLSearchParams(location.search).get('other') + '/greeter';
}).observe(document, { subtree: true, childList: true });
</script>`;
const own = useOwnPage(({ pathname, searchParams }) => {
  const element = transferMarkup({ amount: '10000', 'fields-url': fieldsUrl() });
  const other = searchParams.get('other') ?? '';
  switch (pathname) {
    case '/greeter':
      return html(GREETER);
    case '/element':
      return html(
        `${sandboxed(GREETER)}<iframe class="forger" src="/greeter"></iframe><iframe class="forger" src="${other}/greeter"></iframe>${element}${scriptMarkup()}`,
      );
    case '/led-away':
      return html(LEAD_AWAY + transferMarkup({ amount: '10000', 'fields-url': `${own.url}/late` }) + scriptMarkup());
    case '/late':
      // Fields that come at once could greet before the frame is elsewhere, and the element would remove it.
      return { ...html(''), delay: 5000 };
    case '/embedder':
      return html(`${EMBEDDER}${sandboxed(offerer('parent.frames[0]'))}`);
    case '/popup':
      return html(offerer('opener.frames[0]'));
    default:
      return undefined;
  }
});
/** The same server under a host name that the fields do not allow. */
const elsewhere = (): string => own.url.replace('localhost', 'elsewhere.localhost');

const gotIn = (frames: readonly (Frame | Page)[]): Promise<number[]> =>
  Promise.all(frames.map((frame) => frame.evaluate<number>('globalThis.got ?? 0')));

test('only the frame gets a port from the element: no sibling, sandboxed or of another origin, no popup, and not the page', async () => {
  const { page, context, canary } = await journeys.start(`/element?other=${elsewhere()}`, { shopUrl: own.url });
  const popup = context.waitForEvent('page');
  await page.evaluate((text) => {
    window.open('/greeter');
    window.postMessage(text, '*');
  }, HELLO);
  await new Payer(page, canary, undefined, 'gateway').to('Card number').waitFor();
  await page.waitForTimeout(500);
  const forgers = page.frames().filter((frame) => /greeter|srcdoc/.test(frame.url()));
  expect(forgers).toHaveLength(3);
  expect(await gotIn([...forgers, await popup])).toEqual([0, 0, 0, 0]);
  // The real fields still work.
  await new Payer(page, canary, undefined, 'gateway').to('Card number').fill('4111111111111111');
  // The summary names a card once the payer has left its number.
  await page.keyboard.press('Tab');
  await new Payer(page, canary, undefined, 'gateway').form.locator('.summary').getByText('1111').first().waitFor();
});

test('the element’s own frame gets no port after it was navigated to another origin', async () => {
  const { page } = await journeys.start(`/led-away?other=${elsewhere()}`, { shopUrl: own.url });
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith('/greeter')), { timeout: 15_000 }).toBe(true);
  const away = page.frames().find((frame) => frame.url().endsWith('/greeter'))!;
  await page.waitForTimeout(1000);
  expect(await gotIn([away])).toEqual([0]);
});

test('a page that the fields do not allow can’t embed them', async () => {
  const { page } = await journeys.start('/embedder', { shopUrl: elsewhere() });
  await page.locator('#fields').evaluate((frame: HTMLIFrameElement, url) => (frame.src = url), fieldsUrl());
  await page.waitForTimeout(1500);
  expect(await page.evaluate('greetings')).toBe(0);
});

/** The embedder with the fields, after they have greeted it and accepted its port. */
async function embed() {
  const { page } = await journeys.start('/embedder', { shopUrl: own.url });
  return embedIn(page);
}

test('the fields answer only on their one port: not on a second or an earlier one, and not on those of a sibling or a popup', async () => {
  const { page, received } = await embed();
  const popup = page.context().waitForEvent('page');
  await page.evaluate(() => {
    const scope = globalThis as unknown as {
      init: (to: Window) => MessagePort;
      early: MessagePort[];
      ask: (port: MessagePort) => void;
    };
    const target = document.querySelector<HTMLIFrameElement>('#fields')!.contentWindow!;
    for (const port of [...scope.early, scope.init(target)]) scope.ask(port);
    window.open('/popup');
  });
  const opened = await popup;
  await page.waitForTimeout(500);
  const sibling = page.frames().find((frame) => frame.url().includes('srcdoc'))!;
  expect(await gotIn([sibling, opened])).toEqual([0, 0]);
  expect((await received()).map(({ kind }) => kind)).toEqual(['pong']);
});

test.each<[string, unknown]>([
  ['an object', { kind: 'ping' }],
  ['an unknown kind', '{"kind":"read"}'],
  ['a kind of the prototype', '{"kind":"constructor"}'],
  ['a prototype as a member', '{"kind":"ping","__proto__":{"kind":"focus"}}'],
  ['an extra member', '{"kind":"ping","number":true}'],
  ['a message to the page', '{"kind":"press","act":"send"}'],
  ['a megabyte', `{"kind":"ping"}${' '.repeat(1_000_000)}`],
  ['text that is not JSON', 'ping'],
])('%s is not handled', async (_, message) => {
  const { send, received } = await embed();
  await send(message);
  expect((await received()).map(({ kind }) => kind)).toEqual(['pong']);
});

test('refusals of fields that no card has, and a language that is no tag, are harmless', async () => {
  const { page, fields, sendAll, received } = await embed();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const set = { ...setMessage(1, { operation: 'transfer', amount: 10_000, currency: 'USD' }), language: '!!' } as ToFrame;
  await sendAll(shopMessage(), wordsMessage(), set, statusMessage());
  await fields.locator('[name=number]').first().waitFor();
  const paths = [
    ['__proto__', 'number'],
    ['toString'],
    [],
    ['credit_card', '__proto__'],
    ['credit_card', 'constructor'],
    ['credit_card'],
  ];
  for (const [index, path] of paths.entries())
    await sendAll({ kind: 'refuse', serial: index + 2, errors: [{ path, messages: ['Wrong'] }] });
  const states = (await received()).flatMap((message) => (message.kind === 'state' ? message.seen : []));
  expect(states.at(-1)).toBe(paths.length + 1);
  expect(await fields.getByText('Wrong').count()).toBe(0);
  // A field that the card has, beside one that it does not have.
  const both = [
    ['__proto__', 'number'],
    ['credit_card', 'number'],
  ].map((path) => ({ path, messages: ['Wrong'] }));
  await sendAll({ kind: 'refuse', serial: 20, errors: both });
  await fields.locator('[part=error]').waitFor();
  expect(errors).toEqual([]);
});

test('a page without the element gets nothing sealed for another address, another sum, or cards that have changed', async () => {
  const { fields, sendAll, received } = await embed();
  const seal = (id: number, revision: number, amount: number) =>
    sendAll({
      kind: 'seal',
      id,
      revision,
      binding: { operation: 'check', amount, currency: 'USD', issuedAt: Date.now() },
    });
  const reasons = async (): Promise<string[]> =>
    (await received()).flatMap((message) => {
      if (message.kind === 'pong') return [];
      return message.kind === 'unsealed' ? message.reason : message.kind === 'fault' ? message.code : message.kind;
    });

  const elsewhereShop = { ...shopMessage(), checkoutUrl: 'https://evil.example' };
  await sendAll(elsewhereShop);
  await seal(1, 0, 10_000);
  expect(await reasons()).toEqual(['address_not_allowed', 'stale']);
  await sendAll(
    shopMessage(),
    wordsMessage(),
    setMessage(1, { operation: 'transfer', amount: 10_000, currency: 'USD' }),
    statusMessage(),
  );
  const numbers = fields.locator('[name=number]');
  await numbers.first().fill('4200000000000000');
  await numbers.last().fill('4111111111111111');
  const { revision, checkable } = (await received())
    .flatMap((message) => (message.kind === 'state' ? message.state : []))
    .at(-1)!;
  expect(checkable).toBe(true);
  // A second shop is ignored.
  await sendAll(elsewhereShop);
  await seal(2, revision - 1, 10_000);
  await seal(3, revision, 1);
  expect(await reasons()).toEqual(['stale', 'other_sum']);
  await numbers.last().fill('5555555555554444');
  // While the payer types a number, the page hears nothing of an edit.
  await numbers.first().click();
  await seal(4, revision, 10_000);
  expect(await reasons()).toContain('stale');
  // A valid request is sealed, so the refusals above have the right cause.
  await seal(5, revision + 2, 10_000);
  await seal(6, revision + 1, 10_000);
  expect((await reasons()).filter((each) => each === 'sealed')).toHaveLength(2);
});
