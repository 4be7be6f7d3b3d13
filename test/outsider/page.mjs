// The shop's page driven as a payer would: labels and roles of the design's Elements table, nothing else.
/** Source cards of the journeys. */
export const SOURCE = { challenge: '4012000000001097', success: '4200000000000000', declined: '4005550000000019' };
/** The recipient of every journey. */
export const RECIPIENT = '4200000000000000';
/** The verification value typed in every journey. */
export const VALUE = '987';
const READS = { successful: [/success|complete|sent|paid|transferred/i, /declin|fail|not (been )?(made|paid|sent|transferred)/i], failed: [/declin|fail|not (been )?(made|paid|sent|transferred)/i, /success|complete|\bwas sent|\bis paid/i] };

// Runs in the page before its own code: what the elements tell the merchant (events bubble and are composed).
const recordEvents = () => {
  const keep = (name) => (event) => {
    const all = JSON.parse(sessionStorage.getItem('outsider') ?? '[]');
    const { outcome, final, trackingId, transaction, amount, currency, fee, estimated, total } = event;
    all.push({ name, outcome, final, trackingId, status: transaction?.status, uid: transaction?.uid, amount, currency, fee, estimated, total, error: event.error?.code });
    sessionStorage.setItem('outsider', JSON.stringify(all));
  };
  for (const name of ['checkout-ready', 'checkout-quote', 'checkout-submit', 'checkout-redirect', 'checkout-outcome', 'checkout-error', 'checkout-cancel']) addEventListener(name, keep(name));
};
/** Everything the elements told the page, oldest first. */
export const eventsOf = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('outsider') ?? '[]'));

/** The parts of the transfer, by role and label. */
export function parts(page) {
  const from = page.getByRole('group', { name: 'From card' });
  const to = page.getByRole('group', { name: 'To card' });
  return {
    from, to, number: from.getByRole('textbox', { name: 'Card number' }), expiry: from.getByRole('textbox', { name: 'Expiry date' }),
    code: from.getByRole('textbox', { name: 'Security code' }), holder: from.getByRole('textbox', { name: 'Name on card' }),
    recipient: to.getByRole('textbox', { name: 'Card number' }), amount: page.getByRole('textbox', { name: 'Amount' }),
    transfer: page.getByRole('button', { name: /^Transfer/ }), fee: page.getByText(/\bfee\b.*\d/i).filter({ visible: true }).first(),
  };
}

/** Opens the shop in a context of its own; every request is watched for card data outside ciphertext. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options });
  const leaked = [];
  context.on('request', (request) => {
    const text = `${request.url()}\n${request.postData() ?? ''}\n${JSON.stringify(request.headers())}`;
    if ([...Object.values(SOURCE), RECIPIENT].some((pan) => text.includes(pan)) || /verification_value/.test(request.postData() ?? '')) leaked.push(`${request.method()} ${request.url()}`);
  });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.setDefaultTimeout(15_000);
  await page.addInitScript(recordEvents);
  await page.goto(`${url}/`);
  await parts(page).number.waitFor();
  return { context, page, leaked, faults };
}

/** Types both cards and the amount. */
export async function fill(page, { card, amount }) {
  const p = parts(page);
  await p.number.fill(card);
  await p.expiry.fill('12/31');
  await p.code.fill(VALUE);
  if (await p.holder.isVisible()) await p.holder.fill('JANE DOE');
  await p.recipient.fill(RECIPIENT);
  await p.amount.fill(amount);
}

/** The fee is there before anything is pressed. */
export async function feeBefore(t, page, amount) {
  const p = parts(page);
  await p.fee.waitFor();
  t.match('the fee is shown before the press', await p.fee.innerText(), /\d/);
  t.ok('the button names the amount', (await p.transfer.innerText()).includes(amount), amount, await p.transfer.innerText());
  const quote = (await eventsOf(page)).findLast((event) => event.name === 'checkout-quote');
  t.ok('checkout-quote told the page', quote !== undefined, 'the event', await eventsOf(page));
}

/** The outcome number `count` (1 is the first) the page was told, or undefined when patience (ms) is over. */
export async function waitOutcome(page, count = 1, patience = 30_000) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      const outcomes = (await eventsOf(page)).filter((event) => event.name === 'checkout-outcome');
      if (outcomes.length >= count || Date.now() > end) return outcomes[count - 1];
    } catch {
      // Between two pages there is nothing to ask.
    }
    await page.waitForTimeout(200);
  }
}

/** What is announced: visible headings, status and alert regions (open shadow roots included). */
export async function announced(page) {
  const found = await Promise.all(['heading', 'status', 'alert'].map((role) => page.getByRole(role).filter({ visible: true }).allInnerTexts()));
  return found.flat().join(' | ').replaceAll(/\s+/g, ' ');
}

/** The event and the words agree, and name a reference. */
export async function expectOutcome(t, page, want, count = 1) {
  const got = await waitOutcome(page, count);
  t.equal('checkout-outcome', got?.outcome, want);
  t.equal('the outcome is final', got?.final, true);
  t.equal('it carries the transaction', got?.status, want);
  t.ok('it carries the tracking id', typeof got?.trackingId === 'string' && got.trackingId.length > 0, 'a string', got?.trackingId);
  // The shop's own words beside the element may follow a moment later.
  await page.waitForTimeout(1500);
  const text = await announced(page);
  const [says, never] = READS[want];
  t.match('the payer reads it', text, says);
  t.ok('and reads nothing to the contrary', !never.test(text), `none of ${never}`, text);
  const body = await page.locator('main, body').last().ariaSnapshot();
  t.ok('the payer sees a reference to quote', body.includes(got?.uid) || body.includes(got?.trackingId), 'uid or tracking id', body.slice(0, 400));
  return got;
}

/** Ends a journey: nothing leaked, nothing broke. */
export async function close(t, opened) {
  t.equal('no card data in any request outside ciphertext', opened.leaked, []);
  t.equal('no error on the console', opened.faults, []);
  await opened.context.close();
}

/** The code's field on the bank's page, once that is open. */
export async function atBank(page) {
  const box = page.getByRole('textbox', { name: 'Code' });
  await box.waitFor();
  return box;
}
