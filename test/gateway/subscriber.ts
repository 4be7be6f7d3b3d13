import { expect } from 'vitest';
import type { GatewayOptions } from '../../demo/gateway/gateway-options.js';
import { createClock } from '../../demo/gateway/time/clock.js';
import { Merchant } from './merchant.js';
import { API, Sandbox, type Answer } from './sandbox.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** A plan in US dollars: 10.00 a month until it is cancelled. */
export const leastPlan = (changes: Json = {}): Json => ({
  title: 'Tea of the month',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  ...changes,
});

/** A payment as the console lists it: its time, its amount in minor units, and its result. */
export type Charge = readonly [at: string, amount: number, status: string];

const WEBHOOK = 'http://127.0.0.1:4099/hook';

/** A customer at the confirm_url of the certified shop's plans, and that shop's merchant. */
export class Subscriber {
  readonly sandbox: Sandbox;
  readonly merchant: Merchant;
  readonly card: string;
  #job = '';

  constructor(card = '4200000000000000', sandbox = new Sandbox()) {
    this.sandbox = sandbox;
    this.merchant = new Merchant(sandbox);
    this.card = card;
  }

  /** A subscriber at a sandbox in this time zone, with a frozen clock. */
  static at(time: string, card?: string, options: Partial<GatewayOptions> = {}): Subscriber {
    return new Subscriber(card, new Sandbox({ clock: createClock({ frozenAt: Date.parse(time) }), ...options }));
  }

  async plan(changes: Json = {}): Promise<Json> {
    const { status, body } = await this.merchant.send('POST', '/plans', leastPlan(changes));
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  }

  /** Orders a plan as its page would, and returns the gateway's answer. */
  async order(planId: string, { expiry = {}, ...changes }: Json = {}): Promise<Answer> {
    return this.sandbox.ask(`/v2/confirm_order/${planId}/1002`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await this.sandbox.bearer()) },
      body: JSON.stringify({
        request: {
          credit_card: { number: this.card, verification_value: '123', exp_month: '01', exp_year: '2040', ...expiry },
          customer: { email: 'ann@example.com' },
          notification_url: WEBHOOK,
          ...changes,
        },
      }),
    });
  }

  /** Creates a plan and subscribes to it. By then the first charge is decided. */
  async subscribe(plan: Json = {}, changes: Json = {}): Promise<Json> {
    const { id } = await this.plan(plan);
    const { status, body } = await this.order(id, changes);
    expect([status, body]).toEqual([200, { status: 'new', job_id: expect.any(String) }]);
    this.#job = body.job_id;
    await this.sandbox.advance(1);
    return this.subscription();
  }

  /** The current subscription, as its payer sees it. */
  async subscription(): Promise<Json> {
    return (await this.sandbox.poll(this.#job)).body.response.subscription;
  }

  /** Moves the clock exactly to a time. */
  async until(time: string): Promise<void> {
    const { body } = await this.sandbox.console('/sandbox/clock');
    await this.sandbox.advance((Date.parse(time) - Date.parse(body.now)) / 1000);
  }

  /** Every charge so far, oldest first. */
  async charges(): Promise<Charge[]> {
    const { body } = await this.sandbox.console('/sandbox/transactions');
    const listed = body as unknown as { transaction: Json }[];
    return listed.map(({ transaction: { created_at, amount, status } }): Charge => [created_at, amount, status]).toReversed();
  }

  /** The notifications about the subscription, oldest first: time and event. */
  events(): (readonly [at: string, event: string])[] {
    return this.sandbox.deliveries.flatMap(({ at, body }) => {
      const { event } = JSON.parse(body) as Json;
      return event ? [[at, event.replace('.subscription', '')] as const] : [];
    });
  }

  /** Every e-mail, oldest first. */
  async letters(): Promise<{ uid: string; to: string; language: string; subject: string; text: string }[]> {
    const { body } = await this.sandbox.console('/sandbox/emails');
    return (body as unknown as { uid: string; to: string; language: string; subject: string; text: string }[]).toReversed();
  }

  /** The bodies of all notifications, oldest first. */
  #notifications(): Json[] {
    return this.sandbox.deliveries.map(({ body }) => JSON.parse(body) as Json);
  }

  /** The statuses in the notifications about transactions, oldest first. */
  toldStatuses(): string[] {
    return this.#notifications().flatMap(({ transaction }) => (transaction ? [transaction.status as string] : []));
  }

  /** Does what the payer does on the bank's page. */
  async answerBank(redirectUrl: string, fields: Record<string, string>): Promise<Response> {
    const path = redirectUrl.slice(API.length);
    const page = await (await this.sandbox.fetch(path)).text();
    const formToken = /name="form_token" value="(\w+)"/.exec(page)?.[1] ?? '';
    return this.sandbox.fetch(path, { method: 'POST', body: new URLSearchParams({ form_token: formToken, ...fields }) });
  }
}
