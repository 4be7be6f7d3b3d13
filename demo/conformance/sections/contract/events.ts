import { createPublicKey, verify } from 'node:crypto';
import { transferResponse } from '../../../../src/wire/response/transfer.js';
import { CARDS, sourceCard } from '../../requests/cards.js';
import { passChallenge } from '../../requests/challenge.js';
import { call, send } from '../../requests/send.js';
import { sleep } from '../../requests/gateway-time.js';
import type { TestContext } from '../../requests/context.js';
import { listen, type Delivery, type Listener } from '../../requests/listener.js';
import { transferOf } from '../../requests/requests.js';
import type { Judge } from '../../answers/judge.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, member } from '../../answers/table.js';
import { basicOf, ROWS, type Row } from '../../answers/target.js';

const NOTIFICATIONS = spec('6 rule 1');
const FACT = fact('notifications');
const RETURN = spec('6 rule 2');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSigned({ body, headers }: Delivery, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', Buffer.from(body), key, Buffer.from(headers.get('content-signature') ?? '', 'base64'));
}

/** Spec 6, rule 1: a transaction's notification has the format of the transaction response. */
async function notified(context: TestContext, listener: Listener): Promise<void> {
  const { judge, target } = context;
  for (const [card, status] of [
    [CARDS.successful, 'successful'],
    [CARDS.declined, 'failed'],
  ] as const) {
    const path = `/${status}`;
    const sent = await send(
      context,
      ROWS.p2p,
      transferOf({ credit_card: sourceCard(card), notification_url: listener.origin + path }),
    );
    const [came] = await listener.wait(path, 1);
    const judged = judge.of(sent);
    if (
      !judged.holds(
        NOTIFICATIONS,
        `a ${status} transfer is notified`,
        came !== undefined,
        `a POST to ${path} within 10 s`,
        'nothing',
      ) ||
      !came
    )
      continue;
    const body = parse(came.body);
    judged.parsed(NOTIFICATIONS, `${status}: src/wire accepts the notification`, transferResponse, body);
    judged.equal(
      NOTIFICATIONS,
      `${status}: it is about the transaction`,
      [at(body, 'transaction.uid'), at(body, 'transaction.status')],
      [at(sent.json, 'transaction.uid'), status],
    );
    judged.equal(decided('when'), `${status}: its body is the same as the answer's`, body, sent.json);
    judged.holds(
      FACT,
      `${status}: HTTP Basic names shop and secret`,
      came.headers.get('authorization') === basicOf(target.shop),
      'Basic shop_id:secret',
      came.headers.has('authorization') ? 'another' : 'none',
    );
    judged.holds(
      FACT,
      `${status}: Content-Signature is valid for the raw body`,
      isSigned(came, target.shop.publicKey),
      'RSA-SHA256 by the key of the public key',
    );
    judged.holds(spec('2.6 card data fields'), `${status}: no whole card number is in it`, !came.body.includes(card), 'none');
    await sleep(300);
    judged.equal(decided('when'), `${status}: a final status is notified once`, (await listener.wait(path, 1, 0)).length, 1);
  }
  await retried(context, listener);
}

async function retried(context: TestContext, listener: Listener): Promise<void> {
  const { judge, time } = context;
  listener.answer(500);
  const sent = await send(context, ROWS.p2p, transferOf({ notification_url: `${listener.origin}/again` }));
  await listener.wait('/again', 1);
  listener.answer(200);
  if (time.movable) await time.pass(120);
  const came = await listener.wait('/again', 2, time.movable ? 10_000 : 70_000);
  const statuses = came.map(({ status }) => status);
  judge.of(sent).equal(FACT, 'a notification that was not answered with 200 is repeated once', statuses, [500, 200]);
  judge.of(sent).equal(FACT, 'the repetition has the same body', new Set(came.map(({ body }) => body)).size, 1);
  const undelivered = await send(context, ROWS.p2p, transferOf({ notification_url: 'http://127.0.0.1:4099/unreachable' }));
  judge
    .of(undelivered)
    .equal(
      NOTIFICATIONS,
      'a notification address that is down does not affect the transfer',
      at(undelivered.json, 'transaction.status'),
      'successful',
    );
}

async function notifications(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  if (!settings.listenHost)
    return judge.skip(NOTIFICATIONS, 'transactions are notified', 'needs an address that the gateway can reach (--listen-host)');
  const listener = await listen(settings.listenHost);
  try {
    await notified(context, listener);
  } finally {
    listener.close();
  }
}

/** The merchant's own parameters and fragment in return_url are kept, and appended ones are the transaction's. */
function judgeReturn(judged: Judge, location: string, uid: string, status: string): void {
  const { searchParams: back, hash } = new URL(location);
  judged.equal(
    fact('return_url parameters'),
    `${status}: the fragment stays as it is, and stands after the parameters`,
    hash,
    '#/paid',
  );
  judged.equal(
    fact('return_url parameters'),
    `${status}: the merchant's own parameters are kept`,
    [back.get('order'), back.getAll('list')],
    ['7', ['a', 'b']],
  );
  judged.equal(
    fact('return_url parameters'),
    `${status}: uid and status, where they are appended, are the transaction's`,
    [back.get('uid') ?? uid, back.get('status') ?? status],
    [uid, status],
  );
}

/** A payer who enters `typed` on the 3-D Secure page and comes back; afterwards `later` is entered there. */
async function challenged(
  context: TestContext,
  row: Row,
  { typed, later, status }: { readonly typed: string; readonly later: string; readonly status: 'successful' | 'failed' },
): Promise<void> {
  const { judge } = context;
  const return_url = 'http://127.0.0.1:4099/returned?order=7&list=a&list=b#/paid';
  const sent = await send(context, row, transferOf({ credit_card: sourceCard(CARDS.challenge), return_url }));
  const uid = String(at(sent.json, 'transaction.uid'));
  const redirectUrl = String(at(sent.json, 'transaction.redirect_url'));
  const { page, pressed } = await passChallenge(redirectUrl, typed);
  judge.of(page).status(spec('2.6 transaction.redirect_url'), `${status}: the page behind redirect_url opens`, 200);
  judge
    .of(page)
    .holds(
      spec('2.6 card data fields'),
      `${status}: the page shows no whole card number`,
      !page.text.replaceAll(/[\s-]/g, '').includes(CARDS.challenge),
      'none',
      'it does',
    );
  const location = pressed?.headers.get('location') ?? '';
  const judged = judge.of(pressed ?? page);
  const isBack = location.startsWith('http://127.0.0.1:4099/returned?');
  if (!judged.holds(RETURN, `${status}: the payer is sent back to return_url`, isBack, 'a redirect to return_url', location))
    return;
  judgeReturn(judged, location, uid, status);
  await judgeFinal(context, uid, status);
  await passChallenge(redirectUrl, later);
  const still = await call(context, ROWS.byUid, undefined, { id: uid });
  judge
    .of(still)
    .equal(
      fact('transaction statuses'),
      `${status} is final: another press changes nothing`,
      at(still.json, 'transaction.status'),
      status,
    );
}

/** Spec 6, rule 2, and 3: to 3-D Secure and back, with each possible end. */
async function challenges(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  const code = settings.challengeCode;
  if (code === undefined)
    return judge.skip(RETURN, 'the payer comes back to return_url', "needs the code of the test bank's page (--challenge-code)");
  const wrong = `${code}0`;
  await challenged(context, ROWS.p2p, { typed: code, later: wrong, status: 'successful' });
  await challenged(context, ROWS.p2ps, { typed: wrong, later: code, status: 'failed' });
  await abandoned(context);
}

/** The transaction after its challenge. */
async function judgeFinal(context: TestContext, uid: string, status: 'successful' | 'failed'): Promise<void> {
  const { judge } = context;
  const after = await call(context, ROWS.byUid, undefined, { id: uid });
  const transaction = member(after.json, 'transaction');
  judge.of(after).equal(spec('3 transaction.status'), `${status}: the status stays`, member(transaction, 'status'), status);
  judge.of(after).equal(spec('3 transaction.p2p.status'), `${status}: p2p.status, too`, at(transaction, 'p2p.status'), status);
  judge
    .of(after)
    .equal(
      spec('2.6 transaction.paid_at'),
      `${status}: only success sets paid_at`,
      typeof member(transaction, 'paid_at'),
      status === 'successful' ? 'string' : 'object',
    );
}

async function abandoned(context: TestContext): Promise<void> {
  const { judge, time } = context;
  const rule = decided('abandoned challenge');
  const statement = 'an abandoned challenge fails after 30 minutes';
  if (!time.movable) return judge.skip(rule, statement, 'needs a clock that can be moved (--console-url)');
  const sent = await send(context, ROWS.p2p, transferOf({ credit_card: sourceCard(CARDS.challenge) }));
  const uid = String(at(sent.json, 'transaction.uid'));
  await time.pass(29 * 60);
  const before = await call(context, ROWS.byUid, undefined, { id: uid });
  judge.of(before).equal(rule, 'after 29 minutes it still waits', at(before.json, 'transaction.status'), 'incomplete');
  await time.pass(2 * 60);
  const after = await call(context, ROWS.byUid, undefined, { id: uid });
  judge.of(after).equal(rule, statement, at(after.json, 'transaction.status'), 'failed');
  const soon = new Date(time.now() + 60_000).toISOString().replace(/\.\d+/, '');
  const dated = await send(context, ROWS.p2p, transferOf({ credit_card: sourceCard(CARDS.challenge), expired_at: soon }));
  await time.pass(90);
  const over = await call(context, ROWS.byUid, undefined, { id: String(at(dated.json, 'transaction.uid')) });
  judge
    .of(over)
    .equal(
      spec('2.5 expired_at'),
      'a transfer that was not confirmed by expired_at fails',
      at(over.json, 'transaction.status'),
      'failed',
    );
}

export const events: readonly Section[] = [
  { number: '6', title: 'Notifications', run: notifications },
  { number: '6', title: '3-D Secure and back', run: challenges },
];
