import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/own-page.js';
import type { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const CHALLENGED = '4012000000001097';
const shop = useOwnPage(({ pathname, searchParams }) =>
  pathname === '/pay'
    ? html(`<script>
  events = [];
  for (const name of ['redirect', 'outcome', 'error']) {
    addEventListener('checkout-' + name, (event) => events.push([name, event.outcome].filter(Boolean).join(' ')));
  }
</script>${transferMarkup({ challenge: searchParams.get('challenge') ?? '', amount: searchParams.get('amount') ?? '' })}${scriptMarkup()}`)
    : undefined,
);

const open = (challenge: string) => journeys.start(`/pay?challenge=${challenge}&amount=${freshAmount()}`, { shopUrl: shop.url });
const events = (page: Page): Promise<string[]> => page.evaluate<string[]>('events');
const bankButton = (payer: Payer) => payer.element.getByRole('button', { name: 'Continue to your bank' });

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
  // The payer lost sight of it: the button brings the same window to the front.
  await bankButton(payer).click();
  expect(context.pages()).toHaveLength(2);
  expect(errors).toEqual([]);

  const closed = bank.waitForEvent('close');
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  // The window may close before the click has finished.
  await bank
    .getByRole('button', { name: 'Confirm' })
    .click()
    .catch(() => undefined);
  await payer.heading('Transfer complete').waitFor();
  await closed;
  expect(page.url()).toBe(address);
  expect(await events(page)).toEqual(['redirect', 'outcome successful']);
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
  await bankButton(payer).waitFor();
  expect(context.pages()).toHaveLength(1);
  for (const answers of [false, true]) {
    const opened = context.waitForEvent('page');
    await bankButton(payer).click();
    const bank = await opened;
    await bank.waitForURL(/\/3ds\//);
    expect(await events(page)).toEqual(['redirect']);
    if (answers)
      await bank
        .getByRole('button', { name: 'Cancel' })
        .click()
        .catch(() => undefined);
    else await bank.close();
  }
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await events(page)).toEqual(['redirect', 'outcome failed']);
});

test('dialog: the bank’s page shows over this one and cannot navigate it; once confirmed, the dialog closes and the outcome shows', async () => {
  const { page, payer } = await open('dialog');
  const address = page.url();
  await payer.pay({ number: CHALLENGED });
  const dialog = payer.element.getByRole('dialog', { name: 'Confirm with your bank' });
  await dialog.waitFor();
  const sandbox = await payer.element.locator('iframe').getAttribute('sandbox');
  expect(sandbox).not.toContain('top-navigation');
  const bank = payer.element.frameLocator('iframe');
  await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await payer.heading('Transfer complete').waitFor();
  expect(await dialog.count()).toBe(0);
  expect(page.url()).toBe(address);
  expect(await events(page)).toEqual(['redirect', 'outcome successful']);
});

test('dialog closed by Escape or its button: the outcome stays open, and the button shows it again', async () => {
  const { page, payer } = await open('dialog');
  await payer.pay({ number: CHALLENGED });
  const dialog = payer.element.getByRole('dialog', { name: 'Confirm with your bank' });
  for (const close of [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Close' }).click()]) {
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: 'detached' });
    expect(await events(page)).toEqual(['redirect']);
    await bankButton(payer).click();
  }
  await payer.element.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await events(page)).toEqual(['redirect', 'outcome failed']);
});
