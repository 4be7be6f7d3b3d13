import { type SealedSections, sealSections } from '../../../src/checkout/seal.js';
import type { TestBed } from './test-bed.js';
import type { Kind } from '../kind.js';
import { SHOP } from './sandbox.js';
import { CARDS, RECIPIENT, VERIFICATION_VALUE } from './terms.js';
import { World, type WorldSettings } from './world.js';

const HEADERS = { authorization: `Bearer ${SHOP.publicKey}`, 'x-api-version': '2', 'content-type': 'application/json' };

/** A page as it is often written: on any trouble it tries again with a new id and a new seal, and calls every error a failure. */
class NaivePage {
  readonly #world: World;
  readonly #dice;

  constructor(world: World, name: string) {
    this.#world = world;
    this.#dice = world.dice.for(name);
  }

  /** @returns whether the page shows that the payment succeeded. */
  async pay(): Promise<boolean> {
    for (let tries = 0; tries < 3; tries += 1) {
      if (await this.#try().catch(() => false)) return true;
      await this.#world.time.wait(this.#dice.whole(1000, 3000));
    }
    return false;
  }

  async #try(): Promise<boolean> {
    const { path, body } = await this.#request();
    const { job_id: job } = (await this.#ask('POST', path, body)) as { readonly job_id: string };
    for (let polls = 0; polls < 60; polls += 1) {
      await this.#world.time.wait(1000);
      const { status, response } = (await this.#ask('GET', `/ctp/api/async/jobs/${job}`)) as {
        readonly status: string;
        readonly response?: { readonly transaction?: { readonly status: string } };
      };
      if (status === 'failed') return false;
      if (status === 'done') return ['successful', 'incomplete'].includes(response?.transaction?.status ?? '');
    }
    return false;
  }

  /** Polls for ten seconds, and accepts only what looks like success. */
  async #ask(method: string, path: string, body?: string): Promise<unknown> {
    const { browser, proxyAddress, time } = this.#world;
    const controller = new AbortController();
    const cancel = time.after(10_000, () => controller.abort(new Error('timeout')));
    try {
      const response = await browser.network.fetch(proxyAddress + path, {
        method,
        headers: HEADERS,
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
      if (!response.ok) throw new Error(String(response.status));
      return await response.json();
    } finally {
      cancel();
    }
  }

  async #request(): Promise<{ path: string; body: string }> {
    const { terms, key, time, merchant, activity } = this.#world;
    const { amount, currency, what, card } = terms;
    const trackingId = terms.trackingId ?? this.#dice.uuid();
    const source = { number: CARDS[card], exp_month: '11', exp_year: '2032', verification_value: VERIFICATION_VALUE };
    const binding = { amount, currency, trackingId, issuedAt: time.now() };
    const random = { uuid: () => this.#dice.uuid(), bytes: (length: number) => this.#dice.bytes(length), fraction: () => 0.5 };
    const seal = (
      sections: Parameters<typeof sealSections>[0],
      operation: 'transfer' | 'order',
      productId?: string,
    ): Promise<SealedSections> =>
      activity.during(() => sealSections(sections, { ...binding, operation, productId }, key, random));
    const rest = { tracking_id: trackingId, duplicate_check: true };
    if (what === 'order') {
      const sealed = await seal({ credit_card: source }, 'order', merchant.productId);
      return {
        path: `/v2/confirm_order/${merchant.productId}/${SHOP.id}`,
        body: JSON.stringify({ request: { ...sealed, ...rest } }),
      };
    }
    const sealed = await seal({ credit_card: source, recipient_card: { number: RECIPIENT } }, 'transfer');
    return {
      path: '/ctp/api/async/p2p',
      body: JSON.stringify({ request: { amount, currency, description: 'Rent', ...sealed, ...rest } }),
    };
  }
}

/** Puts the naive page through what the real one went through. @returns whether money moved twice. */
export async function payNaively(testBed: TestBed, { naive = 'stays' }: Kind, settings: WorldSettings): Promise<boolean> {
  const world = await World.begin(testBed, { ...settings, plantedBug: undefined });
  const { time } = world;
  const pay = (name: string): { over: boolean; paid: boolean } => {
    const page = { over: false, paid: false };
    void new NaivePage(world, name).pay().then((paid) => Object.assign(page, { over: true, paid }));
    return page;
  };
  const first = pay('first');
  const second = naive === 'is open twice' ? pay('second') : undefined;
  if (naive === 'is left') {
    await time.pass(900);
    pay('reloaded');
  }
  await time.until(() => first.over && second?.over !== false, 4 * 60_000);
  // It shows that the payment failed, so the payer presses once more.
  if (!first.paid) {
    await time.pass(31_000);
    const again = pay('again');
    await time.until(() => again.over, 4 * 60_000);
  }
  await time.pass(60_000);
  const { books } = await world.end();
  return books.filter(({ status }) => status === 'successful').length > 1;
}
