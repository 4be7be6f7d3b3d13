import { CheckoutClient } from '../../../src/checkout/client.js';
import type { OrderSettings } from '../../../src/flow/request/order-body.js';
import { OrderFlow, type OrderFlowOptions } from '../../../src/flow/order-flow.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { Outcome, State } from '../../../src/flow/state.js';
import { judgeUrl } from '../../../src/url/safe-url.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { countingRandom, MemoryStorage, PaperCards, paperGateway, TestPresence } from './rig.js';
import { done, type Script, transaction } from '../../../demo/scripted/script.js';

/** An order with its whole environment controlled by a test. */
export class OrderRig {
  readonly clock: ManualClock;
  readonly gateway: Script;
  readonly cards = new PaperCards();
  readonly local: MemoryStorage;
  readonly left: string[] = [];
  readonly words: string[] = [];
  settings: OrderSettings = { id: 'prd_1', shopId: '7', amount: 1999, currency: 'USD', returnUrl: 'https://shop.example/' };
  readonly flow: OrderFlow;

  constructor(options: Partial<OrderFlowOptions> = {}, beside?: OrderRig, kind = 'order:prd_1') {
    this.clock = beside?.clock ?? new ManualClock();
    this.gateway = beside?.gateway ?? paperGateway(this.clock);
    this.local = beside?.local ?? new MemoryStorage();
    if (!beside) this.gateway.replies.job = [done(transaction('successful', { amount: 1999 }))];
    const { clock, cards, local } = this;
    this.flow = new OrderFlow({
      client: new CheckoutClient({ checkoutUrl: 'https://gateway.example', publicKey: 'key', fetch: this.gateway.fetch, clock }),
      cards,
      records: new RecordStore(kind, { local, tab: new MemoryStorage(), clock }),
      clock,
      random: countingRandom(beside ? 'other' : 'own'),
      presence: new TestPresence(),
      settings: () => this.settings,
      judgeRedirect: judgeUrl,
      leave: (url) => void this.left.push(url),
      report: () => undefined,
      ...options,
    });
    this.flow.subscribe((state) => {
      const word = state.step === 'outcome' ? state.result.outcome : state.step;
      if (word !== this.words.at(-1)) this.words.push(word);
    });
  }

  /** An order of a plan, or of a subscription that the shop's server has created. */
  static plan(id = 'pln_1', options: Partial<OrderFlowOptions> = {}): OrderRig {
    const rig = new OrderRig(options, undefined, `order:${id}`);
    rig.settings = { ...rig.settings, id };
    return rig;
  }

  get outcome(): Outcome | undefined {
    const { state }: { state: State } = this.flow;
    return state.step === 'outcome' ? state.result : undefined;
  }

  async pay(milliseconds = 600): Promise<void> {
    void this.flow.submit();
    await this.clock.advance(milliseconds);
  }

  request(index = 0): Record<string, unknown> {
    return (JSON.parse(this.gateway.of('transfer')[index]!.text) as { request: Record<string, unknown> }).request;
  }
}
