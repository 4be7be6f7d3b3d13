import { CARDS, EXPIRY, sourceCard, VERIFICATION_VALUE } from '../../requests/cards.js';
import { call, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { fullTransfer, newAmount, transferOf, withValue } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

/** Fields of spec 2.5 with a value that its columns "Type" or "R" exclude; undefined leaves the field out. */
const WRONG: readonly (readonly [path: string, wrong: unknown])[] = [
  ['amount', undefined],
  ['amount', '1000'],
  ['amount', 10.5],
  ['amount', null],
  ['currency', undefined],
  ['currency', 'XXZ'],
  ['currency', 978],
  ['description', undefined],
  ['description', null],
  ['description', ''],
  ['description', 7],
  ['expired_at', 'tomorrow'],
  ['expired_at', 1_900_000_000],
  ['tracking_id', 7],
  ['duplicate_check', 'no'],
  ['language', 7],
  ['notification_url', 'nowhere'],
  ['notification_url', 'javascript:alert(1)'],
  ['return_url', 'nowhere'],
  ['return_url', 'javascript:alert(1)'],
  ['test', 1],
  ['credit_card.number', undefined],
  ['credit_card.number', '4200000000000001'],
  ['credit_card.number', 'abcdefghijklmnop'],
  ['credit_card.verification_value', undefined],
  ['credit_card.verification_value', '12'],
  ['credit_card.verification_value', '12345'],
  ['credit_card.verification_value', 'abc'],
  ['credit_card.exp_month', '123'],
  ['credit_card.exp_month', '13'],
  ['credit_card.exp_year', '20300'],
  ['credit_card.exp_year', '2019'],
  ['credit_card.holder', 'J'.repeat(36)],
  ['recipient_card.number', undefined],
  ['recipient_card.number', '4200000000000001'],
  ['recipient_card.exp_month', '123'],
  ['recipient_card.exp_year', '20300'],
  ['recipient_card.holder', 'J'.repeat(36)],
  ['additional_data', 'none'],
  ['additional_data.receipt_text', 'one line'],
  ['additional_data.receipt_text', [7]],
  ['additional_data.contract', 'oneclick'],
  ['additional_data.p2p.type', 'ABCD'],
  ['customer', 'Ada'],
  ['customer.ip', 7],
  ['customer.email', 7],
  ['customer.device_id', 7],
  ['customer.external_id', 'x'.repeat(256)],
  ...['sender_billing_address', 'recipient_billing_address', 'billing_address'].flatMap((name): [string, unknown][] => [
    [name, 'Denver'],
    ...['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone'].map((field): [string, unknown] => [
      `${name}.${field}`,
      7,
    ]),
  ]),
];

const status = (json: unknown): unknown => at(json, 'transaction.status');

async function fields(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  for (const [path, wrong] of WRONG) {
    const got = await send(context, ROWS.p2p, withValue(transferOf(), path, wrong));
    const shown = JSON.stringify(wrong)?.slice(0, 24) ?? 'left out';
    // A list's element that is wrong is named at the list.
    judge.of(got).refused(spec(`2.5 ${path}`), `${path} ${shown} is refused at its path`, [path]);
  }
  for (const form of settings.forms) {
    const full = await send(context, ROWS.p2p, fullTransfer(), form);
    judge
      .of(full)
      .equal(spec('2.5'), `a transfer with every field and ${form} cards is accepted`, status(full.json), 'successful');
    const least = await send(context, ROWS.p2p, transferOf(), form);
    judge
      .of(least)
      .equal(
        spec('2.5'),
        `a transfer with only the required fields and ${form} cards is accepted`,
        status(least.json),
        'successful',
      );
  }
  const short = await send(context, ROWS.p2p, transferOf({ credit_card: { ...sourceCard(), exp_month: '3' } }));
  judge.of(short).equal(spec('2.5 credit_card.exp_month'), 'a month of one digit is accepted', status(short.json), 'successful');
  const amex = { ...sourceCard('370000000000002'), verification_value: '9871' };
  const four = await send(context, ROWS.p2p, transferOf({ credit_card: amex }));
  judge
    .of(four)
    .equal(
      spec('2.5 credit_card.verification_value'),
      'a verification value of four digits is accepted',
      status(four.json),
      'successful',
    );
  const return_url = 'https://shop.example/#/checkout';
  const routed = await send(context, ROWS.p2p, transferOf({ return_url }));
  judge
    .of(routed)
    .equal(
      spec('2.5 return_url'),
      'an address with a fragment, as pages have whose router keeps its path there, is accepted',
      [status(routed.json), at(routed.json, 'transaction.return_url') ?? return_url],
      ['successful', return_url],
    );
  const past = await send(context, ROWS.p2p, transferOf({ expired_at: '2020-01-01T00:00:00Z' }));
  judge.of(past).refused(decided('expired_at in the past'), 'an expired_at in the past is refused', ['expired_at']);
  for (const body of [{}, { request: null }, { request: [] }, { transaction: {} }]) {
    const got = await call(context, ROWS.p2p, body);
    judge
      .of(got)
      .refused(spec('2.5 envelope'), `without the object request (${JSON.stringify(body)}) it is refused at request`, [
        'request',
      ]);
  }
}

/** Spec 2.5 token and contract: a card that was saved pays again by its token. */
async function tokens(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  for (const form of settings.forms) {
    const first = await send(context, ROWS.p2p, transferOf({ additional_data: { contract: ['oneclick'] } }), form);
    const [source, recipient] = ['credit_card', 'recipient_card'].map((name) => at(first.json, `transaction.${name}.token`));
    judge
      .of(first)
      .holds(
        spec('2.5 additional_data.contract'),
        `${form}: oneclick gives a token for each card`,
        someText.is(source) && someText.is(recipient),
        'two tokens',
      );
    const again = await send(
      context,
      ROWS.p2p,
      transferOf({
        credit_card: { token: source, verification_value: VERIFICATION_VALUE },
        recipient_card: { token: recipient },
      }),
      form,
    );
    judge
      .of(again)
      .equal(
        spec('2.5 credit_card.token'),
        `${form}: tokens replace number, exp_month and exp_year`,
        status(again.json),
        'successful',
      );
    judge.of(again).equal(
      spec('2.5 recipient_card.token'),
      `${form}: tokens pay with the cards that they were given for`,
      ['credit_card', 'recipient_card'].map((name) => at(again.json, `transaction.${name}.last_4`)),
      [CARDS.successful.slice(-4), CARDS.frictionless.slice(-4)],
    );
    const without = await send(context, ROWS.p2p, transferOf(), form);
    judge
      .of(without)
      .equal(
        spec('2.5 additional_data.contract'),
        `${form}: without oneclick there is no token`,
        at(without.json, 'transaction.credit_card.token') ?? null,
        null,
      );
  }
  const unknown = await send(
    context,
    ROWS.p2p,
    transferOf({ credit_card: { token: 'no-such-token', verification_value: VERIFICATION_VALUE } }),
  );
  judge.of(unknown).refused(spec('2.5 credit_card.token'), 'an unknown token is refused at its path', ['credit_card.token']);
  await foreign(context);
}

async function foreign(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  const statement = 'a token does not work for another shop';
  if (!settings.otherShop) return judge.skip(decided('other statuses'), statement, 'needs a second shop (--other-shop-id)');
  const first = await send(context, ROWS.p2p, transferOf({ additional_data: { contract: ['oneclick'] } }));
  const token = at(first.json, 'transaction.recipient_card.token');
  const request = { amount: newAmount(), currency: 'USD', credit_card: {}, recipient_card: { token } };
  const got = await call(context, ROWS.verify, { request }, { credentials: settings.otherShop });
  judge.of(got).refused(decided('other statuses'), statement, ['recipient_card.token']);
}

/** Spec 2.1, 2.5 conditionals: what a country requires of an address. */
async function addresses(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const name of ['sender_billing_address', 'recipient_billing_address'] as const) {
    const got = await send(context, ROWS.p2p, transferOf({ [name]: { country: 'US', state: 'Colorado', zip: 'X' } }));
    judge.of(got).refused(spec(`2.5 ${name}`), `every wrong field of ${name} is named`, [`${name}.state`, `${name}.zip`]);
  }
  const expiring = await send(context, ROWS.p2p, transferOf({ credit_card: { ...sourceCard(), ...EXPIRY, exp_month: '10' } }));
  judge.of(expiring).equal({ source: 'fact', row: 'test cards' }, 'expiry month 10 is declined', status(expiring.json), 'failed');
}

export const transferRequests: readonly Section[] = [
  { number: '2.5', title: 'P2P transfer request', run: fields },
  { number: '2.5', title: 'Card tokens', run: tokens },
  { number: '2.5', title: 'Addresses', run: addresses },
];
