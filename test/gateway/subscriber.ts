import { Merchant } from './merchant.js';
import type { Answer, Sandbox } from './sandbox.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** A plan in US dollars: 10.00 a month until it is cancelled. */
export const leastPlan = (changes: Json = {}): Json => ({
  title: 'Tea of the month',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  ...changes,
});

/** A payment of a subscription as the merchant's status call shows it: its time, amount and status. */
export type Charge = readonly [at: string, amount: number, status: string];

/** A customer who subscribes to a plan of the certified shop, and the merchant who looks on. */
export class Subscriber {
  readonly sandbox: Sandbox;
  readonly merchant: Merchant;
  readonly card: string;
  #job = '';

  constructor(sandbox: Sandbox, card = '4200000000000000') {
    this.sandbox = sandbox;
    this.merchant = new Merchant(sandbox);
    this.card = card;
  }

  /** Orders a plan as its page would, and answers what the gateway says. */
  async order(planId: string, changes: Json = {}): Promise<Answer> {
    return this.sandbox.ask(`/v2/confirm_order/${planId}/1002`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await this.sandbox.bearer()) },
      body: JSON.stringify({
        request: {
          credit_card: { number: this.card, verification_value: '123', exp_month: '01', exp_year: '2030' },
          customer: { email: 'ann@example.com' },
          ...changes,
        },
      }),
    });
  }

  /** Creates a plan and subscribes to it; the first charge has been decided on then. */
  async subscribe(plan: Json = {}, changes: Json = {}): Promise<Json> {
    const created = await this.merchant.send('POST', '/plans', leastPlan(plan));
    if (created.status !== 201) throw new Error(`the plan was refused: ${JSON.stringify(created.body)}`);
    const { status, body } = await this.order(created.body.id, changes);
    if (status !== 200) throw new Error(`the order was refused: ${JSON.stringify(body)}`);
    this.#job = body.job_id;
    await this.sandbox.advance(1);
    return this.subscription();
  }

  /** The subscription as it is now. */
  async subscription(): Promise<Json> {
    const { body } = await this.sandbox.poll(this.#job);
    return body.response.subscription;
  }
}
