import { transferResponse } from '../../../../src/wire/response/transfer.js';
import { CARDS, sourceCard } from '../../requests/cards.js';
import { send, sendAndFollow } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { fullTransfer, transferOf } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, bool, member, oneOf, someText, timestamp, url } from '../../answers/table.js';
import { judgeCard, judgeOperations, judgeTransaction } from './judge-transaction.js';
import { ROWS } from '../../answers/target.js';

const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .map(([name, inner]) => [name, withoutNulls(inner)]),
      )
    : value;

async function response(context: TestContext): Promise<void> {
  const { judge } = context;
  const fields = fullTransfer();
  const got = await send(context, ROWS.p2p, fields);
  const judged = judge.of(got);
  const transaction = member(got.json, 'transaction');
  judged.parsed(spec('2.6'), 'src/wire accepts the answer', transferResponse);
  judgeTransaction(judged, transaction, fields);
  for (const name of ['credit_card', 'recipient_card'] as const) {
    judgeCard(judged, name, member(transaction, name), fields[name] as Readonly<Record<string, string>>);
  }
  judgeOperations(judged, transaction, fields);
  replicated(context, got, fields);
}

/** "It replicates the request parameters", but no card data. */
function replicated(
  { judge }: TestContext,
  got: Awaited<ReturnType<typeof send>>,
  fields: Readonly<Record<string, unknown>>,
): void {
  const judged = judge.of(got);
  const transaction = member(got.json, 'transaction');
  for (const name of ['ip', 'email', 'device_id']) {
    judged.equal(
      spec(`2.6 customer.${name}`),
      `customer.${name} is the value sent`,
      at(transaction, `customer.${name}`),
      at(fields, `customer.${name}`),
    );
  }
  for (const name of ['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone']) {
    judged.equal(
      spec('2.6 sender_billing_address'),
      `sender_billing_address.${name} is the value sent`,
      at(transaction, `sender_billing_address.${name}`),
      at(fields, `sender_billing_address.${name}`),
    );
    if (name === 'state') continue;
    judged.equal(
      spec('2.6 recipient_billing_address'),
      `recipient_billing_address.${name} is the value sent`,
      at(transaction, `recipient_billing_address.${name}`),
      at(fields, `recipient_billing_address.${name}`),
    );
  }
  judged.equal(
    spec('2.6 additional_data'),
    'receipt_text is returned when it was submitted',
    at(transaction, 'additional_data.receipt_text'),
    at(fields, 'additional_data.receipt_text'),
  );
  for (const name of ['return_url', 'notification_url', 'expired_at', 'additional_data']) {
    judged.equal(
      decided('"replicates the request"'),
      `${name} is replicated`,
      withoutNulls(member(transaction, name)),
      fields[name],
    );
  }
  const digits = got.text.replaceAll(/[\s-]/g, '');
  const numbers = [CARDS.successful, CARDS.frictionless].filter((number) => digits.includes(number));
  judged.equal(spec('2.6 card data fields'), 'no whole card number is in the answer', numbers.length, 0);
  judged.holds(
    spec('2.6 card data fields'),
    'no verification value is in the answer',
    !/verification_value"\s*:\s*"\d/.test(got.text),
    'none',
  );
}

/** A transfer from a test card. */
async function transferWith(context: TestContext, number: string) {
  const fields = transferOf({ credit_card: sourceCard(number), return_url: 'http://127.0.0.1:4099/returned' });
  const got = await send(context, ROWS.p2ps, fields);
  return { judged: context.judge.of(got), transaction: member(got.json, 'transaction') };
}

/** Spec 3: the combinations of statuses that occur. */
async function states(context: TestContext): Promise<void> {
  const { judge } = context;
  await completed(context);
  await failed(context);
  await incomplete(context);
  const { got, answer } = await sendAndFollow(context, ROWS.p2pAsync, transferOf({ credit_card: sourceCard(CARDS.declined) }));
  judge
    .of(got)
    .equal(
      spec('2.4 done'),
      'a declined transfer is a job that is done',
      [member(got.json, 'status'), at(answer, 'transaction.status')],
      ['done', 'failed'],
    );
  judge.of(got).table('2.6 transaction', member(answer, 'transaction'), { test: bool, status: oneOf('failed') });
}

async function completed(context: TestContext): Promise<void> {
  for (const number of [CARDS.successful, CARDS.frictionless, '5204240000015003']) {
    const { judged, transaction } = await transferWith(context, number);
    const card = `…${number.slice(-4)}`;
    judged.equal(fact('test cards'), `${card} is successful at once`, member(transaction, 'status'), 'successful');
    judged.equal(spec('3 completed transfer'), `${card}: p2p.status is successful`, at(transaction, 'p2p.status'), 'successful');
    judged.holds(
      spec('3 completed transfer'),
      `${card}: paid_at is set`,
      timestamp.is(member(transaction, 'paid_at')),
      timestamp.type,
    );
    judged.equal(
      spec('3 verify_p2p.status'),
      `${card}: verify_p2p.status is successful`,
      at(transaction, 'verify_p2p.status'),
      'successful',
    );
  }
}

async function failed(context: TestContext): Promise<void> {
  for (const number of [CARDS.declined, CARDS.challengeFails, '4012000000001030', '4012000000001014']) {
    const { judged, transaction } = await transferWith(context, number);
    judged.equal(spec('3 failed transfer'), `…${number.slice(-4)} has status failed`, member(transaction, 'status'), 'failed');
    judged.equal(
      spec('3 failed transfer'),
      `…${number.slice(-4)}: paid_at is null`,
      member(transaction, 'paid_at') ?? null,
      null,
    );
    judged.holds(
      spec('2.6 transaction.message'),
      `…${number.slice(-4)}: the message is not empty`,
      someText.is(member(transaction, 'message')),
      'a string',
    );
  }
}

async function incomplete(context: TestContext): Promise<void> {
  for (const number of [CARDS.challenge, CARDS.challengeMastercard]) {
    const { judged, transaction } = await transferWith(context, number);
    const card = `…${number.slice(-4)}`;
    judged.equal(
      spec('3 transaction.status'),
      `${card} is incomplete while it waits for 3-D Secure`,
      member(transaction, 'status'),
      'incomplete',
    );
    judged.equal(
      spec('3 transaction.p2p.status'),
      `${card}: p2p.status is incomplete`,
      at(transaction, 'p2p.status'),
      'incomplete',
    );
    judged.equal(spec('3 incomplete'), `${card}: paid_at is empty`, member(transaction, 'paid_at') ?? null, null);
    judged.holds(
      spec('2.6 transaction.redirect_url'),
      `${card}: redirect_url is an address`,
      url.is(member(transaction, 'redirect_url')),
      url.type,
    );
  }
}

export const transferResponses: readonly Section[] = [
  { number: '2.6', title: 'P2P transfer response', run: response },
  { number: '3', title: 'States', run: states },
];
