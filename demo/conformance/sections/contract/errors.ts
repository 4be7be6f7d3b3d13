import { call, sealCards, operationOf, send, sendAndFollow } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { isErrorTree, messagesAt } from '../../answers/error-body.js';
import { checkOf, transferOf, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { member } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const POSTS = [ROWS.restrictions, ROWS.verify, ROWS.verifyAsync, ROWS.p2ps, ROWS.p2p, ROWS.p2pAsync] as const;

const requestFor = (row: (typeof POSTS)[number], changes: Fields = {}): Fields =>
  operationOf(row) === 'check' ? checkOf(changes) : transferOf(changes);

/** Spec 7.1: the body's form, by each row that takes parameters. */
async function form(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const row of POSTS) {
    const { got, answer } = await sendAndFollow(
      context,
      row,
      requestFor(row, { amount: 'x', currency: 'XXZ', credit_card: { number: '1234' } }),
    );
    const judged = judge.of(got);
    // A gateway may also take an asynchronous request and let the job fail.
    const body = got.status === 422 ? got.json : answer;
    judged.holds(
      spec('7.1 errors'),
      `${row.path}: errors maps parameters to lists of texts, nested sections to objects`,
      isErrorTree(member(body, 'errors')),
      '{amount: ["…"], credit_card: {number: ["…"]}}',
    );
    judged.equal(
      spec('7.1 error_code'),
      `${row.path}: error_code is invalid_params`,
      member(body, 'error_code'),
      'invalid_params',
    );
    judged.holds(
      spec('7.1 message'),
      `${row.path}: message is a text`,
      typeof member(body, 'message') === 'string' && member(body, 'message') !== '',
      'a string',
    );
    judged.holds(
      fact('check error'),
      `${row.path}: the body is flat`,
      member(got.json, 'response') === undefined,
      'no member response',
    );
    for (const path of ['amount', 'currency', 'credit_card.number']) {
      judged.holds(spec('7.1 errors'), `${row.path}: ${path} is named`, messagesAt(body, path) !== undefined, `errors.${path}`);
    }
  }
  const got = await send(context, ROWS.verify, checkOf({ amount: 'x', currency: 'XXZ', credit_card: { number: '1234' } }));
  const texts = {
    amount: 'must be an integer',
    currency: 'is unknown ISO 4217 Alpha-3 code',
    'credit_card.number': 'is not a card number',
  };
  for (const [path, text] of Object.entries(texts))
    judge.of(got).equal(fact('check error'), `${path}: "${text}"`, messagesAt(got.json, path), [text]);
}

/** A transfer with many wrong fields, and their paths. */
const ALL_WRONG: Fields = {
  amount: 1.5,
  currency: 'XXZ',
  description: '',
  expired_at: 'soon',
  tracking_id: 7,
  duplicate_check: 'no',
  language: 7,
  notification_url: 'x',
  return_url: 'x',
  test: 'yes',
  credit_card: { number: '1', exp_month: '13', exp_year: '20', holder: 'J'.repeat(36), verification_value: '1' },
  recipient_card: { number: '1', holder: 'J'.repeat(36) },
  additional_data: { receipt_text: 'x', contract: 'x', p2p: { type: 'ABCD' } },
  customer: { ip: 7, external_id: 'x'.repeat(256) },
  sender_billing_address: { country: 'USA' },
  recipient_billing_address: { country: 'US', zip: 'x', state: 'x' },
};
const WRONG_PATHS = [
  'amount',
  'currency',
  'description',
  'expired_at',
  'tracking_id',
  'duplicate_check',
  'language',
  'notification_url',
  'return_url',
  'test',
  'credit_card.number',
  'credit_card.exp_month',
  'credit_card.exp_year',
  'credit_card.holder',
  'credit_card.verification_value',
  'recipient_card.number',
  'recipient_card.holder',
  'additional_data.receipt_text',
  'additional_data.contract',
  'additional_data.p2p.type',
  'customer.ip',
  'customer.external_id',
  'sender_billing_address.country',
  'recipient_billing_address.zip',
  'recipient_billing_address.state',
];

/** Every problem at once, each at its own path. */
async function everything(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const row of [ROWS.p2ps, ROWS.p2p]) {
    const got = await send(context, row, ALL_WRONG);
    for (const path of WRONG_PATHS)
      judge
        .of(got)
        .holds(
          spec('7.1 errors'),
          `${row.path}: with many problems ${path} is named too`,
          messagesAt(got.json, path) !== undefined,
          `errors.${path}`,
        );
  }
  const empty = await send(context, ROWS.p2p, {});
  judge
    .of(empty)
    .refused(spec('2.5'), 'an empty transfer has every required field named', [
      'amount',
      'currency',
      'description',
      'credit_card.number',
      'credit_card.verification_value',
      'recipient_card.number',
    ]);
}

/** A failed job has a reason (spec 7.1, last but one paragraph). */
async function limits(context: TestContext): Promise<void> {
  const { judge } = context;
  const exact = [
    ['holder', { credit_card: { ...(transferOf()['credit_card'] as Fields), holder: 'J'.repeat(35) } }],
    ['external_id', { customer: { external_id: 'x'.repeat(255) } }],
    ['p2p.type', { additional_data: { p2p: { type: 'ABC' } } }],
  ] as const;
  for (const [name, changes] of exact) {
    const got = await send(context, ROWS.p2p, transferOf(changes));
    judge.of(got).status(spec(`8 ${name} length`), `${name} of the maximum length is accepted`, 200);
  }
  const long = [
    ['credit_card.holder', { credit_card: { ...(transferOf()['credit_card'] as Fields), holder: 'J'.repeat(36) } }],
    ['recipient_card.holder', { recipient_card: { ...(transferOf()['recipient_card'] as Fields), holder: 'J'.repeat(36) } }],
    ['customer.external_id', { customer: { external_id: 'x'.repeat(256) } }],
    ['additional_data.p2p.type', { additional_data: { p2p: { type: 'ABCD' } } }],
  ] as const;
  for (const [path, changes] of long) {
    const got = await send(context, ROWS.p2p, transferOf(changes));
    judge.of(got).refused(spec(`8 ${path} length`), `${path} one character longer is refused`, [path]);
  }
  const request = sealCards(context, 'transfer', transferOf());
  const big = JSON.stringify({ request: { ...request, description: 'x'.repeat(2_000_000) } });
  for (const row of [ROWS.p2p, ROWS.p2ps]) {
    const got = await call(context, row, undefined, { raw: big });
    judge.of(got).errorBody(decided('other statuses'), `${row.path}: a body of 2 MB is refused`, 413);
  }
}

export const errors: readonly Section[] = [
  { number: '7.1', title: 'Error bodies of the P2P endpoints', run: form },
  { number: '7.1', title: 'Every problem at once', run: everything },
  { number: '8', title: 'Lengths and sizes', run: limits },
];
