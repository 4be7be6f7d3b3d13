import type { CardDraft } from '../../../src/card/card.js';
import { CheckoutClient } from '../../../src/checkout/client.js';
import { importKey } from '../../../src/checkout/key.js';
import { alwaysPresent } from '../../../src/checkout/poll-job.js';
import { systemRandom } from '../../../src/checkout/seal.js';
import { type PlainCards, plainCards } from '../../../src/flow/cards/plain-cards.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { TransferSettings } from '../../../src/flow/request/transfer-body.js';
import { type Outcome, paymentOf } from '../../../src/flow/state.js';
import { TransferFlow, type TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { judgeUrl } from '../../../src/url/safe-url.js';
import type { SectionName } from '../../../src/wire/request/card-section.js';
import { ManualClock, quiet } from '../../clock/manual-clock.js';
import { API, Sandbox, START } from '../../gateway/sandbox.js';
import { MemoryStorage } from './rig.js';

/** How a request fails: it is lost on its way, or its answer is lost on the way back. */
export type Fault = 'lost' | 'answer lost' | undefined;

export const RECIPIENT = '4012000000001006';

/** Two cards as a payer would type them. */
export const pair = (number: string, more: CardDraft = {}, recipient: CardDraft = {}): Record<SectionName, CardDraft> => ({
  credit_card: { number, expiry: '01/30', verification_value: '123', ...more },
  recipient_card: { number: RECIPIENT, ...recipient },
});

/** A payer's program against the sandbox itself, called as Request → Response, both on one clock. */
export class SandboxPayer {
  readonly sandbox: Sandbox;
  readonly local: MemoryStorage;
  readonly tab: MemoryStorage;
  readonly clock: ManualClock;
  readonly left: string[] = [];
  readonly words: string[] = [];
  readonly bodies: string[] = [];
  /** Decides over each POST of a transfer, counted from 1. */
  fault: (post: number) => Fault = () => undefined;
  settings: TransferSettings = {
    amount: 10_000,
    currency: 'USD',
    description: 'Rent',
    returnUrl: 'https://shop.example/back?order=7',
  };
  /** Requests that wait for time to pass: the clock must not wait for them. */
  stalled = 0;
  #flow: TransferFlow | undefined;
  #cards: PlainCards | undefined;
  #busy = 0;
  #posts = 0;

  constructor(
    beside?: Pick<SandboxPayer, 'sandbox' | 'local' | 'tab' | 'clock'>,
    clock = beside?.clock ?? new ManualClock(START),
  ) {
    this.sandbox = beside?.sandbox ?? new Sandbox();
    this.local = beside?.local ?? new MemoryStorage();
    this.tab = beside?.tab ?? new MemoryStorage();
    this.clock = clock;
  }

  /** Opens the page with these cards filled in. */
  async open(drafts: Record<SectionName, CardDraft>, options: Partial<TransferFlowOptions> = {}): Promise<this> {
    const { public_key: publicKey } = await this.sandbox.shop('sealed');
    const { clock, local, tab } = this;
    const cards = plainCards(drafts, { key: await importKey(publicKey), random: systemRandom, now: () => clock.now() });
    const seal = cards.seal.bind(cards);
    cards.seal = (...asked) => this.#count(() => seal(...asked));
    this.#cards = cards;
    this.#flow = new TransferFlow({
      client: new CheckoutClient({ checkoutUrl: API, publicKey, fetch: (url, init) => this.#fetch(url, init), clock }),
      cards,
      records: new RecordStore('p2p', { local, tab, clock }),
      clock,
      random: systemRandom,
      presence: alwaysPresent,
      settings: () => this.settings,
      judgeRedirect: judgeUrl,
      leave: (url) => void this.left.push(url),
      report: () => undefined,
      ...options,
    });
    this.#flow.subscribe((state) => {
      const word = state.step === 'outcome' ? state.result.outcome : state.step;
      if (word !== this.words.at(-1)) this.words.push(word);
    });
    return this;
  }

  get flow(): TransferFlow {
    return this.#flow!;
  }

  get cards(): PlainCards {
    return this.#cards!;
  }

  get outcome(): Outcome | undefined {
    const { state } = this.flow;
    return state.step === 'outcome' ? state.result : undefined;
  }

  get trackingId(): string {
    const { state } = this.flow;
    return paymentOf(state)?.trackingId ?? '';
  }

  /** Sees the price, presses, and waits. */
  async pay(seconds = 3): Promise<this> {
    this.flow.changed();
    // Time for two checks: the second one if the first asked for fields.
    await this.pass(4);
    void this.flow.submit();
    await this.pass(seconds);
    return this;
  }

  /** Lets seconds pass, for the payer and the gateway alike. */
  async pass(seconds: number): Promise<void> {
    const step = 0.5;
    for (let passed = 0; passed < seconds; passed += step) {
      await this.#rest();
      await this.sandbox.advance(step);
      await this.clock.advance(step * 1000);
      await this.#rest();
    }
  }

  /** Answers the bank's page with a code, as its form would. @returns the address it leads to. */
  async answerChallenge(code: string): Promise<string | null> {
    const path = new URL(this.left.at(-1)!).pathname;
    const page = await (await this.sandbox.fetch(path)).text();
    const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const response = await this.sandbox.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ form_token: formToken, action: 'confirm', code }),
    });
    return response.headers.get('location');
  }

  /** What the gateway itself reports to the merchant about a tracking id. */
  async truth(trackingId = this.trackingId): Promise<{ uid: string; status: string; amount: number }[]> {
    const { body } = await this.sandbox.get(`/v2/transactions/tracking_id/${trackingId}`, 'sealed');
    return body['transactions'] as { uid: string; status: string; amount: number }[];
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (typeof init.body === 'string') this.bodies.push(init.body);
    const isTransfer = init.method === 'POST' && url.endsWith('/async/p2p');
    const fault = isTransfer ? this.fault((this.#posts += 1)) : undefined;
    return this.#count(async () => {
      if (fault === 'lost') throw new TypeError('fetch failed');
      const response = await this.sandbox.fetch(new URL(url).pathname, init);
      if (fault === 'answer lost') throw new TypeError('fetch failed');
      return response;
    });
  }

  async #count<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  async #rest(): Promise<void> {
    do {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await quiet();
    } while (this.#busy > this.stalled);
  }
}
