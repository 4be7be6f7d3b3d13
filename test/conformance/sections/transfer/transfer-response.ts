import { transferResponse } from '../../../../src/wire/response/transfer.js';
import { CARDS, sourceCard } from '../../requests/cards.js';
import { send, sendAndFollow } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import type { Judge } from '../../answers/judge.js';
import { fullTransfer, transferOf, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import {
  at,
  bool,
  currency,
  exactly,
  float,
  ifSent,
  integer,
  member,
  namesAmong,
  object,
  oneOf,
  orNull,
  pattern,
  someText,
  timestamp,
  url,
  type Table,
} from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

/** Spec 2.6, "Card data fields". */
const CARD: Table = {
  holder: someText,
  stamp: someText,
  brand: someText,
  last_4: pattern('four digits', /^\d{4}$/),
  first_1: pattern('one digit', /^\d$/),
  bin: pattern('six to eight digits', /^\d{6,8}$/),
  issuer_country: pattern('a country code', /^[A-Z]{2}$/),
  issuer_name: someText,
  product: someText,
  token: someText,
};

const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .map(([name, inner]) => [name, withoutNulls(inner)]),
      )
    : value;

/** A card in the answer, compared with the one sent. */
function judgeCard(
  judged: ReturnType<TestContext['judge']['of']>,
  name: 'credit_card' | 'recipient_card',
  card: unknown,
  sent: Readonly<Record<string, string>>,
): void {
  judged.table(`2.6 ${name}`, card, CARD);
  for (const part of ['exp_month', 'exp_year'] as const) {
    const came = member(card, part);
    judged.equal(
      spec(`2.6 ${name}.${part}`),
      `${name}.${part} is the value sent, as text or number`,
      Number(came),
      Number(sent[part]),
    );
    const digits = part === 'exp_month' ? /^\d\d$/ : /^\d{4}$/;
    judged.matches(
      decided('fields that are null in every sample'),
      `${name}.${part} is text of ${part === 'exp_month' ? 'two' : 'four'} digits`,
      came,
      digits,
    );
  }
  const number = sent['number'] ?? '';
  judged.equal(
    spec(`2.6 ${name}`),
    `${name} shows the first and last digits and the BIN of the card`,
    [member(card, 'first_1'), member(card, 'last_4'), String(member(card, 'bin')).slice(0, 6)],
    [number.slice(0, 1), number.slice(-4), number.slice(0, 6)],
  );
  judged.equal(spec(`2.6 ${name}.holder`), `${name}.holder is the value sent`, member(card, 'holder'), sent['holder']);
}

/** The table of the transaction itself. */
function judgeTransaction(judged: Judge, transaction: unknown, fields: Fields): void {
  judged.table('2.6 transaction', transaction, {
    uid: someText,
    id: exactly(String(member(transaction, 'uid'))),
    status: exactly('successful'),
    amount: exactly(fields['amount'] as number),
    currency: exactly('USD'),
    description: exactly('Conformance'),
    type: exactly('p2p'),
    payment_method_type: exactly('credit_card'),
    tracking_id: exactly(fields['tracking_id'] as string),
    message: orNull(someText),
    test: exactly(true),
    created_at: timestamp,
    updated_at: timestamp,
    paid_at: timestamp,
    redirect_url: ifSent(url),
    receipt_url: url,
    language: exactly('en'),
    credit_card: object,
    recipient_card: object,
    verify_p2p: object,
    p2p: object,
    customer: object,
    sender_billing_address: object,
    recipient_billing_address: object,
    additional_data: object,
  });
}

/** The tables of the check and of the transfer inside the transaction. */
function judgeOperations(judged: Judge, transaction: unknown, fields: Fields): void {
  judged.table('2.6 verify_p2p', member(transaction, 'verify_p2p'), {
    status: exactly('successful'),
    message: someText,
    amount: exactly(fields['amount'] as number),
    currency,
    bank_fee: float,
    required_fields: orNull(object),
  });
  judged.table('2.6 verify_p2p.required_fields', at(transaction, 'verify_p2p.required_fields'), {
    credit_card: ifSent(namesAmong('holder', 'verification_value', 'exp_month', 'exp_year')),
    recipient_card: ifSent(namesAmong('holder', 'exp_month', 'exp_year')),
  });
  judged.table('2.6 p2p', member(transaction, 'p2p'), {
    ref_id: someText,
    bank_code: someText,
    message: someText,
    amount: exactly(fields['amount'] as number),
    currency,
    billing_descriptor: someText,
    gateway_id: integer,
    status: exactly('successful'),
  });
}

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
  const fields = transferOf({ credit_card: sourceCard(number), return_url: 'http://127.0.0.1:9/returned' });
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
