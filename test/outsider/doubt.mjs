// Journeys in which the answer is lost: the payer never reads a failure that nobody proved, nothing is paid twice.
import { announced, close, eventsOf, expectOutcome, feeBefore, fill, open, parts, SOURCE, waitOutcome } from './page.mjs';

const listed = async (urls, pattern) => {
  if (!urls.console) return undefined;
  const cards = await (await fetch(`${urls.console}/sandbox/cards`)).json();
  return cards.find((card) => pattern.test(card.label))?.number;
};
const isTransfer = (request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/ctp/api/async/p2p');
const outcomesOf = async (page) => (await eventsOf(page)).filter((event) => event.name === 'checkout-outcome');

/** Every POST of the transfer is lost on the way out: unknown, repeated a little, byte for byte. */
export async function lostPost(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const bodies = [];
  let gatewayGot;
  await page.route('**/ctp/api/async/p2p', async (route) => {
    if (!isTransfer(route.request())) return route.fallback();
    bodies.push(route.request().postData());
    // The first reaches the gateway and only its answer is lost: the money moves.
    if (bodies.length === 1) gatewayGot = await route.fetch().then((answer) => answer.status());
    return route.abort('connectionreset');
  });
  await fill(page, { card: SOURCE.success, amount: '120.00' });
  await feeBefore(t, page, '120.00');
  await parts(page).transfer.dblclick();
  const first = await waitOutcome(page, 1, 60_000);
  t.equal('the gateway had taken it', gatewayGot, 200);
  t.ok('an answer that was lost is never a failure', first && first.outcome !== 'failed', 'unknown, or successful once resolved', first);
  t.ok('one POST, repeated at most three times', bodies.length >= 1 && bodies.length <= 4, '1 to 4', bodies.length);
  t.equal('a repeated POST has identical bytes', new Set(bodies).size, 1);
  await page.waitForTimeout(5000);
  const all = await outcomesOf(page);
  t.ok('unknown, then at most one final outcome, the true one', all.length <= 2 && all.every((one) => one.outcome !== 'failed') && (all.length === 1 || (all[0].outcome === 'unknown' && all[1].final)), 'unknown [, successful]', all);
  const text = `${await announced(page)} ${await page.locator('main').innerText()}`;
  t.note(`${bodies.length} POSTs; outcomes: ${all.map((one) => `${one.outcome}${one.final ? ' (final)' : ''}`).join(', ')}`);
  if (all.at(-1)?.outcome === 'unknown') t.match('the payer reads not to pay again', text, /don.t (know|pay again)/i);
  else t.match('the payer reads the truth in the end', text, /complete|success|was sent/i);
  // The connection errors are this journey's own doing.
  opened.faults.length = 0;
  await close(t, opened);
}

/** The job fails with finished false, or is lost, though the money moved. */
export async function jobInDoubt(t, browser, urls) {
  for (const pattern of [/transfer job fails with finished false/i, /transfer job is lost/i]) {
    const card = await listed(urls, pattern);
    if (!card) {
      t.note(`no card listed for ${pattern.source}`);
      continue;
    }
    const opened = await open(browser, urls.shop);
    const { page } = opened;
    await fill(page, { card, amount: pattern.source.includes('lost') ? '122.00' : '121.00' });
    await feeBefore(t, page, pattern.source.includes('lost') ? '122.00' : '121.00');
    await parts(page).transfer.click();
    const first = await waitOutcome(page, 1, 60_000);
    t.ok(`${pattern.source}: unknown or the truth, never failed`, first && first.outcome !== 'failed', 'unknown or successful', first);
    if (first?.outcome === 'unknown') t.equal(`${pattern.source}: unknown is not final`, first.final, false);
    await page.waitForTimeout(6000);
    const all = await outcomesOf(page);
    t.note(`${pattern.source}: ${all.map((one) => `${one.outcome}${one.final ? ' (final)' : ''}`).join(', ')}`);
    t.ok(`${pattern.source}: at most one more, final`, all.length <= 2 && all.every((one) => one.outcome !== 'failed') && all.slice(1).every((one) => one.final === true), 'one or two', all);
    t.ok(`${pattern.source}: no other transfer is offered while unknown`, all.at(-1)?.outcome !== 'unknown' || /don.t (know|pay again)/i.test(await page.locator('main').innerText()), 'a warning', await announced(page));
    opened.faults.length = 0;
    await close(t, opened);
  }
}

/** A check that finds the transfer impossible: said, nothing sent, no outcome. */
export async function impossible(t, browser, urls) {
  const card = await listed(urls, /impossible/i);
  if (!card) return t.note('no card listed');
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  const posts = [];
  page.on('request', (request) => { if (isTransfer(request)) posts.push(request.url()); });
  await fill(page, { card, amount: '123.00' });
  await page.waitForTimeout(3000);
  t.match('the payer reads that it is not possible', await announced(page), /(not|n.t) (be |is )?(possible|made|supported|allowed)|impossible|can.?t|cannot/i);
  const button = parts(page).transfer;
  if (await button.count() === 1 && await button.isEnabled()) await button.click();
  await page.waitForTimeout(2500);
  t.equal('no transfer is sent', posts, []);
  t.equal('and no outcome is told', await outcomesOf(page), []);
  return close(t, opened);
}

/** The gateway is away for the check, and comes back: the form stays usable. */
export async function checkDown(t, browser, urls) {
  const opened = await open(browser, urls.shop);
  const { page } = opened;
  let away = true;
  await page.route('**/ctp/api/**/verify-p2p', (route) => (away ? route.abort('connectionrefused') : route.fallback()));
  await page.route('**/ctp/api/verify-p2p', (route) => (away ? route.abort('connectionrefused') : route.fallback()));
  await fill(page, { card: SOURCE.success, amount: '124.00' });
  await page.waitForTimeout(4000);
  t.equal('no outcome from a check that got no answer', await outcomesOf(page), []);
  const p = parts(page);
  t.ok('the fields are still there', await p.number.isEditable() && await p.amount.isEditable(), 'editable', 'not');
  away = false;
  await p.amount.fill('125.00');
  await p.fee.waitFor({ timeout: 40_000 });
  await p.transfer.click();
  await expectOutcome(t, page, 'successful');
  opened.faults.length = 0;
  await close(t, opened);
}
