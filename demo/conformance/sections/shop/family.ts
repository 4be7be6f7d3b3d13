import { subscription as subscriptionSchema } from '../../../../src/wire/response/subscription.js';
import { EXPIRY, sourceCard, VERIFICATION_VALUE } from '../../requests/cards.js';
import { call, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { order } from '../../requests/order.js';
import { customerOf, newAmount, newTrackingId, planOf, transferOf, type Fields } from '../../requests/requests.js';
import { fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, integer, member, object, orNull, pattern, timestamp } from '../../answers/table.js';
import { FAMILY_ROWS, ROWS } from '../../answers/target.js';

// The spec names neither the states of a subscription nor its endpoints (2.8, 4.4). These are the family's, from its public clients
// and documents: an operator who has none of them is within the spec.

const BODY = fact('subscription body');
const ENDPOINTS = fact('endpoints outside the spec');
const ENDS = fact('how a subscription ends');
const DAY = 86_400;
const DAILY = { interval: 1, interval_unit: 'day' } as const;

/** Subscribes to a new plan with a card. */
async function subscribe(context: TestContext, changes: Fields, number: string) {
  const amount = newAmount();
  const created = await call(context, ROWS.createPlan, planOf({ plan: { amount, ...DAILY }, ...changes }));
  const planId = String(member(created.json, 'id'));
  const card = { number, ...EXPIRY, verification_value: VERIFICATION_VALUE };
  const { answer } = await order(context, { id: planId, amount }, { credit_card: card });
  return { planId, id: String(at(answer, 'subscription.id')) };
}

const read = (context: TestContext, id: string) => call(context, FAMILY_ROWS.getSubscription, undefined, { id });

async function bodies(context: TestContext): Promise<void> {
  const { judge } = context;
  const { planId, id } = await subscribe(context, {}, '4200000000000000');
  const got = await read(context, id);
  const judged = judge.of(got);
  if (!judged.status(ENDPOINTS, 'a subscription is read with 200', 200)) return;
  judged.parsed(BODY, 'src/wire accepts the subscription', subscriptionSchema);
  const fields = {
    renew_at: timestamp,
    active_to: timestamp,
    card: object,
    customer: object,
    plan: object,
    last_transaction: object,
    paid_billing_cycles: integer,
    number_failed_payment_attempts: integer,
    device_id: orNull(object),
    additional_data: object,
  };
  for (const [name, { is, type }] of Object.entries(fields))
    judged.holds(BODY, `its ${name} is ${type}`, is(member(got.json, name)), type, member(got.json, name));
  const unused = ['amount', 'interval'].map((name) => at(got.json, `plan.trial.${name}`));
  judged.equal(BODY, 'a trial that the plan has not is null', unused, [null, null]);

  const waiting = await call(context, FAMILY_ROWS.createSubscription, { plan: { id: planId } });
  judge.of(waiting).status(ENDPOINTS, 'a subscription without a card is created with 201', 201);
  const { state, token, redirect_url: to } = (waiting.json ?? {}) as Fields;
  judge
    .of(waiting)
    .equal(ENDPOINTS, 'it leads its payer to a page', [state, typeof token, typeof to], ['redirecting', 'string', 'string']);
  const refused = await call(context, FAMILY_ROWS.createSubscription, {});
  judge.of(refused).refused(ENDPOINTS, 'a subscription needs a plan', ['plan'], ENDPOINTS);
  const cancelled = await call(context, FAMILY_ROWS.cancelSubscription, { cancel_reason: "Customer's request" }, { id });
  const ended = [member(cancelled.json, 'state'), member(cancelled.json, 'renew_at'), member(cancelled.json, 'cancel_reason')];
  judge
    .of(cancelled)
    .equal(ENDPOINTS, 'a subscription is cancelled with its reason', ended, ['canceled', null, "Customer's request"]);
  judge.of(cancelled).equal(BODY, 'what is paid stays paid', member(cancelled.json, 'active_to'), member(got.json, 'active_to'));
}

/** Uses a card until its next use pays. */
async function prime(context: TestContext, number: string, fails: number): Promise<void> {
  const use = async () =>
    at((await send(context, ROWS.p2p, transferOf({ credit_card: sourceCard(number) }))).json, 'transaction.status');
  for (let uses = 0; uses <= fails; uses += 1) if ((await use()) === 'successful') break;
  for (let uses = 0; uses < fails; uses += 1) await use();
}

async function ends(context: TestContext): Promise<void> {
  const { judge, time } = context;
  const cases = [
    ['all cycles are paid: canceled', { infinite: false, billing_cycles: 1 }, '4200000000000000', 0, 'canceled'],
    ['declines are used up: failed', { number_payment_attempts: 2 }, '4000500000000027', 5, 'failed'],
    ['errors are used up: error', { number_payment_attempts: 2 }, '4000500000000043', 5, 'error'],
  ] as const;
  const expires = 'nobody paid before the payment token ran out: expired';
  if (!time.movable) {
    for (const statement of [...cases.map(([one]) => one), expires])
      judge.skip(ENDS, statement, 'needs a clock that can be moved (--console-url)');
    return;
  }
  const begun = [];
  for (const [statement, changes, card, fails, state] of cases) {
    if (fails > 0) await prime(context, card, fails);
    begun.push({ statement, state, ...(await subscribe(context, changes, card)) });
  }
  const waiting = await call(context, FAMILY_ROWS.createSubscription, { plan: planOf(), customer: customerOf() });
  begun.push({ statement: expires, state: 'expired', id: String(member(waiting.json, 'id')) });
  await time.pass(4 * DAY);
  for (const { id, statement, state } of begun) {
    const got = await read(context, id);
    judge.of(got).equal(ENDS, statement, member(got.json, 'state'), state);
  }
}

async function olderForms(context: TestContext): Promise<void> {
  const { judge } = context;
  const tracking_id = newTrackingId();
  const paid = await send(context, ROWS.p2p, transferOf({ tracking_id }));
  const found = await call(context, FAMILY_ROWS.lookupByTrackingId, undefined, { id: tracking_id });
  const uid = at(paid.json, 'transaction.uid');
  const lookup = spec('8 tracking_id lookup');
  judge.of(found).equal(lookup, 'a unique tracking_id gives one transaction', at(found.json, 'transaction.uid'), uid);
  const later = await send(context, ROWS.p2p, transferOf({ tracking_id }));
  const both = await call(context, FAMILY_ROWS.lookupByTrackingId, undefined, { id: tracking_id });
  const uids = ((member(both.json, 'transactions') ?? []) as readonly Fields[]).map((one) => one['uid']);
  judge.of(both).equal(lookup, 'otherwise an array, the newest first', uids, [at(later.json, 'transaction.uid'), uid]);
  const unknown = await call(context, ROWS.byUid, undefined, { id: '1234567890qwerty' });
  judge.of(unknown).equal(fact('texts'), 'an unknown uid: Record not found', member(unknown.json, 'message'), 'Record not found');
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
  judge.of(paid).holds(fact('ids'), 'a uid is a UUID', pattern('', UUID).is(uid), 'a UUID', uid);
}

export const family: readonly Section[] = [
  { number: '2.8', title: "The family's subscriptions", run: bodies },
  { number: '2.8', title: 'How a subscription ends', run: ends },
  { number: '8', title: "The family's older forms", run: olderForms },
];
