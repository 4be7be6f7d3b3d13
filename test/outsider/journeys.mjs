// A payer's journeys through the shop's page; each in a browser context of its own.
import { launch } from './browser.mjs';
import { checkDown, impossible, jobInDoubt, lostPost } from './doubt.mjs';
import { announced, atBank, close, eventsOf, expectOutcome, feeBefore, fill, open, parts, RECIPIENT, SOURCE, VALUE, waitOutcome } from './page.mjs';
import { runSection } from './report.mjs';

async function confirmed(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const p = parts(page);
  for (const name of ['from', 'to', 'number', 'expiry', 'code', 'recipient', 'amount', 'transfer']) t.equal(`one "${name}" by its role and label`, await p[name].count(), 1);
  await fill(page, { card: SOURCE.challenge, amount: '100.00' });
  await feeBefore(t, page, '100.00');
  await p.transfer.click();
  const box = await atBank(page);
  t.ok('the bank’s page has another origin', new URL(page.url()).origin !== new URL(urls.shop).origin, 'another', page.url());
  await box.fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const got = await expectOutcome(t, page, 'successful');
  t.equal('back on the shop’s origin', new URL(page.url()).origin, new URL(urls.shop).origin);
  await truth(t, urls, got, 10_000, 'successful');
  await page.reload();
  await page.waitForTimeout(2500);
  t.ok('after a reload nobody is told that it failed', !/declin|fail|not (been )?(made|paid|sent|transferred)/i.test(await announced(page)), 'no failure', await announced(page));
  await close(t, opened);
}

/** What the gateway itself says to the merchant, where its addresses were given. */
async function truth(t, urls, outcome, amount, status) {
  if (!urls.gateway || !urls.console || !outcome?.uid) return;
  const shops = await (await fetch(`${urls.console}/sandbox/shops`)).json();
  const answers = await Promise.all(shops.map((shop) => fetch(`${urls.gateway}/transactions/${outcome.uid}`, { headers: { authorization: `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}` } })));
  const own = answers.find((answer) => answer.ok);
  const transaction = own && (await own.json()).transaction;
  t.equal('the gateway says the same', [transaction?.status, transaction?.amount, transaction?.tracking_id], [status, amount, outcome.trackingId]);
}

async function declined(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const p = parts(page);
  await fill(page, { card: SOURCE.declined, amount: '101.00' });
  await feeBefore(t, page, '101.00');
  await p.transfer.click();
  const first = await expectOutcome(t, page, 'failed');
  await truth(t, urls, first, 10_100, 'failed');
  if (!(await p.code.isVisible())) await page.getByRole('button', { name: /again/i }).click();
  await p.code.waitFor();
  t.equal('the verification value is cleared, the card stays', [await p.code.inputValue(), (await p.number.inputValue()).replaceAll(/\D/g, '')], ['', SOURCE.declined]);
  await p.code.fill(VALUE);
  const countdown = page.getByRole('button', { name: /\d+ ?s/ });
  t.ok('the button counts down', await countdown.count() === 1 && await countdown.isDisabled(), 'a disabled button with seconds', await countdown.allInnerTexts());
  await p.transfer.and(page.getByRole('button', { disabled: false })).waitFor({ timeout: 40_000 });
  await feeBefore(t, page, '101.00');
  await p.transfer.click();
  // Too early, the gateway would take it for a duplicate (spec 8) and the outcome would be unknown.
  const second = await expectOutcome(t, page, 'failed', 2);
  t.ok('the second attempt has a tracking id of its own', second?.trackingId !== first?.trackingId, 'another', second?.trackingId);
  await close(t, opened);
}

async function fees(t, browser, urls) {
  if (!urls.console) return t.note('no --console-url: which cards have an exact or a foreign fee is not known');
  const cards = await (await fetch(`${urls.console}/sandbox/cards`)).json();
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const quoteOf = async (pattern) => {
    const before = (await eventsOf(page)).filter((event) => event.name === 'checkout-quote').length;
    await fill(page, { card: cards.find((card) => pattern.test(card.label)).number, amount: '110.00' });
    for (let i = 0; i < 50; i += 1) {
      const quotes = (await eventsOf(page)).filter((event) => event.name === 'checkout-quote');
      if (quotes.length > before && quotes.at(-1).fee !== undefined) return quotes.at(-1);
      await page.waitForTimeout(200);
    }
    return undefined;
  };
  const p = parts(page);
  const exact = await quoteOf(/^exact fee/i);
  t.equal('bank_fee in the transfer’s currency is no estimate, and adds up', [exact?.amount, exact?.estimated, exact?.total], [11_000, false, 11_000 + exact?.fee]);
  const total = (11_000 + (exact?.fee ?? 0)) / 100;
  const shown = `${await p.fee.innerText()} ${await p.transfer.innerText()}`;
  t.ok('then the total is said before the press', shown.includes(total.toFixed(2)), total.toFixed(2), shown);
  const foreign = await quoteOf(/fee in euro/i);
  t.equal('a fee in another currency is never added', foreign?.total ?? 'none', 'none');
  t.ok('then the button says the amount', (await p.transfer.innerText()).includes('110.00'), '110.00', await p.transfer.innerText());
  t.match('and the fee stands beside in its own currency', await p.fee.innerText(), /EUR|€/);
  return close(t, opened);
}

async function cancelled(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  await fill(page, { card: SOURCE.challenge, amount: '102.00' });
  await feeBefore(t, page, '102.00');
  await parts(page).transfer.click();
  await atBank(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const got = await expectOutcome(t, page, 'failed');
  await truth(t, urls, got, 10_200, 'failed');
  // Facts: return_url parameters are forgeable, hints and never a result.
  const forged = new URL(page.url());
  forged.searchParams.set('status', 'successful');
  const stranger = await open(browser, urls.shop);
  for (const one of [page, stranger.page]) {
    await one.goto(forged.href);
    await one.waitForTimeout(4000);
    const outcomes = (await eventsOf(one)).filter((event) => event.name === 'checkout-outcome' && event.outcome === 'successful');
    t.equal(`a forged status=successful, ${one === page ? 'same' : 'another'} browser: no successful outcome`, outcomes, []);
    const text = await announced(one);
    t.ok(`a forged status=successful, ${one === page ? 'same' : 'another'} browser: nobody reads success`, !/transfer complete|success|was sent/i.test(text), 'no success', text);
  }
  await stranger.context.close();
  await close(t, opened);
}

async function wrongCode(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  await fill(page, { card: SOURCE.challenge, amount: '105.00' });
  await feeBefore(t, page, '105.00');
  await parts(page).transfer.click();
  const box = await atBank(page);
  await page.reload();
  await box.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectOutcome(t, page, 'failed');
  await close(t, opened);
}

async function backFromBank(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const p = parts(page);
  await fill(page, { card: SOURCE.challenge, amount: '106.00' });
  await feeBefore(t, page, '106.00');
  await p.transfer.click();
  await atBank(page);
  const bank = page.url();
  await page.goBack();
  await page.waitForTimeout(2500);
  const numbers = await p.number.count() > 0 && await p.number.isVisible() ? [await p.number.inputValue(), await p.code.inputValue()] : ['', ''];
  t.equal('Back from the bank: no card number, no verification value in the inputs', numbers, ['', '']);
  t.ok('Back from the bank: the payer is told of the unfinished transfer', /unfinished|waiting|confirm|bank|continue|don.t pay again/i.test(await announced(page)), 'a word about it', await announced(page));
  t.equal('Back from the bank: no failure is claimed', (await eventsOf(page)).filter((event) => event.name === 'checkout-outcome' && event.outcome === 'failed'), []);
  await page.goto(bank);
  await (await atBank(page)).fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const got = await waitOutcome(page, 1);
  t.equal('confirmed after all: successful', got?.outcome, 'successful');
  await close(t, opened);
}

async function wrongFields(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const p = parts(page);
  const posts = [];
  page.on('request', (request) => { if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/p2p')) posts.push(request.url()); });
  await fill(page, { card: '4200000000000001', amount: '107.00' });
  await p.transfer.click();
  await page.waitForTimeout(1000);
  t.equal('a PAN that fails Luhn is marked', await p.number.getAttribute('aria-invalid'), 'true');
  t.equal('and nothing is sent', posts, []);
  await p.number.fill(SOURCE.success);
  await p.expiry.fill('01/20');
  await p.transfer.click();
  await page.waitForTimeout(1000);
  t.equal('a past expiry is marked', await p.expiry.getAttribute('aria-invalid'), 'true');
  await p.expiry.fill('12/31');
  await p.code.fill('98');
  await p.transfer.click();
  await page.waitForTimeout(1000);
  t.equal('a short security code is marked', await p.code.getAttribute('aria-invalid'), 'true');
  t.equal('and still nothing is sent', posts, []);
  await p.code.fill(VALUE);
  await feeBefore(t, page, '107.00');
  await p.transfer.click();
  await expectOutcome(t, page, 'successful');
  t.equal('put right, one transfer is sent', posts.length, 1);
  await close(t, opened);
}

async function holderAsked(t, browser, urls) {
  if (!urls.console) return t.note('no --console-url: which card asks for the holder is not known');
  const cards = await (await fetch(`${urls.console}/sandbox/cards`)).json();
  const card = cards.find((one) => String(one.asks?.credit_card) === 'holder' && !one.asks.recipient_card && !/successful/i.test(one.label));
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const p = parts(page);
  await fill(page, { card: card.number, amount: '108.00' });
  await p.holder.waitFor();
  t.ok('the card that needs it opens "Name on card"', await p.holder.isVisible(), 'visible', '');
  await p.holder.fill('JANE DOE');
  await feeBefore(t, page, '108.00');
  await p.transfer.click();
  await expectOutcome(t, page, 'successful');
  return close(t, opened);
}

async function tabTo(page, locator) {
  for (let i = 0; i < 40; i += 1) {
    if (await locator.evaluate((element) => element.getRootNode().activeElement === element)) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

async function keyboard(t, browser, urls) {
  const opened = await open(browser, urls.shop);
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
  await expectOutcome(t, page, 'successful');
  await close(t, opened);
}

async function phone(t, browser, urls) {
  const opened = await open(browser, urls.shop, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const { page } = opened;
  const fits = async (what) => {
    const [inside, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    t.ok(`${what} fits the width`, inside <= window, `${window} px`, `${inside} px`);
  };
  await fits('the form');
  await fill(page, { card: SOURCE.challenge, amount: '104.00' });
  await feeBefore(t, page, '104.00');
  const size = await parts(page).transfer.boundingBox();
  t.ok('the button is big enough for a thumb', size.height >= 40 && size.width >= 150, '40 by 150 px', size);
  await parts(page).transfer.tap();
  const box = await atBank(page);
  await fits('the bank’s page');
  await box.fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).tap();
  await expectOutcome(t, page, 'successful');
  await fits('the outcome');
  await close(t, opened);
}

/** All journeys, one after another. */
export async function drivePage(urls) {
  const browser = await launch();
  const journeys = {
    'challenge confirmed': confirmed, 'decline, then again': declined, 'exact and foreign fees': fees, 'challenge cancelled': cancelled, 'wrong code': wrongCode,
    'back from the bank': backFromBank, 'wrong fields': wrongFields, 'holder asked for': holderAsked, 'impossible check': impossible, 'check unanswered': checkDown, 'POST unanswered': lostPost, 'job in doubt': jobInDoubt, 'keyboard only': keyboard, 'phone': phone,
  };
  try {
    for (const [name, journey] of Object.entries(journeys)) await runSection(`Page: ${name}`, (t) => journey(t, browser, urls));
  } finally {
    await browser.close();
  }
}
