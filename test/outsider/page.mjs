// The shop's page driven as a payer would: labels and roles of the design's Elements table, nothing else.
import { launch } from './browser.mjs';
import { runSection } from './report.mjs';

const SOURCE = { challenge: '4012000000001097', declined: '4005550000000019' };
const RECIPIENT = '4200000000000000';
const VALUE = '987';
const GOOD = /success|complete|sent|paid|transferred|done/i;
const BAD = /declin|fail|refus|reject|not (been )?(made|paid|sent|completed|charged)|no money|cancel/i;

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
const eventsOf = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('outsider') ?? '[]'));

function parts(page) {
  const from = page.getByRole('group', { name: 'From card' });
  const to = page.getByRole('group', { name: 'To card' });
  return {
    from, to, number: from.getByRole('textbox', { name: 'Card number' }), expiry: from.getByRole('textbox', { name: 'Expiry date' }),
    code: from.getByRole('textbox', { name: 'Security code' }), holder: from.getByRole('textbox', { name: 'Name on card' }),
    recipient: to.getByRole('textbox', { name: 'Card number' }), amount: page.getByRole('textbox', { name: 'Amount' }),
    transfer: page.getByRole('button', { name: /^Transfer/ }), fee: page.getByText(/\bfee\b.*\d/i).first(),
  };
}

/** Opens the shop in a context of its own; every request is watched for card data outside ciphertext. */
async function open(browser, url, options = {}) {
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

async function fill(page, { card, amount }) {
  const p = parts(page);
  await p.number.fill(card);
  await p.expiry.fill('12/31');
  await p.code.fill(VALUE);
  if (await p.holder.isVisible()) await p.holder.fill('JANE DOE');
  await p.recipient.fill(RECIPIENT);
  await p.amount.fill(amount);
}

async function feeBefore(t, page, amount) {
  const p = parts(page);
  await p.fee.waitFor();
  t.match('the fee is shown before the press', await p.fee.innerText(), /\d/);
  t.ok('the button names the amount', (await p.transfer.innerText()).includes(amount), amount, await p.transfer.innerText());
  const quote = (await eventsOf(page)).findLast((event) => event.name === 'checkout-quote');
  t.ok('checkout-quote told the page', quote !== undefined, 'the event', await eventsOf(page));
}

const waitOutcome = async (page, patience = 30_000) => {
  const end = Date.now() + patience;
  for (;;) {
    try {
      const outcome = (await eventsOf(page)).findLast((event) => event.name === 'checkout-outcome');
      if (outcome || Date.now() > end) return outcome;
    } catch {
      // Between two pages there is nothing to ask.
    }
    await page.waitForTimeout(200);
  }
};

async function expectOutcome(t, page, want, visible) {
  const got = await waitOutcome(page);
  t.equal('checkout-outcome', got?.outcome, want);
  t.equal('the outcome is final', got?.final, true);
  if (want === 'successful') t.ok('it carries the transaction', got?.status === 'successful' && got.uid && got.trackingId, 'status, uid, trackingId', got);
  // Text inside open shadow roots counts: it is what the payer reads.
  const text = await page.evaluate(() => {
    const read = (node) => [...node.childNodes].map((child) => (child.nodeType === 3 ? child.data : child.nodeType === 1 && !['STYLE', 'SCRIPT'].includes(child.tagName) && child.checkVisibility?.() !== false ? read(child.shadowRoot ?? child) : '')).join(' ');
    return read(document.body).replaceAll(/\s+/g, ' ');
  });
  t.match('the payer reads it', text, visible);
  if (want === 'successful' && got?.uid) t.ok('the payer sees a reference to quote', text.includes(got.uid) || text.includes(got.trackingId), 'uid or tracking id', text.slice(0, 500));
}

async function close(t, opened) {
  t.equal('no card data in any request outside ciphertext', opened.leaked, []);
  t.equal('no error on the console', opened.faults, []);
  await opened.context.close();
}

const atBank = async (page) => {
  const box = page.getByRole('textbox', { name: 'Code' });
  await box.waitFor();
  return box;
};

async function confirmed(t, browser, url) {
  const opened = await open(browser, url);
  const { page } = opened;
  const p = parts(page);
  for (const name of ['from', 'to', 'number', 'expiry', 'code', 'recipient', 'amount', 'transfer']) t.equal(`one "${name}" by its role and label`, await p[name].count(), 1);
  await fill(page, { card: SOURCE.challenge, amount: '100.00' });
  await feeBefore(t, page, '100.00');
  await p.transfer.click();
  const box = await atBank(page);
  t.ok('the bank’s page has another origin', new URL(page.url()).origin !== new URL(url).origin, 'another', page.url());
  await box.fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectOutcome(t, page, 'successful', GOOD);
  t.equal('back on the shop’s origin', new URL(page.url()).origin, new URL(url).origin);
  await close(t, opened);
}

async function declined(t, browser, url) {
  const opened = await open(browser, url);
  await fill(opened.page, { card: SOURCE.declined, amount: '101.00' });
  await feeBefore(t, opened.page, '101.00');
  await parts(opened.page).transfer.click();
  await expectOutcome(t, opened.page, 'failed', BAD);
  t.equal('the verification value is cleared, the card stays', [await parts(opened.page).code.inputValue(), (await parts(opened.page).number.inputValue()).replaceAll(/\D/g, '')], ['', SOURCE.declined]);
  await close(t, opened);
}

async function cancelled(t, browser, url) {
  const opened = await open(browser, url);
  await fill(opened.page, { card: SOURCE.challenge, amount: '102.00' });
  await feeBefore(t, opened.page, '102.00');
  await parts(opened.page).transfer.click();
  await atBank(opened.page);
  await opened.page.getByRole('button', { name: 'Cancel' }).click();
  await expectOutcome(t, opened.page, 'failed', BAD);
  await close(t, opened);
}

async function tabTo(page, locator) {
  for (let i = 0; i < 40; i += 1) {
    if (await locator.evaluate((element) => element.getRootNode().activeElement === element)) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

async function keyboard(t, browser, url) {
  const opened = await open(browser, url);
  const { page } = opened;
  const p = parts(page);
  const steps = [['number', SOURCE.challenge], ['expiry', '1231'], ['code', VALUE], ['recipient', RECIPIENT], ['amount', '103.00']];
  for (const [name, text] of steps) {
    t.ok(`Tab reaches "${name}"`, await tabTo(page, p[name]), 'reached', 'not in 40 presses');
    await page.keyboard.type(text);
    if (name === 'code' && await p.holder.isVisible() && await tabTo(page, p.holder)) await page.keyboard.type('JANE DOE');
  }
  await feeBefore(t, page, '103.00');
  t.ok('Tab reaches the button', await tabTo(page, p.transfer), 'reached', 'not in 40 presses');
  await page.keyboard.press('Enter');
  const box = await atBank(page);
  t.ok('Tab reaches the code', await tabTo(page, box), 'reached', 'not in 40 presses');
  await page.keyboard.type('123456');
  t.ok('Tab reaches Confirm', await tabTo(page, page.getByRole('button', { name: 'Confirm' })), 'reached', 'not in 40 presses');
  await page.keyboard.press('Enter');
  await expectOutcome(t, page, 'successful', GOOD);
  await close(t, opened);
}

async function phone(t, browser, url) {
  const opened = await open(browser, url, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const { page } = opened;
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  t.ok('the form fits the width', await fits(), 'no sideways scrolling', await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]));
  await fill(page, { card: SOURCE.challenge, amount: '104.00' });
  await feeBefore(t, page, '104.00');
  const size = await parts(page).transfer.boundingBox();
  t.ok('the button is big enough for a thumb', size.height >= 40 && size.width >= 150, '40 by 150 px', size);
  await parts(page).transfer.tap();
  const box = await atBank(page);
  t.ok('the bank’s page fits the width', await fits(), 'no sideways scrolling', '');
  await box.fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).tap();
  await expectOutcome(t, page, 'successful', GOOD);
  t.ok('the outcome fits the width', await fits(), 'no sideways scrolling', '');
  await close(t, opened);
}

/** All journeys, each in a browser context of its own. */
export async function drivePage(urls) {
  const browser = await launch();
  const journeys = { 'Page: challenge confirmed': confirmed, 'Page: decline': declined, 'Page: challenge cancelled': cancelled, 'Page: keyboard only': keyboard, 'Page: phone': phone };
  try {
    for (const [name, journey] of Object.entries(journeys)) await runSection(name, (t) => journey(t, browser, urls.shop));
  } finally {
    await browser.close();
  }
}
