import type { Dice } from '../dice.js';
import type { AtTheBank } from '../world/payer.js';
import { CARDS, RECIPIENT, VERIFICATION_VALUE } from '../world/terms.js';
import type { LivePage } from './live-browser.js';
import type { LiveWorld } from './live-world.js';
import type { View } from './page/setup.js';

const SECOND = 1000;

/** What the payer reads where a second payment is in question. */
const IS_SECOND = /already/;

const rests = ({ step, quote }: View): boolean =>
  step === 'outcome' || step === 'unrecognized' || (step === 'details' && quote !== 'running');

/** A person at a real browser, who reads what it shows and wants to pay exactly once. */
export class LivePayer {
  readonly #world: LiveWorld;
  readonly #dice: Dice;
  /** Whether a second press is confirmed when the page asks. */
  readonly agrees: boolean;
  atTheBank: AtTheBank;

  constructor(world: LiveWorld) {
    this.#world = world;
    this.#dice = world.dice.for('payer');
    this.agrees = this.#dice.chance(0.2);
    this.atTheBank = this.#dice.pick(['passes', 'passes', 'passes', 'fails']);
  }

  get knowsPaid(): boolean {
    return this.#world.witness.shown.some(({ visible, outcome }) => visible && outcome === 'successful');
  }

  /** Opens the shop's page, in this tab or in a new one. */
  async open(tab?: LivePage): Promise<LivePage> {
    if (!tab) this.#world.opensTab();
    const page = tab ?? (await this.#world.profile.open());
    await this.#world.gather(page);
    await page.goTo(`${this.#world.testBed.shop.address}/pay`);
    await this.until(page, ({ step }) => step !== 'loading', 20 * SECOND);
    return page;
  }

  /** What the page shows; undefined: it is gone, or shows no page of the shop. */
  async view(page: LivePage): Promise<View | undefined> {
    if (!page.isOpen) return undefined;
    return (await page.run<View | null>('return globalThis.acts?.view?.() ?? null').catch(() => null)) ?? undefined;
  }

  /** Waits until the page shows something, at most this long. @returns what it shows then. */
  async until(page: LivePage, isSo: (view: View) => boolean, milliseconds: number): Promise<View | undefined> {
    let view: View | undefined;
    await this.#world.time.until(async () => {
      view = await this.view(page);
      return view !== undefined && isSo(view);
    }, milliseconds);
    return view;
  }

  /** Waits until the page is at rest, and stays so: it may show its form for a moment before it takes up a payment. */
  #settles(page: LivePage, milliseconds: number): Promise<View | undefined> {
    const { time } = this.#world;
    let since: number | undefined;
    return this.until(
      page,
      (view) => {
        since = rests(view) ? (since ?? time.elapsed) : undefined;
        return since !== undefined && time.elapsed - since >= 2 * SECOND;
      },
      milliseconds + 2 * SECOND,
    );
  }

  /** Types both cards and waits for the price. */
  async fill(page: LivePage): Promise<void> {
    await this.until(page, ({ step, button }) => step !== 'details' || button !== undefined, 20 * SECOND);
    const values = {
      'credit_card-number': CARDS[this.#world.terms.card],
      'credit_card-expiry': '1132',
      'credit_card-verification_value': VERIFICATION_VALUE,
      'recipient_card-number': RECIPIENT,
    };
    await page.run('acts.fill(given[0])', values);
    await this.until(page, ({ step, quote }) => step !== 'details' || ['given', 'unavailable'].includes(quote), 20 * SECOND);
  }

  /** Opens the shop's page and fills in the form. */
  async ready(): Promise<LivePage> {
    const page = await this.open();
    await this.fill(page);
    return page;
  }

  /** Presses the button, and again where the page asks for it. @returns whether something was sent. */
  async press(page: LivePage): Promise<boolean> {
    const { witness, trace, time } = this.#world;
    for (let presses = 0; presses < 6; presses += 1) {
      const view = await this.until(page, ({ step, button }) => step !== 'details' || button?.isFree === true, 55 * SECOND);
      if (view?.step !== 'details' || !view.button) return false;
      if (!view.button.isFree) {
        witness.wait('the button stays locked');
        return false;
      }
      const isSecond = IS_SECOND.test(view.price);
      if (isSecond) {
        witness.asked += 1;
        trace.add('payer', `is asked about a second payment: ${this.agrees ? 'yes' : 'no'}`);
        if (!this.agrees) return false;
      }
      trace.add('payer', `presses “${view.button.text}” on ${view.form}`);
      await page.clickAt(view.button.x, view.button.y);
      const then = await this.until(page, ({ step }) => step !== 'details', 4 * SECOND);
      if (!then || then.step !== 'details') {
        if (isSecond) witness.confirmed += 1;
        return true;
      }
      await time.wait(2 * SECOND);
    }
    return false;
  }

  /** Follows the payment, to the bank and back, until nothing more happens or this time is over. */
  async follow(page: LivePage, milliseconds = 60 * SECOND): Promise<void> {
    const { time } = this.#world;
    let bank: LivePage | undefined;
    await time.until(async () => {
      bank = await this.#bank();
      const view = await this.view(page);
      return bank !== undefined || !page.isOpen || (view !== undefined && rests(view));
    }, milliseconds);
    if (!bank || this.atTheBank === 'abandons') return;
    await time.wait(this.#dice.whole(1, 10) * SECOND);
    await this.#answerBank(bank, this.atTheBank);
    await this.#settles(page, milliseconds);
  }

  /** The first visit, when nothing unusual happens. */
  async payOnce(): Promise<LivePage> {
    const page = await this.ready();
    await this.press(page);
    await this.follow(page);
    return page;
  }

  /** Presses the button or link with this text. */
  async choose(page: LivePage, text: string): Promise<boolean> {
    const isThere = await page.run<boolean>('return acts.press(given[0])', text).catch(() => false);
    if (isThere) {
      this.#world.trace.add('payer', `chooses “${text}”`);
      await this.#world.time.wait(500);
    }
    return isThere;
  }

  /** After a failure: types the card again and presses. */
  async tryAgain(page: LivePage): Promise<void> {
    const view = await this.view(page);
    if (view?.outcome !== 'failed' || !(await this.choose(page, 'Try again'))) return;
    await this.fill(page);
    await this.press(page);
    await this.follow(page);
  }

  /** Comes again later: looks into what is offered, and, when nothing is shown, may press once more. */
  async comeBack(): Promise<void> {
    const { profile, trace, time } = this.#world;
    const [first] = profile.pages;
    const page = await this.open(first && this.#dice.chance(0.5) ? first : undefined);
    await this.#settles(page, 20 * SECOND);
    await time.wait(2 * SECOND);
    const view = await this.view(page);
    if (view?.step === 'details' && view.offers.length > 0 && this.#dice.chance(0.8)) {
      await this.choose(page, 'Check status');
      await this.follow(page);
    }
    if (view?.step === 'unrecognized' && this.#dice.chance(0.5)) await this.choose(page, 'Go to the payment form');
    const now = await this.#settles(page, 20 * SECOND);
    if (now?.step !== 'details' || this.knowsPaid || !this.#dice.chance(0.8)) return;
    trace.add('payer', 'finds a form, and knows of no payment');
    await this.fill(page);
    await this.press(page);
    await this.follow(page);
  }

  /** The bank's page, wherever it is open. */
  async #bank(): Promise<LivePage | undefined> {
    for (const page of this.#world.profile.pages) {
      if ((await page.url().catch(() => '')).includes('/3ds/')) return page;
    }
    return undefined;
  }

  async #answerBank(bank: LivePage, how: 'passes' | 'fails'): Promise<void> {
    const { trace, time } = this.#world;
    trace.add('payer', `answers the bank: ${how}`);
    const code = how === 'passes' ? '123456' : '000000';
    const place = await bank
      .run<{ readonly x: number; readonly y: number }>(
        `document.querySelector('#code').value = given[0];
        const button = document.querySelector('button[value=confirm]');
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = button.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };`,
        code,
      )
      .catch(() => undefined);
    // The window may close before the driver has finished the press.
    if (place) await bank.clickAt(place.x, place.y).catch(() => undefined);
    await time.until(async () => !bank.isOpen || !(await bank.url().catch(() => '')).includes('/3ds/'), 20 * SECOND);
  }
}
