// The states that few payers meet. Only pictures are taken of them.
import { field, fill, freshAmount, open, PAYS, CHALLENGE, send, SLOW, STATES } from './states.mjs';

/** @typedef {import('./states.mjs').Visit} Visit */
/** @typedef {import('playwright').Locator} Locator */
/** @typedef {Readonly<Record<string, (visit: Visit) => Promise<Locator | undefined>>>} States */

const DECLINED = '4005550000000019';
const IMPOSSIBLE = '4000300000000014';
const NO_FEE = '4000610000000016';
const FEE_IN_EURO = '4000620000000015';

/** Sets attributes or properties of the element. @param {Visit} visit @param {Record<string, unknown>} values */
const set = ({ page }, values) =>
  page.locator('p2p-transfer, product-pay, plan-subscribe').evaluate((element, given) => {
    for (const [name, value] of Object.entries(given)) {
      if (typeof value === 'string') element.setAttribute(name, value);
      else Object.assign(element, { [name]: value });
    }
  }, values);

/** @param {Visit} visit @param {string} path @param {string} part */
export async function openOther({ page, shop, query }, path, part) {
  await page.goto(`${shop}${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`);
  await page.locator(part).first().waitFor();
}

/** The whole page. @param {Visit} visit */
export const whole = ({ page }) => page.locator('body');

/** Fills in the card of a product's form and presses its button. @param {Visit} visit @param {string} number */
export async function buy({ page }, number) {
  const form = page.locator('product-pay');
  const email = form.getByRole('textbox', { name: 'E-mail' });
  if ((await email.count()) > 0) await email.fill('ann@example.com');
  const card = form.getByRole('group', { name: 'Card' });
  await card.getByRole('textbox', { name: 'Card number' }).fill(number);
  await card.getByRole('textbox', { name: 'Expiry date' }).fill('12/30');
  await card.getByRole('textbox', { name: 'Security code' }).fill('737');
  await page.locator('[part~=submit]').click();
}

/** A transfer that needs the bank's page, which opens in another place. @param {Visit} visit @param {string} challenge */
async function sendInPlace(visit, challenge) {
  await fill(visit, CHALLENGE);
  await set(visit, { challenge });
  await visit.page.locator('dt:has-text("Fee") + dd', { hasText: /\d/ }).first().waitFor();
  await visit.page.getByRole('button', { name: /^Transfer/ }).click();
}

/** @type {States} */
const forms = {
  loading: async (visit) => {
    await visit.page.route('**/checkout.js', () => {});
    await visit.page.goto(`${visit.shop}/?${new URLSearchParams(visit.query)}`, { waitUntil: 'commit' });
    await visit.page.locator('.fallback').waitFor();
    return undefined;
  },
  refused: async (visit) => {
    await open(visit, '/');
    await visit.page.locator('p2p-transfer').evaluate((element) => element.setAttribute('public-key', 'none'));
    await visit.page.locator('[part~=setup-error]').first().waitFor();
    return undefined;
  },
  focused: async (visit) => {
    await open(visit, '/');
    await field(visit.page, 'From card', 'Expiry date').focus();
    return undefined;
  },
  amount: async (visit) => {
    await open(visit, '/');
    await set(visit, { 'min-amount': '1000', 'max-amount': '500000', 'save-card': '' });
    await visit.page.getByRole('textbox', { name: 'Amount' }).fill('9000');
    await visit.page.getByRole('textbox', { name: 'Amount' }).blur();
    return undefined;
  },
  large: async (visit) => {
    await fill(visit, PAYS);
    await set(visit, { amount: '98765432100' });
    await visit.page.locator('dt:has-text("Fee") + dd', { hasText: /\d/ }).first().waitFor();
    return undefined;
  },
  impossible: async (visit) => {
    await fill(visit, IMPOSSIBLE);
    await visit.page.locator('.price[data-quote=impossible], [part~=price]').first().waitFor();
    await visit.page.waitForTimeout(2000);
    return undefined;
  },
  'no-fee': async (visit) => {
    await fill(visit, NO_FEE);
    await visit.page.getByRole('button', { name: /Total|^Transfer/ }).waitFor();
    await visit.page.waitForTimeout(2000);
    return undefined;
  },
  'fee-in-euro': async (visit) => {
    await fill(visit, FEE_IN_EURO);
    await visit.page.waitForTimeout(3000);
    return undefined;
  },
  deadline: async (visit) => {
    await open(visit, '/');
    await set(visit, { 'expired-at': new Date(Date.now() + 25 * 60_000).toISOString() });
    await visit.page.locator('[part~=deadline]').waitFor();
    return undefined;
  },
  'deadline-over': async (visit) => {
    await fill(visit, PAYS);
    await set(visit, { 'expired-at': new Date(Date.now() + 2000).toISOString() });
    await visit.page.locator('[part~=deadline].error').waitFor();
    return undefined;
  },
  collected: async (visit) => {
    await open(visit, '/');
    await set(visit, { collect: 'holder recipient-holder recipient-expiry' });
    await visit.page.getByRole('button', { name: /^Transfer/ }).click();
    await visit.page.getByText('Enter the card number.').first().waitFor();
    return undefined;
  },
  'saved-one': async (visit) => {
    await open(visit, '/fixed', { amount: freshAmount() });
    const card = { token: 'visa', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
    await set(visit, { sourceCard: card, recipientCard: { ...card, token: 'master', brand: 'master', last_4: '5029' } });
    await visit.page.getByText('•••• 5029').first().waitFor();
    return undefined;
  },
  framed: async (visit) => {
    await visit.page.goto(`${visit.shop}/?${new URLSearchParams({ ...visit.query, fields: 'gateway' })}`);
    await visit.page.frameLocator('iframe').getByRole('group', { name: 'From card' }).waitFor();
    await visit.page.getByRole('button', { name: /^Transfer/ }).click();
    await visit.page.frameLocator('iframe').getByText('Enter the card number.').first().waitFor();
    return undefined;
  },
};

/** @type {States} */
const steps = {
  slow: async (visit) => {
    await send(visit, SLOW);
    await visit.page.getByText('This is taking longer than usual', { exact: false }).first().waitFor();
    return undefined;
  },
  popup: async (visit) => {
    const opened = visit.page.waitForEvent('popup');
    await sendInPlace(visit, 'popup');
    await opened;
    await visit.page.locator('[part~=window]').waitFor();
    return undefined;
  },
  'popup-closed': async (visit) => {
    const opened = visit.page.waitForEvent('popup');
    await sendInPlace(visit, 'popup');
    await (await opened).close();
    await visit.page.getByText('closed', { exact: false }).first().waitFor();
    return undefined;
  },
  dialog: async (visit) => {
    await sendInPlace(visit, 'dialog');
    await visit.page.frameLocator('dialog iframe').locator('#code').waitFor();
    return whole(visit);
  },
  'declined-plain': async (visit) => {
    await send(visit, DECLINED);
    await visit.page.locator('.outcome.failed').waitFor();
    return undefined;
  },
  'declined-final': async (visit) => {
    await fill(visit, IMPOSSIBLE.replace('14', '22'));
    await set(visit, { 'tracking-id': `order-${freshAmount()}`, prepare: undefined });
    await visit.page.locator('dt:has-text("Fee") + dd', { hasText: /\d/ }).first().waitFor();
    await visit.page.getByRole('button', { name: /^Transfer/ }).click();
    await visit.page.locator('.outcome.failed').waitFor();
    return undefined;
  },
  'try-again': async (visit) => {
    await send(visit, DECLINED);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByRole('button', { name: /Try again in/ }).waitFor();
    return undefined;
  },
  unfinished: async (visit) => {
    await STATES['unknown']?.(visit);
    await visit.page.getByRole('button', { name: 'Back to the form' }).click();
    await visit.page.locator('.unfinished').first().waitFor();
    return undefined;
  },
  unrecognized: async (visit) => {
    await openOther(visit, '/return?uid=made-up&status=successful', '.outcome.unrecognized');
    return undefined;
  },
};

/** @type {States} */
const sales = {
  'product-errors': async (visit) => {
    await openOther(visit, '/shop/bicycle', '[part~=submit]');
    await visit.page.locator('[part~=submit]').click();
    return undefined;
  },
  ticket: async (visit) => {
    await openOther(visit, '/shop/ticket', '[part~=submit]');
    return undefined;
  },
  bought: async (visit) => {
    await openOther(visit, '/shop/coffee', '[part~=submit]');
    await buy(visit, PAYS);
    await visit.page.locator('.outcome.successful').waitFor();
    return undefined;
  },
  link: async (visit) => {
    await openOther(visit, '/shop/coffee?mode=link', '[part~=link]');
    return undefined;
  },
  skeleton: async (visit) => {
    await visit.page.route('**/api/products/**', () => {});
    await openOther(visit, '/shop/coffee', '.skeleton');
    return undefined;
  },
  'plan-form': async (visit) => {
    await openOther(visit, '/plans/newspaper?in=page', '[part~=submit]');
    return undefined;
  },
  subscribed: async (visit) => {
    await openOther(visit, '/plans/coffee-club?in=page', '[part~=submit]');
    await buy(visit, PAYS);
    await visit.page.locator('.outcome.successful').waitFor();
    return undefined;
  },
};

/** @type {States} */
export const RARE_STATES = { ...forms, ...steps, ...sales };
