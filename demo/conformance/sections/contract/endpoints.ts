import { transactionList, transferResponse } from '../../../../src/wire/response/transfer.js';
import { CARDS, sourceCard } from '../../requests/cards.js';
import { call, sealCards, operationOf, send, sendAndFollow } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { checkOf, newTrackingId, transferOf } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, exactly, member, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const CHECKS = [ROWS.restrictions, ROWS.verify, ROWS.verifyAsync] as const;
const TRANSFERS = [ROWS.p2ps, ROWS.p2p, ROWS.p2pAsync] as const;

/** Spec 4.1: every row, with cards in every form the shop may send. */
async function rows(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  for (const form of settings.forms) {
    for (const row of CHECKS) {
      const { got, answer } = await sendAndFollow(context, row, checkOf(), form);
      judge
        .of(got)
        .equal(spec(row.name), `${row.path} answers a check with ${form} cards`, member(answer, 'status'), 'successful');
      judge.of(got).status(fact('check error'), `${row.path} answers 200`, 200);
    }
    for (const row of TRANSFERS) {
      const { got, answer } = await sendAndFollow(context, row, transferOf(), form);
      judge
        .of(got)
        .equal(
          spec(row.name),
          `${row.path} answers a transfer with ${form} cards`,
          at(answer, 'transaction.status'),
          'successful',
        );
      judge.of(got).parsed(spec(row.name), `src/wire accepts the answer of ${row.path}`, transferResponse, answer);
    }
  }
  // Rule 1: the asynchronous rows take the same parameters, and refuse the same.
  for (const row of [ROWS.verifyAsync, ROWS.p2pAsync]) {
    const wrong = operationOf(row) === 'check' ? checkOf({ amount: 'x' }) : transferOf({ amount: 'x' });
    const got = await send(context, row, wrong);
    const refusedAtOnce = got.status === 422;
    judge
      .of(got)
      .holds(
        spec('4.1 rule 1'),
        `${row.path} refuses the same requests as the synchronous row`,
        refusedAtOnce || someText.is(member(got.json, 'job_id')),
        '422, or a job that fails',
      );
    judge
      .of(got)
      .refused(decided('duplicate check'), `${row.path} refuses it in the POST`, ['amount'], decided('duplicate check'));
  }
  const unknown = await call(context, ROWS.job, undefined, { id: '000000000000000000000000' });
  judge.of(unknown).errorBody(decided('other statuses'), 'an unknown job is not found', 404);
  if (!settings.otherShop)
    return judge.skip(decided('other statuses'), "another shop's job is not found", 'needs a second shop (--other-shop-id)');
  const posted = await send(context, ROWS.verifyAsync, checkOf());
  const got = await call(context, ROWS.job, undefined, {
    id: String(member(posted.json, 'job_id')),
    credentials: settings.otherShop,
  });
  judge.of(got).errorBody(decided('other statuses'), "another shop's job is not found", 404);
}

/** Spec 8 "tracking_id lookup"; path and form of the answer are facts of the family. */
async function lookup(context: TestContext): Promise<void> {
  const { judge } = context;
  const tracking_id = newTrackingId();
  const sent = await send(context, ROWS.p2ps, transferOf({ tracking_id }));
  const uid = String(at(sent.json, 'transaction.uid'));

  const byUid = await call(context, ROWS.byUid, undefined, { id: uid });
  judge.of(byUid).table('8 status', member(byUid.json, 'transaction'), {
    uid: exactly(uid),
    status: exactly('successful'),
    tracking_id: exactly(tracking_id),
  });
  judge.of(byUid).parsed(fact('status (secret key)'), 'src/wire accepts the answer by uid', transferResponse);
  judge
    .of(byUid)
    .equal(
      decided('status (secret key)'),
      'the transaction by its uid is the same as in the first answer',
      byUid.json,
      sent.json,
    );

  const one = await call(context, ROWS.byTrackingId, undefined, { id: tracking_id });
  const list = judge.of(one).parsed(spec('8 tracking_id lookup'), 'src/wire accepts the answer by tracking_id', transactionList);
  judge.of(one).equal(
    spec('8 tracking_id lookup'),
    'a unique tracking_id finds its one transaction',
    list?.transactions.map((found) => found.uid),
    [uid],
  );
  await recentOnes(context);
  await oddTrackingId(context);
  await unknownOnes(context, uid, tracking_id);
}

/** The list of many transactions with one tracking id. */
async function recentOnes(context: TestContext): Promise<void> {
  const { judge } = context;
  const uids: unknown[] = [];
  const often = newTrackingId();
  for (let times = 0; times < 11; times += 1) {
    const got = await send(context, ROWS.p2ps, transferOf({ tracking_id: often, credit_card: sourceCard(CARDS.frictionless) }));
    uids.unshift(at(got.json, 'transaction.uid'));
  }
  const many = await call(context, ROWS.byTrackingId, undefined, { id: often });
  const found = member(many.json, 'transactions');
  const foundUids = Array.isArray(found) ? found.map((each) => member(each, 'uid')) : [];
  const recent = uids.slice(0, 10);
  judge
    .of(many)
    .holds(
      spec('8 tracking_id lookup'),
      'of eleven transactions with one tracking_id the ten most recent are found',
      foundUids.length === 10 && recent.every((each) => foundUids.includes(each)),
      '10 transactions, without the oldest',
      foundUids,
    );
  judge.of(many).equal(fact('status (secret key)'), 'the newest comes first', foundUids, recent);
}

async function oddTrackingId(context: TestContext): Promise<void> {
  const { judge } = context;
  const trackingId = `${newTrackingId()} ä/ö?&`;
  await send(context, ROWS.p2ps, transferOf({ tracking_id: trackingId }));
  const oddly = await call(context, ROWS.byTrackingId, undefined, { id: trackingId });
  judge
    .of(oddly)
    .equal(
      spec('8 tracking_id lookup'),
      'a tracking_id with reserved characters of URLs is found',
      at(oddly.json, 'transactions.0.tracking_id') ?? at(oddly.json, 'transaction.tracking_id'),
      trackingId,
    );
}

async function unknownOnes(context: TestContext, uid: string, trackingId: string): Promise<void> {
  const { judge, settings } = context;
  const nothing = await call(context, ROWS.byUid, undefined, { id: 'no-such-uid' });
  judge.of(nothing).errorBody(decided('other statuses'), 'an unknown uid is not found', 404);
  if (!settings.otherShop)
    return judge.skip(
      decided('other statuses'),
      "another shop's transaction is not found",
      'needs a second shop (--other-shop-id)',
    );
  const foreign = await call(context, ROWS.byUid, undefined, { id: uid, credentials: settings.otherShop });
  judge.of(foreign).errorBody(decided('other statuses'), "another shop's transaction is not found", 404);
  const foreignList = await call(context, ROWS.byTrackingId, undefined, { id: trackingId, credentials: settings.otherShop });
  judge
    .of(foreignList)
    .holds(
      spec('8 tracking_id lookup'),
      "another shop's tracking_id finds nothing",
      !foreignList.text.includes(uid),
      `no ${uid}`,
    );
}

/** Spec 9: the section of the previous version is accepted, and replaces the sender's (decided). */
async function versions(context: TestContext): Promise<void> {
  const { judge } = context;
  const billing_address = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    country: 'DE',
    city: 'Berlin',
    zip: '10115',
    address: 'Straße 1',
    phone: '+49',
  };
  const got = await send(context, ROWS.p2p, transferOf({ billing_address }));
  judge.of(got).equal(spec('9 rule 1'), 'a request with X-Api-Version 2 is served', got.status, 200);
  judge.of(got).equal(spec('9 rule 2'), 'billing_address is accepted', at(got.json, 'transaction.status'), 'successful');
  judge
    .of(got)
    .equal(
      decided('"replicates the request"'),
      "billing_address replaces the sender's when that is absent",
      at(got.json, 'transaction.sender_billing_address.city'),
      'Berlin',
    );
  for (const row of [ROWS.verify, ROWS.verifyAsync, ROWS.p2p, ROWS.p2pAsync, ROWS.job]) {
    const fields =
      row === ROWS.job
        ? undefined
        : { request: sealCards(context, operationOf(row), operationOf(row) === 'check' ? checkOf() : transferOf()) };
    for (const version of [null, '1', '3', '2.0', '']) {
      const refused = await call(context, row, fields, { id: 'any', headers: { 'x-api-version': version } });
      judge
        .of(refused)
        .errorBody(
          decided('other statuses'),
          `${row.path} refuses X-Api-Version ${version === null ? 'left out' : `"${version}"`}`,
          400,
        );
    }
  }
}

export const endpoints: readonly Section[] = [
  { number: '4.1', title: 'P2P endpoints', run: rows },
  { number: '8', title: 'Status by uid and tracking_id', run: lookup },
  { number: '9', title: 'Versions', run: versions },
];
