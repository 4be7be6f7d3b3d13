import { call, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { checkOf, fullTransfer, transferOf, withValue } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, timestamp } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const REFUSED: readonly (readonly [row: string, path: string, wrong: unknown, why: string])[] = [
  ['2.1 amounts', 'amount', 32.45, 'a decimal amount'],
  ['2.1 amounts', 'amount', '3245', 'an amount as text'],
  ['2.1 currency', 'currency', 'XXZ', 'a code that is not in ISO 4217'],
  ['2.1 currency', 'currency', 'US', 'a code of two letters'],
  ['2.1 currency', 'currency', 840, 'a numeric code'],
  ['2.1 timestamps', 'expired_at', '01.02.2030 10:00', 'a time that is not ISO 8601'],
  ['2.1 timestamps', 'expired_at', '2030-02-01', 'a date without time'],
  ['2.1 country', 'sender_billing_address.country', 'USA', 'a country of three letters'],
  ['2.1 country', 'sender_billing_address.country', 'ZZ', 'a country that ISO 3166-1 does not have'],
  ['2.1 country', 'recipient_billing_address.country', 'ZZ', 'a recipient’s country that ISO 3166-1 does not have'],
  ['2.1 zip', 'sender_billing_address.zip', 'ABCDE', 'letters in a US zip'],
  ['2.1 zip', 'sender_billing_address.zip', '123456', 'a US zip of six digits'],
  ['2.1 state', 'sender_billing_address.state', 'Colorado', 'a US state that is not two letters'],
  ['2.1 test', 'test', 'yes', 'a test flag that is not a boolean'],
];

async function run(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const [row, path, wrong, why] of REFUSED) {
    const got = await send(context, ROWS.p2p, withValue(fullTransfer(), path, wrong));
    judge.of(got).refused(spec(row), `${why} is refused at ${path}`, [path]);
  }

  const taken = await send(context, ROWS.p2p, fullTransfer());
  const judged = judge.of(taken);
  for (const name of ['created_at', 'updated_at', 'paid_at', 'expired_at']) {
    const came = at(taken.json, `transaction.${name}`);
    judged.holds(
      spec('2.1 timestamps'),
      `${name} is written as YYYY-MM-DDThh:mm:ssTZD`,
      timestamp.is(came),
      timestamp.type,
      came,
    );
  }
  for (const zip of ['96002', '96002-1234']) {
    const got = await send(context, ROWS.p2p, withValue(fullTransfer(), 'sender_billing_address.zip', zip));
    judge.of(got).status(spec('2.1 zip'), `the US zip ${zip} is accepted`, 200);
  }
  const elsewhere = await send(context, ROWS.p2p, withValue(fullTransfer(), 'recipient_billing_address.state', 'Bavaria'));
  judge.of(elsewhere).status(decided('conventions of 2.1'), 'a state outside the US and Canada is ignored', 200);
  const yen = await send(context, ROWS.verify, checkOf({ currency: 'JPY' }));
  judge.of(yen).status(spec('2.1 currency'), 'a currency without minor units is accepted', 200);

  const silent = await send(context, ROWS.p2p, transferOf());
  judge
    .of(silent)
    .equal(spec('2.1 language'), 'the language is en when none was sent', at(silent.json, 'transaction.language'), 'en');
  for (const language of ['sw', 'pt-BR']) {
    const got = await send(context, ROWS.p2p, transferOf({ language }));
    const came = at(got.json, 'transaction.language');
    judge.of(got).equal(spec('2.6 transaction.language'), `the language is the request's value: ${language}`, came, language);
  }
  for (const duplicate_check of [true, false]) {
    const got = await send(context, ROWS.p2p, transferOf({ duplicate_check }));
    const came = at(got.json, 'transaction.duplicate_check');
    judge.of(got).equal(spec('2.6 replicates'), `the answer repeats duplicate_check ${duplicate_check}`, came, duplicate_check);
  }
  for (const test of [true, false]) {
    const got = await send(context, ROWS.verify, checkOf({ test }));
    judge.of(got).equal(spec('2.1 test'), `a check with test ${test} has that value in its answer`, at(got.json, 'test'), test);
  }
  const got = await call(context, ROWS.verify, { request: {} });
  judge.of(got).matches(spec('2.1 JSON'), 'bodies are JSON', got.headers.get('content-type'), /^application\/json/);
}

export const conventions: Section = { number: '2.1', title: 'Conventions', run };
