// The states that an element can be in, each reached as a payer reaches it, against the sandbox.

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Locator} Locator */
/**
 * @typedef {object} Visit
 * @property {Page} page
 * @property {string} shop the demo shop's address.
 * @property {Record<string, string>} query of the page, such as its theme.
 */

export const PAYS = '4200000000000000';
const EXACT_FEE = '4000600000000017';
export const CHALLENGE = '4012000000001097';
const WANTS_FIELDS = '4000100000000083';
const DECLINED = '4000300000000022';
export const SLOW = '4000400000000020';
const UNKNOWN = '4000400000000046';

let payments = 0;

/** A new amount for each payment: an equal one within 30 s would be a duplicate. */
export const freshAmount = () => String(10_000 + (payments += 1));

/** @param {Visit} visit @param {string} path @param {Record<string, string>} [more] */
export async function open({ page, shop, query }, path, more = {}) {
  await page.goto(`${shop}${path}?${new URLSearchParams({ ...query, ...more })}`);
  await page.locator('p2p-transfer').getByRole('group', { name: 'From card' }).waitFor();
}

/** @param {Page} page @param {string} card @param {string} label */
export const field = (page, card, label) => page.getByRole('group', { name: card }).getByRole('textbox', { name: label });

/** @param {Visit} visit @param {string} number */
export async function fill(visit, number) {
  const { page } = visit;
  await open(visit, '/fixed', { amount: freshAmount() });
  await field(page, 'From card', 'Card number').fill(number);
  await field(page, 'From card', 'Expiry date').fill('12/30');
  await field(page, 'From card', 'Security code').fill('737');
  await field(page, 'To card', 'Card number').fill('4111111111111111');
}

/** @param {Visit} visit @param {string} number */
export async function send(visit, number) {
  const { page } = visit;
  await fill(visit, number);
  await page.locator('dt:has-text("Fee") + dd', { hasText: /\d/ }).first().waitFor();
  await page.getByRole('button', { name: /^Send/ }).click();
}

const SAVED = [
  { token: 'visa', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' },
  { token: 'old', brand: 'american express', last_4: '0005', exp_month: '01', exp_year: '2020' },
  { token: 'master', brand: 'master', last_4: '5029', exp_month: '04', exp_year: '2031' },
];

/** A payer, and recipients, whose cards are known. @param {Visit} visit */
async function offerSaved(visit) {
  await open(visit, '/fixed', { amount: freshAmount() });
  await visit.page.locator('p2p-transfer').evaluate((element, cards) => {
    Object.assign(element, { savedCards: cards, savedRecipients: cards.slice(0, 3), removableCards: true });
  }, SAVED);
  await visit.page.getByRole('radio').first().waitFor();
}

/**
 * Brings a page into a state.
 *
 * @type {Readonly<Record<string, (visit: Visit) => Promise<Locator | undefined>>>}
 */
export const STATES = {
  empty: (visit) => open(visit, '/').then(() => undefined),
  errors: async (visit) => {
    await open(visit, '/');
    await visit.page.getByRole('button', { name: /^Send/ }).click();
    await visit.page.getByText('Enter the card number.').first().waitFor();
    return undefined;
  },
  fee: async (visit) => {
    await fill(visit, CHALLENGE);
    await visit.page.locator('dt:has-text("Fee") + dd', { hasText: /\d/ }).first().waitFor();
    return undefined;
  },
  exact: async (visit) => {
    await fill(visit, EXACT_FEE);
    await visit.page.getByRole('button', { name: /Total/ }).waitFor();
    return undefined;
  },
  wanted: async (visit) => {
    await fill(visit, WANTS_FIELDS);
    await field(visit.page, 'To card', 'Recipient’s name').waitFor();
    return undefined;
  },
  saved: async (visit) => {
    await offerSaved(visit);
    await visit.page.getByRole('group', { name: 'To card' }).getByText('Mastercard').click();
    await field(visit.page, 'From card', 'Security code').fill('737');
    return undefined;
  },
  removing: async (visit) => {
    await offerSaved(visit);
    await visit.page.getByRole('group', { name: 'From card' }).getByText('Another card').click();
    await visit.page.getByRole('button', { name: 'Remove Visa •••• 0000' }).first().click();
    await visit.page.getByRole('button', { name: /^Send/ }).click();
    return undefined;
  },
  waiting: async (visit) => {
    await send(visit, SLOW);
    await visit.page.getByRole('heading', { name: /^Sending/ }).waitFor();
    return undefined;
  },
  successful: async (visit) => {
    await send(visit, PAYS);
    await visit.page.locator('.outcome.successful').waitFor();
    return undefined;
  },
  declined: async (visit) => {
    await send(visit, DECLINED);
    await visit.page.locator('.outcome.failed').waitFor();
    return undefined;
  },
  unknown: async (visit) => {
    // Without this, the shop's server would find the outcome.
    await visit.page.route('**/api/status*', (route) => route.fulfill({ status: 503 }));
    await send(visit, UNKNOWN);
    await visit.page.locator('.outcome.unknown').waitFor({ timeout: 90_000 });
    return undefined;
  },
  bank: async (visit) => {
    await send(visit, CHALLENGE);
    await visit.page.waitForURL(/3ds/);
    return visit.page.locator('body');
  },
  product: async ({ page, shop }) => {
    await page.goto(`${shop}/shop/coffee`);
    await page.getByRole('button', { name: /^Pay/ }).waitFor();
    return undefined;
  },
  plan: async ({ page, shop }) => {
    await page.goto(`${shop}/plans/coffee-club`);
    await page.getByRole('button', { name: /^Subscribe/ }).waitFor();
    return undefined;
  },
};
