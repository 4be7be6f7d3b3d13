import { checkResponse } from '../../../../src/wire/response/check.js';
import { CARDS, EXPIRY, sourceCard } from '../../requests/cards.js';
import { call, send, sendAndFollow } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { checkOf, transferOf, withValue } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, bool, currency, exactly, float, ifSent, member, namesAmong, object, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';
import { lookAtJobs } from './jobs.js';

const WAYS = [ROWS.restrictions, ROWS.verify, ROWS.verifyAsync] as const;

/** Fields of spec 2.2 with a value that its type column excludes. */
const WRONG: readonly (readonly [path: string, wrong: unknown])[] = [
  ['amount', undefined],
  ['amount', '1000'],
  ['amount', 10.5],
  ['amount', null],
  ['amount', []],
  ['currency', undefined],
  ['currency', 'XXZ'],
  ['currency', 978],
  ['currency', ''],
  ['credit_card.number', undefined],
  ['credit_card.number', '4200000000000001'],
  ['credit_card.number', 'abcdefghijklmnop'],
  ['credit_card.number', '42'],
  ['credit_card.exp_month', '123'],
  ['credit_card.exp_year', '20300'],
  ['credit_card.holder', 'J'.repeat(36)],
  ['recipient_card.number', undefined],
  ['recipient_card.number', '4200000000000001'],
  ['recipient_card.exp_month', '123'],
  ['recipient_card.exp_year', '20300'],
  ['recipient_card.holder', 'J'.repeat(36)],
  ['test', 'yes'],
  ['additional_data', 'none'],
  ['additional_data.p2p', 7],
  ['additional_data.p2p.type', 'ABCD'],
  ['additional_data.p2p.type', 'A-1'],
];

/** Spec 2.2: every field of the check request. */
async function requests(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  for (const [path, wrong] of WRONG) {
    const got = await send(context, ROWS.verify, withValue(checkOf(), path, wrong));
    judge.of(got).refused(spec(`2.2 ${path}`), `${path} ${JSON.stringify(wrong) ?? 'left out'} is refused at its path`, [path]);
  }
  for (const section of ['credit_card', 'recipient_card'] as const) {
    const full = { number: CARDS.successful, ...EXPIRY, holder: 'J'.repeat(35) };
    const got = await send(context, ROWS.verify, checkOf({ [section]: full }));
    judge
      .of(got)
      .equal(spec(`2.2 ${section}`), `${section} with every field is accepted`, member(got.json, 'status'), 'successful');
    const short = await send(context, ROWS.verify, checkOf({ [section]: { ...full, exp_month: '3' } }));
    judge
      .of(short)
      .equal(
        spec(`2.2 ${section}.exp_month`),
        `${section}.exp_month of one digit is accepted`,
        member(short.json, 'status'),
        'successful',
      );
  }
  const typed = await send(context, ROWS.verify, checkOf({ additional_data: { p2p: { type: 'A1b' } } }));
  judge
    .of(typed)
    .equal(
      spec('2.2 additional_data.p2p.type'),
      'three letters and digits are accepted',
      member(typed.json, 'status'),
      'successful',
    );
  const more = await send(context, ROWS.verify, checkOf({ colour: 'green' }));
  judge.of(more).status(decided('other statuses'), 'an unknown field is accepted', 200);
  for (const body of [{}, { request: null }, { request: [] }, { request: 'x' }, { amount: 1000 }]) {
    const got = await call(context, ROWS.verify, body);
    judge
      .of(got)
      .refused(
        spec('2.2 envelope'),
        `without the object request (${JSON.stringify(body).slice(0, 20)}) it is refused at request`,
        ['request'],
      );
  }
  for (const form of settings.forms) {
    const got = await send(context, ROWS.verify, checkOf(), form);
    judge
      .of(got)
      .equal(spec('2.2 credit_card'), `a check with ${form} cards is accepted`, member(got.json, 'status'), 'successful');
  }
  await tokens(context);
}

async function tokens(context: TestContext): Promise<void> {
  const { judge } = context;
  const statement = 'tokens of an earlier transfer replace both cards';
  const first = await send(context, ROWS.p2p, transferOf({ additional_data: { contract: ['oneclick'] } }));
  const [source, recipient] = ['credit_card', 'recipient_card'].map((name) => at(first.json, `transaction.${name}.token`));
  if (typeof source !== 'string' || typeof recipient !== 'string') {
    return judge.skip(spec('2.2 credit_card.token'), statement, 'the transfer before gave no tokens (2.5)');
  }
  const got = await send(context, ROWS.verify, checkOf({ credit_card: { token: source }, recipient_card: { token: recipient } }));
  judge.of(got).equal(spec('2.2 credit_card.token'), statement, member(got.json, 'status'), 'successful');
  const unknown = await send(context, ROWS.verify, checkOf({ recipient_card: { token: 'no-such-token' } }));
  judge
    .of(unknown)
    .refused(spec('2.2 recipient_card.token'), 'an unknown token is refused at its path', ['recipient_card.token']);
}

const SOURCE_NAMES = ['holder', 'verification_value', 'exp_month', 'exp_year'] as const;
const RECIPIENT_NAMES = ['holder', 'exp_month', 'exp_year'] as const;

/** Spec 2.3: every field of the check response, by all three rows that give it. */
async function responses(context: TestContext): Promise<void> {
  const { judge } = context;
  const fees = new Set<string>();
  for (const way of WAYS) {
    const { got, answer } = await sendAndFollow(context, way, checkOf({ amount: 100_000 }));
    const judged = judge.of(got);
    judged.table('2.3', answer, { status: exactly('successful'), message: someText, commission: object, test: exactly(true) });
    judged.table('2.3 commission', member(answer, 'commission'), {
      minimum: ifSent(float),
      percent: ifSent(float),
      bank_fee: ifSent(float),
      currency,
    });
    judged.parsed(spec('2.3'), `${way.name}: src/wire accepts the answer`, checkResponse, answer);
    fees.add(JSON.stringify(member(answer, 'commission')));
  }
  judge.equal(spec('4.1 rule 1'), 'all three rows have the same commission for the same transfer', fees.size, 1);
  await asking(context);
}

/** A check that lacks fields fails and names them. */
async function lacksFields(context: TestContext, { number, credit_card, recipient_card, as }: AskingCard): Promise<void> {
  const { judge } = context;
  const got = await send(context, ROWS.verify, checkOf({ [as]: { number } }));
  const judged = judge.of(got);
  judged.table('2.3', got.json, { status: exactly('failed'), message: someText, required_fields: object, test: bool });
  judged.table('2.3 required_fields', member(got.json, 'required_fields'), {
    credit_card: namesAmong(...SOURCE_NAMES),
    recipient_card: namesAmong(...RECIPIENT_NAMES),
  });
  const named = ['credit_card', 'recipient_card']
    .map((name) => at(got.json, `required_fields.${name}`))
    .map((list) => (Array.isArray(list) ? list.map(String).sort() : list));
  judged.equal(spec('2.3 required_fields'), `${named.join(' and ')} are named`, named, [credit_card, recipient_card]);
  judged.holds(
    spec('2.3 required_fields'),
    'with required_fields no commission is calculated',
    [undefined, null].includes(member(got.json, 'commission') as null),
    'no commission',
  );
}

/** A check with the named fields is successful. */
async function hasFields(context: TestContext, { number, credit_card, recipient_card, as }: AskingCard): Promise<void> {
  const { judge } = context;
  const given = { holder: 'ADA LOVELACE', verification_value: '987', ...EXPIRY };
  const only = (names: readonly string[]) => Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
  const again = await send(
    context,
    ROWS.verify,
    checkOf({
      credit_card: { number: CARDS.successful, ...(as === 'credit_card' && { number }), ...only(credit_card) },
      recipient_card: { number: CARDS.frictionless, ...(as === 'recipient_card' && { number }), ...only(recipient_card) },
    }),
  );
  judge
    .of(again)
    .equal(
      spec('2.3 required_fields'),
      'with the named fields the check is successful',
      member(again.json, 'status'),
      'successful',
    );
}

/** The sandbox publishes cards that ask for fields. A run at another gateway can only check the answers that come. */
async function asking(context: TestContext): Promise<void> {
  const { judge, target } = context;
  if (!target.addresses.console) {
    judge.skip(
      spec('2.3 required_fields'),
      'a check that lacks fields names them',
      'only the sandbox has published cards for it (--console-url)',
    );
    return;
  }
  for (const card of ASKING) {
    await lacksFields(context, card);
    await hasFields(context, card);
  }
  await unlikeItsCheck(context);
  const impossible = await send(context, ROWS.verify, checkOf({ credit_card: { number: '4000300000000014' } }));
  judge.of(impossible).table('2.3', impossible.json, { status: exactly('failed'), message: someText, test: bool });
  judge.of(impossible).status(spec('7.1'), 'a check that finds the transfer impossible is a normal response', 200);
  const both = await send(context, ROWS.verify, checkOf({ credit_card: { number: '4000100000000091' } }));
  judge
    .of(both)
    .equal(
      fact('required_fields with a successful check'),
      'a successful check may name fields too',
      [member(both.json, 'status'), at(both.json, 'required_fields.credit_card')],
      ['successful', ['holder']],
    );
}

// In the order of the alphabet. Every possible element of both lists occurs.
/** A transfer agrees with its check: it costs the quoted fee, and fails without the required fields. */
async function unlikeItsCheck(context: TestContext): Promise<void> {
  const { judge } = context;
  const exact = { credit_card: sourceCard('4000600000000017') };
  const quoted = await send(context, ROWS.verify, checkOf({ ...exact, amount: 100_000 }));
  const paid = await send(context, ROWS.p2p, transferOf({ ...exact, amount: 100_000, duplicate_check: false }));
  judge
    .of(paid)
    .equal(
      spec('2.6 verify_p2p.bank_fee'),
      'a transfer costs the fee that the check quoted',
      at(paid.json, 'transaction.verify_p2p.bank_fee'),
      at(quoted.json, 'commission.bank_fee'),
    );
  const lacking = await send(context, ROWS.p2p, transferOf({ recipient_card: { number: '4000200000000016' } }));
  judge
    .of(lacking)
    .equal(
      spec('2.6 verify_p2p.required_fields'),
      'a transfer without the required fields fails, and names them',
      [at(lacking.json, 'transaction.status'), at(lacking.json, 'transaction.verify_p2p.required_fields.recipient_card')],
      ['failed', ['holder']],
    );
  const impossible = await send(context, ROWS.p2p, transferOf({ credit_card: sourceCard('4000300000000014') }));
  judge
    .of(impossible)
    .equal(
      spec('2.6 verify_p2p.status'),
      'a transfer that the check finds impossible fails',
      [at(impossible.json, 'transaction.status'), at(impossible.json, 'transaction.verify_p2p.status')],
      ['failed', 'failed'],
    );
}

const ASKING = [
  {
    number: '4000100000000075',
    as: 'credit_card',
    credit_card: ['exp_month', 'exp_year', 'holder', 'verification_value'],
    recipient_card: [],
  },
  { number: '4000100000000083', as: 'credit_card', credit_card: ['holder'], recipient_card: ['holder'] },
  { number: '4000200000000032', as: 'recipient_card', credit_card: [], recipient_card: ['exp_month', 'exp_year', 'holder'] },
] as const;

type AskingCard = (typeof ASKING)[number];

export const checks: readonly Section[] = [
  { number: '2.2', title: 'P2P check request', run: requests },
  { number: '2.3', title: 'P2P check response', run: responses },
  { number: '2.4', title: 'Asynchronous job', run: lookAtJobs },
];
