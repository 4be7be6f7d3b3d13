import { Merchant } from './merchant.js';
import { API, SOURCE, type Answer, type Sandbox } from './sandbox.js';
import type { SealChanges } from './seal.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

export const card = (number: string = SOURCE, changes: Json = {}): Json => ({
  number,
  verification_value: '123',
  exp_month: '01',
  exp_year: '2030',
  ...changes,
});

/** A payer at the confirm_url of a product that a shop sells; the shop takes encrypted cards only. */
export class Buyer {
  readonly merchant: Merchant;
  readonly product: Json;

  private constructor(merchant: Merchant, product: Json) {
    this.merchant = merchant;
    this.product = product;
  }

  static async of(changes: Json = {}, sandbox?: Sandbox): Promise<Buyer> {
    const merchant = new Merchant(sandbox, 'sealed');
    return new Buyer(merchant, await merchant.product(changes));
  }

  get sandbox(): Sandbox {
    return this.merchant.sandbox;
  }

  get path(): string {
    return this.product.confirm_url.slice(API.length);
  }

  /** Seals the card of an order for the product as the payer saw it. */
  async seal(request: Json = {}, seen: Json = {}, changes: SealChanges = {}): Promise<Json> {
    const { id, amount, currency } = { ...this.product, ...seen } as { id: string; amount: number; currency: string };
    return (await this.sandbox.sealing(changes)).order({ credit_card: card(), ...request }, { id, amount, currency });
  }

  async send(request: Json, path = this.path): Promise<Answer> {
    return this.sandbox.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await this.sandbox.bearer('sealed')) },
      body: JSON.stringify({ request }),
    });
  }

  /** Orders with a freshly sealed card. */
  async order(request: Json = {}, seen: Json = {}): Promise<Answer> {
    return this.send(await this.seal(request, seen));
  }

  /** Orders, and waits for the job's answer. Returns the transaction; throws when the order was refused. */
  async pay(request: Json = {}): Promise<Json> {
    const { status, body } = await this.order(request);
    if (status !== 200) throw new Error(`the order was refused: ${JSON.stringify(body)}`);
    await this.sandbox.advance(1);
    return (await this.sandbox.poll(body.job_id, 'sealed')).body.response.transaction;
  }

  async offer(): Promise<Answer> {
    return this.sandbox.ask(this.path, {
      headers: { accept: 'application/json', ...(await this.sandbox.bearer('sealed')) },
    });
  }

  async status(uid: string): Promise<Json> {
    return (await this.merchant.get(`/transactions/${uid}`)).body.transaction;
  }

  /** How many pieces are left. */
  async left(): Promise<number> {
    return (await this.merchant.get(`/products/${this.product.id}`)).body.quantity;
  }

  /** Does what the payer does on the bank's page of an incomplete payment. */
  async answerBank(redirectUrl: string, fields: Record<string, string>): Promise<Response> {
    const path = redirectUrl.slice(API.length);
    const page = await (await this.sandbox.fetch(path)).text();
    const formToken = /name="form_token" value="(\w+)"/.exec(page)?.[1] ?? '';
    return this.sandbox.fetch(path, { method: 'POST', body: new URLSearchParams({ form_token: formToken, ...fields }) });
  }
}
