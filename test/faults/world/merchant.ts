import type { Clock } from '../../../src/clock/clock.js';
import type { FlowSurroundings } from '../../../src/flow/options.js';
import { MerchantClient } from '../../../src/merchant/client/client.js';
import { createStatusHandler } from '../../../src/merchant/handlers/status-handler.js';
import type { Activity } from '../time/activity.js';
import type { Dice } from '../dice.js';
import type { Limit } from '../verdict/limits.js';
import { Network, type Sent } from '../network/network.js';
import { type Sandbox, SHOP } from './sandbox.js';
import type { Terms } from './terms.js';
import type { Trace } from '../verdict/trace.js';
import type { VirtualTime } from '../time/virtual-time.js';

type WhileAlive = <Result>(promise: Promise<Result>) => Promise<Result>;

/** What goes wrong at the merchant's own server. */
export type MerchantTrouble = 'none' | 'lies failed' | 'lies successful' | 'fails' | 'slow' | 'silent' | 'nonsense';

export interface MerchantOptions {
  readonly time: VirtualTime;
  readonly activity: Activity;
  readonly dice: Dice;
  readonly terms: Terms;
  readonly trace: Trace;
  readonly gatewayAddress: string;
  readonly sending: (network: Network, sent: Sent) => Promise<void>;
  readonly met: (limit: Limit) => void;
}

/** How long a slow server takes, in milliseconds: longer than a press waits. */
const SLOW = 7000;

/**
 * A merchant's server and its page's functions. It gives attempts their ids, and answers `resolveStatus` with the package's own
 * handler, as the documentation's sample does.
 */
export class Merchant {
  readonly #options: MerchantOptions;
  readonly #network: Network;
  readonly #answer: (request: Request) => Promise<Response>;
  #prepared = 0;
  trouble: MerchantTrouble = 'none';
  /** The id of the product that orders are for. */
  productId = '';
  /** Its price now, in minor units. */
  price: number;

  constructor(options: MerchantOptions) {
    this.#options = options;
    const { time, dice, activity, gatewayAddress, terms } = options;
    this.price = terms.amount;
    const chances = dice.for('merchant');
    const network: Network = new Network('server', activity, { sending: (sent) => options.sending(network, sent) });
    this.#network = network;
    const clock: Clock = {
      now: () => time.now(),
      monotonic: () => time.elapsed,
      after: (milliseconds, ring) => time.after(milliseconds, ring),
    };
    const client = new MerchantClient({
      shopId: SHOP.id,
      secretKey: SHOP.secretKey,
      gatewayUrl: gatewayAddress,
      baseUrl: gatewayAddress,
      fetch: this.#network.fetch,
      clock,
      random: () => chances.fraction(),
    });
    this.#answer = createStatusHandler({
      client,
      authorize: () => true,
      allowTest: true,
      clock,
    });
  }

  /** Puts a product on sale. */
  async sell(sandbox: Sandbox): Promise<void> {
    const response = await this.#offer(sandbox, 'POST', '/products');
    const { id } = (await response.json()) as { readonly id?: string };
    if (id === undefined) throw new Error(`The sandbox took no product: ${response.status}.`);
    this.productId = id;
  }

  /** Changes the product's price, in minor units. Pages that are open learn of it when they read their settings again. */
  async reprice(sandbox: Sandbox, amount: number): Promise<void> {
    this.price = amount;
    const { status } = await this.#offer(sandbox, 'PUT', `/products/${this.productId}`);
    if (status !== 204) throw new Error(`The sandbox did not change the price: ${status}.`);
  }

  #offer(sandbox: Sandbox, method: 'POST' | 'PUT', path: string): Promise<Response> {
    return sandbox.ask(path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${SHOP.id}:${SHOP.secretKey}`)}` },
      body: JSON.stringify({
        name: 'Lamp',
        description: 'A lamp',
        currency: this.#options.terms.currency,
        amount: String(this.price),
        infinite: true,
        immortal: true,
        language: 'en',
      }),
    });
  }

  close(): void {
    this.#network.close();
  }

  prepareFor(whileAlive: WhileAlive): FlowSurroundings['prepare'] {
    const {
      time,
      terms: { prepare },
      dice,
    } = this.#options;
    if (prepare === 'none') return undefined;
    const chances = dice.for('prepare');
    return () =>
      whileAlive(
        (async () => {
          await time.wait(prepare === 'slow' ? chances.whole(500, 8000) : chances.whole(5, 200));
          this.#prepared += 1;
          if (prepare === 'rejects once' && this.#prepared === 1) throw new Error('The server of the merchant is down.');
          return { trackingId: prepare === 'cart' ? 'cart-1' : `prepared-${this.#prepared}` };
        })(),
      );
  }

  resolveStatusFor(whileAlive: WhileAlive, isOffline: () => boolean): FlowSurroundings['resolveStatus'] {
    const { time, terms } = this.#options;
    if (!terms.resolveStatus) return undefined;
    return ({ trackingId, uid, startedAt, repeatedAt }) =>
      whileAlive(
        (async () => {
          if (isOffline()) throw new TypeError('Failed to fetch');
          const { trouble } = this;
          if (trouble === 'fails') throw new TypeError('Failed to fetch');
          if (trouble === 'silent') return new Promise(() => undefined);
          if (trouble === 'nonsense') return { outcome: 'paid?' };
          if (trouble === 'slow') await time.wait(SLOW);
          else if (trouble !== 'none') {
            this.#options.met('server of the merchant lies');
            return { outcome: trouble === 'lies failed' ? 'failed' : 'successful' };
          }
          const query = new URLSearchParams({
            ...(trackingId !== undefined && { tracking_id: trackingId }),
            ...(uid !== undefined && { uid }),
            ...(startedAt !== undefined && { started_at: startedAt }),
            ...(repeatedAt !== undefined && { repeated_at: repeatedAt }),
          });
          const response = await this.#answer(new Request(`https://shop.example/status?${query}`));
          if (response.status === 404) return { outcome: 'unknown' };
          if (!response.ok) throw new Error(`The status could not be read: ${response.status}`);
          const answer: unknown = await response.json();
          this.#options.trace.add('merchant', `resolveStatus answers ${JSON.stringify(answer)}`);
          return answer;
        })(),
      ) as ReturnType<NonNullable<FlowSurroundings['resolveStatus']>>;
  }
}
