import { CARDS, sourceCard, VERIFICATION_VALUE } from '../../requests/cards.js';
import { send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { newAmount, transferOf, type Fields } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, member } from '../../answers/table.js';
import { ROWS, type Row } from '../../answers/target.js';

const SPEC = spec('8 duplicate check');
const DECIDED = decided('duplicate check');

/** Sends transfers that have to be accepted, or rejected as duplicates. */
function judging(context: TestContext) {
  const taken = async (rule: typeof SPEC, statement: string, fields: Fields, row: Row = ROWS.p2p): Promise<unknown> => {
    const got = await send(context, row, fields);
    context.judge.of(got).equal(rule, statement, at(got.json, 'transaction.status'), 'successful');
    return got.json;
  };
  const refused = async (rule: typeof SPEC, statement: string, fields: Fields, row: Row = ROWS.p2p): Promise<void> => {
    const got = await send(context, row, fields);
    const judged = context.judge.of(got);
    judged.holds(
      rule,
      statement,
      at(got.json, 'transaction') === undefined && member(got.json, 'job_id') === undefined && got.status >= 400,
      'rejected',
    );
    judged.status(DECIDED, `${statement}: 422`, 422);
    const code = member(got.json, 'error_code');
    judged.holds(
      DECIDED,
      `${statement}: its own error_code`,
      typeof code === 'string' && code !== 'invalid_params',
      'not invalid_params',
      code,
    );
  };
  return { taken, refused };
}

/** Spec 8, first row: same amount, same card number or token, within 30 seconds. */
async function run(context: TestContext): Promise<void> {
  const { judge, settings, time } = context;
  const { taken, refused } = judging(context);
  const amount = newAmount();
  const same = (changes: Fields = {}): Fields => transferOf({ amount, ...changes });
  await taken(SPEC, 'the first transfer is accepted', same());
  const began = Date.now();
  await refused(SPEC, 'the same amount and card at once is rejected', same());
  await refused(SPEC, 'with duplicate_check true it is rejected', same({ duplicate_check: true }));
  await refused(SPEC, 'it is rejected at {gateway_url} too', same(), ROWS.p2ps);
  await refused(DECIDED, 'as a job it is rejected in the POST', same(), ROWS.p2pAsync);
  await refused(SPEC, 'with another recipient it is still a duplicate', same({ recipient_card: { number: CARDS.successful } }));
  await refused(
    SPEC,
    'with another description and tracking_id it is still a duplicate',
    same({ description: 'Other', tracking_id: 'other' }),
  );
  await taken(SPEC, 'with duplicate_check false it is accepted', same({ duplicate_check: false }));
  await taken(SPEC, 'another amount is no duplicate', same({ amount: newAmount() }));
  await taken(SPEC, 'another card is no duplicate', same({ credit_card: sourceCard('4111111111111111') }));
  await unfinishedFirsts(context);
  await tokens(context);
  if (settings.forms.length > 1) {
    const got = await send(context, ROWS.p2p, same(), 'plain');
    judge.of(got).status(DECIDED, 'the card is compared, sealed or plain', 422);
  }
  const race = newAmount();
  const twins = await Promise.all(
    Array.from({ length: 6 }, (_, index) => send(context, index % 2 === 0 ? ROWS.p2p : ROWS.p2ps, transferOf({ amount: race }))),
  );
  judge.equal(
    SPEC,
    'of six at the same time one is accepted',
    twins.filter(({ json }) => at(json, 'transaction') !== undefined).length,
    1,
  );

  const late = newAmount();
  await taken(SPEC, 'one more first', transferOf({ amount: late }));
  // The console moves the clock by whole steps. Without it, the time that has passed counts.
  await time.pass(time.movable ? 25 : Math.max(0, 25 - (Date.now() - began) / 1000));
  await refused(SPEC, 'within 30 s it is still rejected', transferOf({ amount: late }));
  await time.pass(32);
  await taken(SPEC, 'after 30 s it is accepted', transferOf({ amount: late }));
}

/** A first transfer that was declined, waits, or was refused. */
async function unfinishedFirsts(context: TestContext): Promise<void> {
  const { taken, refused } = judging(context);
  const declined = newAmount();
  await send(context, ROWS.p2p, transferOf({ amount: declined, credit_card: sourceCard(CARDS.declined) }));
  await refused(
    DECIDED,
    'a decline counts as the first',
    transferOf({ amount: declined, credit_card: sourceCard(CARDS.declined) }),
  );
  const waiting = newAmount();
  const challenged = (): Fields => transferOf({ amount: waiting, credit_card: sourceCard(CARDS.challenge) });
  await send(context, ROWS.p2p, challenged());
  await refused(SPEC, 'one that waits for 3-D Secure counts as the first', challenged());
  const wrong = newAmount();
  await send(context, ROWS.p2p, transferOf({ amount: wrong, description: 7 }));
  await taken(DECIDED, 'one refused with 422 does not count as the first', transferOf({ amount: wrong }));
}

async function tokens(context: TestContext): Promise<void> {
  const { taken, refused } = judging(context);
  const saved = newAmount();
  const withToken = await taken(
    SPEC,
    'a card is saved',
    transferOf({ amount: saved, additional_data: { contract: ['oneclick'] } }),
  );
  const token = at(withToken, 'transaction.credit_card.token');
  const amount = newAmount();
  const byToken = (): Fields => transferOf({ amount, credit_card: { token, verification_value: VERIFICATION_VALUE } });
  if (typeof token === 'string') {
    await taken(SPEC, 'the first by token is accepted', byToken());
    await refused(SPEC, 'the same amount and token is rejected', byToken());
  } else {
    context.judge.skip(SPEC, 'the same amount and token is rejected', 'the gateway gave no token');
  }
}

export const duplicates: Section = { number: '8', title: 'Duplicate check', run, waits: true };
