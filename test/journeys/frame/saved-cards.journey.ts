import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { P2pTransferElement, SavedCard } from '../../../src/index.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { CODE } from '../rig/payer.js';
import { FRAMES, shopPath, TALL } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

/** More cards than one message to the frame can contain. */
const OTHERS: readonly SavedCard[] = Array.from({ length: 9 }, (_, index) => ({
  token: `${index}`.repeat(200),
  brand: 'mir',
  last_4: `000${index}`,
  exp_month: '01',
  exp_year: index === 0 ? '2020' : '2031',
}));

const offer = (page: Page, cards: readonly SavedCard[], recipients: readonly SavedCard[], amount: number) =>
  page.locator('p2p-transfer').evaluate((element: P2pTransferElement, set) => Object.assign(element, set), {
    savedCards: cards,
    savedRecipients: recipients,
    amount,
  });

test.each(FRAMES)('%s: saved cards can be chosen, removed through an event, and used to pay a saved recipient', async (place) => {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.within.evaluate((element: P2pTransferElement) => {
    element.saveCard = 'agreed';
    element.removableCards = true;
    const kept = window as unknown as { paid: object; removed: unknown[] };
    kept.removed = [];
    element.addEventListener('checkout-outcome', ({ transaction }) => (kept.paid = transaction ?? {}));
    element.addEventListener('checkout-card-remove', ({ card, list }) => {
      kept.removed.push([list, card.last_4]);
      element[list] = element[list]?.filter(({ token }) => token !== card.token);
    });
  });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  const paid = (await page.evaluate('paid')) as { credit_card: SavedCard; recipient_card: SavedCard };
  await payer.within.evaluate((element: P2pTransferElement) => element.reset());

  const { token, brand, last_4 } = paid.recipient_card;
  await offer(page, [...OTHERS, paid.credit_card], [{ token, brand, last_4, label: 'Mum' }], freshAmount());
  const from = payer.form.getByRole('group', { name: 'From card' });
  await from.getByRole('radio').nth(10).waitFor();
  await payer.settle();
  expect(await from.getByRole('radio', { name: /0000 Expired/ }).isDisabled()).toBe(true);
  expect(await from.getByRole('radio', { name: 'Mir •••• 0001' }).isChecked()).toBe(true);
  await from.getByRole('button', { name: 'Remove Mir •••• 0001' }).click();
  await payer.settle();
  await from.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => page.evaluate('removed')).toEqual([['savedCards', '0001']]);
  await expect.poll(() => from.getByRole('radio').count()).toBe(10);
  expect(await from.getByRole('radio', { name: 'Mir •••• 0002' }).isChecked()).toBe(true);
  await expect.poll(() => from.getByRole('status').innerText()).toBe('Mir •••• 0001 was removed.');

  await payer.settle();
  await from.getByText('Visa •••• 0000').click();
  await payer.settle();
  await payer.form.getByRole('radio', { name: 'Mum Visa •••• 1111' }).click();
  await payer.readFee();
  expect(await payer.form.locator('[part=goes-to]').innerText()).toBe('To \u2068Mum\u2069 (Visa •••• 1111)');
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.reads()).toContain('\u2068Mum\u2069 (Visa •••• 1111)');

  await page.getByRole('button', { name: 'Send again' }).click();
  const chosen = () => payer.form.getByRole('radio', { checked: true });
  await expect.poll(() => chosen().count()).toBe(2);
  await expect.poll(() => chosen().nth(1).locator('..').innerText()).toMatch(/^Mum\s+Visa ••••\s1111$/);
  expect(await chosen().nth(0).locator('..').innerText()).toMatch(/^Visa ••••\s0000/);
  expect(await payer.from('Security code').inputValue()).toBe('');
});
