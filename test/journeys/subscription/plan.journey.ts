// @module-tag sample
import { describe, expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { advanceSandbox } from '../rig/journey.js';
import { offerPlan, type Sold } from '../rig/merchant.js';
import { useOwnSandbox } from '../rig/own-sandbox.js';

const buyers = useBuyers();
// Its clock runs weeks ahead.
const own = useOwnSandbox();

const CHALLENGED = '4012000000001097';
const DAY = 86_400;
const MINUTE = 60;
const EVERY_TEN_DAYS = { amount: 2500, interval: 10, interval_unit: 'day' };

interface Course {
  readonly state: string;
  readonly plan_id: string;
  readonly charges: readonly { readonly kind: string; readonly amount: number; readonly result: string }[];
}

/** The plan's only subscription, as the console shows it: its state, and the kind, amount and result of each charge. */
async function courseOf(plan: Sold): Promise<readonly [state: string, ...charges: string[]]> {
  const answer = await fetch(`${own.gateway['console_url']}/sandbox/subscriptions`);
  const course = ((await answer.json()) as Course[]).filter(({ plan_id }) => plan_id === plan.id);
  expect(course).toHaveLength(1);
  const { state, charges } = course[0]!;
  return [state, ...charges.map(({ kind, amount, result }) => `${kind} ${amount} ${result}`)];
}

const laterBy = (seconds: number): Promise<void> => advanceSandbox(seconds, own.gateway['console_url']);
const offerHere = (terms: object): Promise<Sold> => offerPlan(terms, own.gateway['base_url']);

/**
 * Subscribes on the gateway's page of a plan. After the first journey the gateway is days ahead of the payer's clock, so
 * a card sealed with the payer's time would be refused.
 */
async function subscribe(plan: Sold, card: string, options = {}) {
  const buyer = await buyers.arrive(plan.pay_url, options);
  await buyer.box('Email').fill('ann@example.org');
  await buyer.pay(card);
  return buyer;
}

describe('a plan', () => {
  test('with a trial, on a phone and with 3-D Secure: charges the trial now and the plan after three days', async () => {
    const plan = await offerHere({
      trial: { amount: 100, interval: 3, interval_unit: 'day' },
      plan: { amount: 1000, interval: 1, interval_unit: 'month' },
    });
    const buyer = await subscribe(plan, CHALLENGED, PHONE);
    await buyer.confirmAtBank();
    await buyer.heading('Subscribed').waitFor();
    expect(await buyer.reads()).toContain('You paid 1.00 USD.');
    expect(await courseOf(plan)).toEqual(['trial', 'trial 100 successful']);
    await laterBy(3 * DAY - MINUTE);
    expect(await courseOf(plan)).toEqual(['trial', 'trial 100 successful']);
    await laterBy(2 * MINUTE);
    expect(await courseOf(plan)).toEqual(['active', 'trial 100 successful', 'cycle 1000 successful']);
  });

  test('whose first charge is declined: the payer reads that they are not subscribed, and no later charge is tried', async () => {
    const plan = await offerHere({ plan: EVERY_TEN_DAYS });
    const buyer = await subscribe(plan, '4005550000000019', PHONE);
    await buyer.heading('Subscription not started').waitFor();
    expect(await violations(buyer.page)).toEqual([]);
    await laterBy(13 * DAY);
    expect(await courseOf(plan)).toEqual(['failed', 'cycle 2500 failed']);
  });
});
