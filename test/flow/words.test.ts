import { describe, expect, test } from 'vitest';
import { Rig } from './rig/rig.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../demo/scripted/script.js';

// Paths, codes and states decide. Words prove something only where they are known texts of validation. So a gateway that writes a
// language that nobody knows never makes an outcome more certain than it is.

type Say = (text: string) => { readonly post?: Reply; readonly job?: Reply };
type Shown = 'successful' | 'failed' | 'unknown' | 'details';

const refused =
  (path: string, code?: string, status = 422): Say =>
  (text) => {
    const errors = path
      .split('.')
      .toReversed()
      .reduce<unknown>((inner, name) => ({ [name]: inner }), [text]);
    return { post: answer(status, errorBody(errors, code, text)) };
  };
const ended =
  (response: (text: string) => unknown): Say =>
  (text) => ({ job: { status: 'failed', job_id: 'job-transfer', response: response(text) } });

/** What is shown of an answer: with words that are known, and with words that nobody knows. */
const ANSWERS: readonly (readonly [what: string, say: Say, text: string, known: Shown, nonsense: Shown])[] = [
  // States and paths decide.
  [
    'a successful transaction',
    (message) => ({ job: done(transaction('successful', { message })) }),
    'Approved',
    'successful',
    'successful',
  ],
  [
    'a failed transaction',
    (message) => ({ job: done(transaction('failed', { message })) }),
    'Insufficient funds',
    'failed',
    'failed',
  ],
  ['a refused city', refused('customer.city'), "can't be blank", 'failed', 'failed'],
  ['a refused holder', refused('credit_card.holder'), 'is required', 'details', 'details'],
  ['a refused expiry', refused('credit_card.exp_year'), 'is invalid', 'details', 'details'],
  // Words can prove that a value is wrong by itself.
  ['a refused currency', refused('currency'), 'is unknown ISO 4217 Alpha-3 code', 'failed', 'unknown'],
  ['a refused description', refused('description'), "can't be blank", 'failed', 'unknown'],
  ['a refused amount', refused('amount'), 'must be an integer', 'details', 'unknown'],
  ['a refused card number', refused('credit_card.number'), 'is not a card number', 'details', 'unknown'],
  ['a refused e-mail address', refused('customer.email'), 'is invalid', 'failed', 'unknown'],
  [
    'a failed job',
    ended((text) => ({ message: text, errors: [text], finished: true })),
    'Credit card number is not a card number',
    'failed',
    'unknown',
  ],
  // Nothing proves anything, in whatever words.
  [
    'a failed job that is not over',
    ended((text) => ({ message: text, finished: false })),
    'Amount is invalid',
    'unknown',
    'unknown',
  ],
  ['a refused token', refused('credit_card.token'), 'is invalid', 'unknown', 'unknown'],
  ['a refused tracking id', refused('tracking_id'), 'is invalid', 'unknown', 'unknown'],
  ['a refusal of no field', refused('base'), 'is invalid', 'unknown', 'unknown'],
  ['a duplicate', refused('base', 'duplicate_transaction'), 'Duplicate transaction', 'unknown', 'unknown'],
  ['refused credentials', refused('base', 'unauthorized', 401), 'is invalid', 'unknown', 'unknown'],
];

async function shownFor(say: Say, text: string): Promise<Shown> {
  const rig = new Rig();
  const { post = accepted(), job } = say(text);
  rig.gateway.replies.transfer = [post];
  if (job) rig.gateway.replies.job = [job];
  await rig.pay(5000);
  return rig.outcome?.outcome ?? (rig.flow.state.step as Shown);
}

/** Some of them hold words of validation, of duplicates apart, or a whole known text inside another one. */
const NONSENSE = [
  'zxqv wrrbl',
  '',
  ' ',
  '¿?',
  'Saldo insuficiente',
  'レート制限を超えました',
  'الرصيد لا يكفي',
  'zxqv is invalid wrrbl',
  'Limit is too short',
  '\u{1f4b8}',
];

describe.each(ANSWERS)('%s', (_, say, text, known, nonsense) => {
  test(`is shown as ${known} in words that are known`, async () => {
    expect(await shownFor(say, text)).toBe(known);
  });

  test(`is shown as ${nonsense} in a language of nonsense`, async () => {
    for (const words of NONSENSE) expect(await shownFor(say, words), words).toBe(nonsense);
  });
});
