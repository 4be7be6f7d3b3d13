import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright';
import { freshAmount, type Journey, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { PHASES } from '../rig/page/routed-page.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const CHALLENGED = '4012000000001097';
/** What the page waits for to which the bank leads a payer back. */
let ledBack: Promise<void> | number = 0;
const shop = useOwnPage(({ pathname, search, searchParams }) => {
  if (pathname === '/cart') return html(`<a href="/pay${search}">Pay</a>`);
  if (pathname === '/builder') return html(`<iframe src="/pay${search}" sandbox="${searchParams.get('sandbox')}"></iframe>`);
  if (pathname !== '/pay') return undefined;
  const delay = searchParams.has('uid') ? ledBack : 0;
  const answer = html(
    `<script>
  events = [];
  for (const name of ['redirect', 'outcome', 'error']) {
    addEventListener('checkout-' + name, ({ outcome, error }) => events.push([name, outcome ?? error?.code].filter(Boolean).join(' ')));
  }
</script>${transferMarkup({ challenge: searchParams.get('challenge') ?? '', amount: searchParams.get('amount') ?? '' })}${scriptMarkup()}`,
    searchParams.has('blocked') ? { 'content-security-policy': "frame-src 'self'" } : {},
  );
  return { ...answer, delay };
});

const open = (challenge: string) => journeys.start(`/pay?challenge=${challenge}&amount=${freshAmount()}`, { shopUrl: shop.url });
const events = (page: Page): Promise<string[]> => page.evaluate<string[]>('events');
const bankButton = (payer: Payer, name = 'Continue to your bank') => payer.within.getByRole('button', { name });

test('popup: the bank’s page opens in its own window without a reference to this one; once confirmed, this page shows the outcome and closes it', async () => {
  const { page, context, payer } = await open('popup');
  const address = page.url();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const opened = context.waitForEvent('page');
  await payer.pay({ number: CHALLENGED });
  const bank = await opened;
  await bank.waitForURL(/\/3ds\//);
  expect(await bank.evaluate('window.opener')).toBeNull();
  expect(page.url()).toBe(address);
  await payer.heading('Confirm with your bank').waitFor();
  await payer.within.getByText('Your bank’s window is open.').first().waitFor();
  // The payer lost sight of it: the button brings the same window to the front.
  await bankButton(payer, 'Show the bank’s window').click();
  expect(context.pages()).toHaveLength(2);
  expect(errors).toEqual([]);

  const closed = bank.waitForEvent('close');
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await Promise.all([
    closed,
    // The window may close before the click has finished.
    bank
      .getByRole('button', { name: 'Confirm' })
      .click()
      .catch((error: unknown) => {
        if (!bank.isClosed()) throw error;
      }),
    payer.heading('Transfer complete').waitFor(),
  ]);
  expect(page.url()).toBe(address);
  expect(await events(page)).toEqual(['redirect', 'outcome successful']);
});

test('popup: it is closed also where the gateway’s answer is here before the bank has led back', async () => {
  const { context, payer } = await open('popup');
  const opened = context.waitForEvent('page');
  await payer.pay({ number: CHALLENGED });
  const bank = await opened;
  let leadBack = (): void => undefined;
  ledBack = new Promise<void>((resolve) => (leadBack = resolve));
  const closed = bank.waitForEvent('close');
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await bank.getByRole('button', { name: 'Confirm' }).click({ noWaitAfter: true });
  await payer.heading('Transfer complete').waitFor();
  leadBack();
  await closed;
});

test('popup blocked, or closed without an answer: the outcome stays open, and the button opens the bank’s page again', async () => {
  const { page, context, payer } = await open('popup');
  await page.evaluate(() => {
    const real = window.open.bind(window);
    window.open = () => {
      window.open = real;
      return null;
    };
  });
  await payer.pay({ number: CHALLENGED });
  await payer.within.getByText('We couldn’t open your bank’s window.').first().waitFor();
  expect(context.pages()).toHaveLength(1);
  for (const answers of [false, true]) {
    const opened = context.waitForEvent('page');
    await bankButton(payer, answers ? 'Open the bank’s window again' : 'Continue to your bank').click();
    const bank = await opened;
    await bank.waitForURL(/\/3ds\//);
    expect(await events(page)).toEqual(['redirect']);
    // The page looks twice a second; nobody closes a window sooner than that.
    await page.waitForTimeout(1000);
    if (answers)
      await bank
        .getByRole('button', { name: 'Cancel' })
        .click()
        .catch(() => undefined);
    else await bank.close();
    if (!answers) await payer.within.getByText('The bank’s window seems to be closed.').first().waitFor();
  }
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await events(page)).toEqual(['redirect', 'outcome failed']);
});

test('dialog: the bank’s page shows over this one and cannot navigate it; once confirmed, the dialog closes and the outcome shows', async () => {
  const { page, payer } = await open('auto');
  const address = page.url();
  await payer.pay({ number: CHALLENGED });
  const dialog = payer.within.getByRole('dialog', { name: 'Confirm with your bank' });
  await dialog.waitFor();
  const sandbox = await payer.within.locator('dialog iframe').getAttribute('sandbox');
  expect(sandbox).not.toContain('top-navigation');
  const bank = payer.within.frameLocator('dialog iframe');
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await payer.heading('Transfer complete').waitFor();
  expect(await dialog.count()).toBe(0);
  expect(page.url()).toBe(address);
  expect(await events(page)).toEqual(['redirect', 'outcome successful']);
});

test('dialog closed by Escape or its button: the outcome stays open, and the button shows it again', async () => {
  const { page, payer } = await open('auto');
  await payer.pay({ number: CHALLENGED });
  const dialog = payer.within.getByRole('dialog', { name: 'Confirm with your bank' });
  for (const close of [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Close' }).click()]) {
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: 'detached' });
    expect(await events(page)).toEqual(['redirect']);
    await bankButton(payer).click();
  }
  await payer.within.frameLocator('dialog iframe').getByRole('button', { name: 'Cancel' }).click();
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await events(page)).toEqual(['redirect', 'outcome failed']);
});

test.each([
  ['a window where the browser opens one', false],
  ['this page where it opens none', true],
])('auto: the payer who sees nothing gets the bank’s page in %s, and the outcome', async (_, isBlocked) => {
  const { page, context, payer } = await open('auto');
  if (isBlocked) await page.evaluate('window.open = () => null');
  await payer.pay({ number: CHALLENGED });
  const opened = isBlocked ? Promise.resolve(page) : context.waitForEvent('page');
  await bankButton(payer, 'Nothing here? Open your bank’s page').click();
  const bank = await opened;
  await bank.waitForURL(/\/3ds\//);
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await bank
    .getByRole('button', { name: 'Confirm' })
    .click()
    .catch(() => undefined);
  await payer.heading('Transfer complete').waitFor();
});

// Such a policy leaves no frame for the fields either.
const isInPage = inject('fieldsPlace') === 'page';

test.runIf(isInPage)(
  'auto: where the page’s policy blocks the frame, the page is left for the bank at once, and the payer comes back to the outcome',
  async () => {
    const query = `challenge=auto&blocked=&amount=${freshAmount()}`;
    const { page, payer } = await journeys.start(`/pay?${query}`, { shopUrl: shop.url });
    await payer.pay({ number: CHALLENGED });
    await payer.arriveAtBank();
    expect(page.frames()).toHaveLength(1);
    await payer.confirmAtBank('123456');
    await payer.heading('Transfer complete').waitFor();
  },
);

test('dialog: the bank’s pages leave nothing in the page’s history, and Back leads to where the payer came from', async () => {
  const { page, payer } = await journeys.start(`/cart?challenge=auto&amount=${freshAmount()}`, { shopUrl: shop.url });
  await page.getByRole('link', { name: 'Pay' }).click();
  await page.evaluate('addEventListener("popstate", () => events.push("popstate"))');
  await payer.pay({ number: CHALLENGED });
  const bank = payer.within.frameLocator('dialog iframe');
  await bank.getByRole('textbox', { name: 'Code' }).fill(' ');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  // The bank's next page, which complains.
  await bank.locator('input[aria-invalid=true]').fill('123456');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await payer.heading('Transfer complete').waitFor();
  // The bank's frame, and the empty one that marks the place in the history until the browser is back there.
  const frames = payer.within.locator('dialog iframe, iframe[srcdoc]');
  await expect.poll(() => frames.count(), { timeout: 20_000 }).toBe(0);
  expect(await events(page)).toEqual(['redirect', 'outcome successful']);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/cart');
});

/** Pays, and removes the element before it learns the address of the bank's page. */
async function payAndRemove({ page, payer }: Journey): Promise<void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/async/jobs/**', async (route) => {
    if (await page.evaluate(`document.querySelector('p2p-transfer')?.step === 'details'`)) return route.continue();
    await released;
    await route.continue();
  });
  await payer.pay({ number: CHALLENGED });
  await expect.poll(() => page.evaluate(PHASES), { timeout: 15_000 }).toBe('accepted');
  await page.evaluate(`
    removed = document.querySelector('p2p-transfer');
    removed.addEventListener('checkout-redirect', () => events.push('redirect of a removed element'));
    removed.remove();`);
  release();
  // The page that is about to be left can't be asked for its step any more.
  await page.unrouteAll({ behavior: 'wait' });
}

test.each(['redirect', 'popup', 'auto'])(
  '%s: an element removed before the bank’s page is known leads nowhere; the next one offers the page and shows the outcome',
  async (challenge) => {
    const journey = await open(challenge);
    const { page, context, payer } = journey;
    const address = page.url();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await payAndRemove(journey);
    await expect.poll(() => page.evaluate(PHASES), { timeout: 15_000 }).toBe('authentication');
    // A window would open at once; the dialog would wait a second for an empty frame, which can't load.
    await page.waitForTimeout(1500);
    expect(page.url()).toBe(address);
    expect(context.pages()).toHaveLength(1);
    expect([errors, await events(page)]).toEqual([[], []]);

    await page.evaluate(`document.querySelector('main').append(removed.cloneNode())`);
    const opened = context.waitForEvent('page', { timeout: 20_000 }).catch(() => page);
    const link = payer.within.getByRole(challenge === 'redirect' ? 'link' : 'button', { name: 'Continue to your bank' });
    await link.click();
    const bank = challenge === 'auto' ? payer.within.frameLocator('dialog iframe') : challenge === 'popup' ? await opened : page;
    await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
    await bank
      .getByRole('button', { name: 'Confirm' })
      .click()
      .catch(() => undefined);
    await payer.heading('Transfer complete').waitFor();
    expect(errors).toEqual([]);
  },
);

test('dialog: an element removed while it is open closes it; back in the page, it offers the bank’s page again', async () => {
  const { page, payer } = await open('auto');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await payer.pay({ number: CHALLENGED });
  const dialog = payer.within.getByRole('dialog', { name: 'Confirm with your bank' });
  await dialog.waitFor();
  await page.evaluate(`(removed = document.querySelector('p2p-transfer')).remove()`);
  await page.evaluate(`document.querySelector('main').append(removed)`);
  await bankButton(payer).click();
  expect(await dialog.evaluate((each) => each.matches(':modal'))).toBe(true);
  await payer.within.frameLocator('dialog iframe').getByRole('button', { name: 'Cancel' }).click();
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(errors).toEqual([]);
});

const framed = async (sandbox: string) => {
  const query = new URLSearchParams({ challenge: 'redirect', amount: String(freshAmount()), sandbox });
  const { page, context, canary } = await journeys.start(`/builder?${query}`, { shopUrl: shop.url });
  return { page, context, payer: new Payer(page, canary, page.frameLocator('iframe').locator('p2p-transfer')) };
};
const ALONE = 'allow-scripts allow-same-origin allow-forms';

test('redirect on a framed page: the bank’s page, which refuses to be framed, opens in a window', async () => {
  const { page, context, payer } = await framed(`${ALONE} allow-popups allow-popups-to-escape-sandbox`);
  const opened = context.waitForEvent('page');
  await payer.pay({ number: CHALLENGED });
  const bank = await opened;
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await bank
    .getByRole('button', { name: 'Confirm' })
    .click()
    .catch(() => undefined);
  await payer.heading('Transfer complete').waitFor();
  expect(await page.frames()[1]?.evaluate('events')).toEqual(['redirect', 'outcome successful']);
});

test('a frame that forbids windows: after the payer’s press, an error says what to allow', async () => {
  const { page, context, payer } = await framed(ALONE);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await payer.pay({ number: CHALLENGED });
  await bankButton(payer).click();
  await payer.within.getByText('We couldn’t open your bank’s window.').first().waitFor();
  expect(context.pages()).toHaveLength(1);
  expect(await page.frames()[1]?.evaluate('events')).toEqual(['redirect', 'error window_refused']);
  expect(logged.join()).toContain('add allow-popups and allow-popups-to-escape-sandbox');
});
