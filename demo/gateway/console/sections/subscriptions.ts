import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import type { ChargeRecord, SubscriptionRecord } from '../../store/record/subscription-record.js';
import { phaseOf } from '../../subscription/schedule.js';
import { timelineOf, type DueCharge } from '../../subscription/timeline.js';
import { pagedTable, pager, rowsOf, ROWS_PER_PAGE, type Page } from '../page/paging.js';
import { action, badge, facts, link, live, moment, money, withNote, type Column } from '../page/parts.js';
import type { Section, ConsoleContext } from '../page/section.js';
import { intervalText } from './selling.js';

const UPCOMING = 12;

const COLUMNS: readonly Column<SubscriptionRecord>[] = [
  { head: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  { head: 'Plan, id', kind: 'wrap', cell: ({ id, plan }) => withNote(plan.title, link(`/subscriptions/${id}`, id)) },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'State', cell: ({ state }) => badge(state) },
  { head: 'Charges', kind: 'number', cell: ({ chargeCount }) => String(chargeCount) },
  { head: 'Next', cell: ({ nextChargeAt }) => (nextChargeAt === null ? 'none' : moment(nextChargeAt)) },
  { head: 'Customer', kind: 'code', cell: ({ customerId }) => customerId ?? 'none' },
];

const nameOf = ({ kind, cycle }: Pick<ChargeRecord, 'kind' | 'cycle'>): string => (kind === 'trial' ? 'trial' : `cycle ${cycle}`);

const past = ({ uid, at, amount, result, ...of }: ChargeRecord, currency: string): Markup =>
  markup`<li class="${result === 'successful' ? 'good-step' : result === 'pending' ? '' : 'bad-step'}">${moment(at)} ${badge(result)}
${money(amount, currency)}, ${nameOf(of)}, ${link(`/transactions/${uid}`, uid)}</li>`;

const due = ({ at, amount, ...of }: DueCharge, currency: string): Markup =>
  markup`<li class="due">${moment(at)} <span class="badge">due</span> ${money(amount, currency)}, ${nameOf(of)}</li>`;

async function oneSubscription(
  record: SubscriptionRecord,
  { clock, calendar, store }: ConsoleContext,
  page: Page,
): Promise<Markup> {
  const { plan, nextChargeAt } = record;
  const { currency } = plan;
  const timeline = timelineOf(record, calendar, UPCOMING);
  // The charges of the page, oldest first, followed by the upcoming ones.
  const [charges, total] = await rowsOf(
    { latest: (limit, skip) => store.subscriptions.chargesOf(record.id, limit, skip), count: () => record.chargeCount },
    page,
  );
  const { due: upcoming, endsAt } = page.number === 1 ? timeline : { due: [], endsAt: null };
  const seconds = nextChargeAt === null ? 0 : Math.ceil((nextChargeAt - clock.now()) / 1000);
  return live(
    'subscription',
    markup`
${facts([
  ['State', badge(record.state)],
  ['Plan', `${plan.title} (${plan.id})`],
  ['Charge', intervalText(plan.charge, currency, 'every')],
  [
    'Trial',
    plan.trial
      ? `${intervalText(plan.trial, currency, 'for')}${plan.trial.asFirstPayment ? ', counts as the first payment' : ''}`
      : 'none',
  ],
  ['Cycles', plan.billingCycles === null ? 'infinite' : String(plan.billingCycles)],
  ['Failed attempts in a row', `${record.failedAttempts} of ${plan.paymentAttempts}`],
  ['Customer', record.customerId],
  ['Shop', String(record.shopId)],
  ['tracking_id', record.trackingId],
  [
    phaseOf(record) === 'beginning' ? 'Payment token expires' : 'Next charge',
    nextChargeAt === null ? 'none' : moment(nextChargeAt),
  ],
  ['Paid until', record.activeTo === null ? 'none' : moment(record.activeTo)],
  ['Cancelled', record.cancelled && record.cancelled.reason],
  [
    'Cancel',
    phaseOf(record) === 'running'
      ? action('Cancel', `POST /sandbox/subscriptions/${record.id}/cancel`, undefined, 'cancel')
      : null,
  ],
  [
    'Time',
    seconds > 0 ? action('Advance to the next charge', 'POST /sandbox/clock', { advance_seconds: seconds }, 'next') : null,
  ],
])}
<h2>Charges</h2>
<ol class="timeline">${charges.toReversed().map((charge) => past(charge, currency))}${upcoming.map((charge) => due(charge, currency))}
${endsAt === null ? '' : markup`<li class="due">${moment(endsAt)} <span class="badge">end</span></li>`}</ol>
${upcoming.length === UPCOMING ? markup`<p class="lead">And so on.</p>` : ''}
${total > ROWS_PER_PAGE ? pager(page, charges.length, total) : ''}`,
  );
}

/** Subscriptions with past and future charges. */
export const subscriptions: Section = {
  path: '/subscriptions',
  title: 'Subscriptions',
  group: 'Selling',
  show: async ({ store }, page) =>
    live(
      'subscriptions',
      await pagedTable(store.subscriptions, page, {
        name: 'subscriptions',
        caption: 'Newest first',
        columns: COLUMNS,
        empty: 'No subscriptions yet. Pay for a plan.',
      }),
    ),
  async detail(seen, id, page) {
    const record = await seen.store.subscriptions.byId(id);
    return record && { title: `Subscription ${id}`, content: await oneSubscription(record, seen, page) };
  },
};
