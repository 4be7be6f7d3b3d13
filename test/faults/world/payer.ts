import type { Dice } from '../dice.js';
import type { Form } from '../browser/form.js';
import type { Page } from '../browser/page.js';
import type { World } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a payer does at the bank. */
export type AtTheBank = 'passes' | 'fails' | 'abandons';

/** A person at a browser: presses, waits, reads, and wants to pay exactly once. */
export class Payer {
  readonly #world: World;
  readonly #dice: Dice;
  /** Whether a second press is confirmed when the form asks. */
  readonly agrees: boolean;
  atTheBank: AtTheBank;

  constructor(world: World) {
    this.#world = world;
    this.#dice = world.dice.for('payer');
    this.agrees = this.#dice.chance(0.2);
    this.atTheBank = this.#dice.pick(['passes', 'passes', 'passes', 'fails']);
  }

  /** Whether this payer has read that it is paid. */
  get knowsPaid(): boolean {
    return this.#world.witness.shown.some(({ visible, outcome }) => visible && outcome === 'successful');
  }

  wait(from: number, to = from): Promise<void> {
    return this.#world.time.pass(this.#dice.whole(from * SECOND, to * SECOND));
  }

  /** Waits until the form shows a price. */
  async seePrice({ form }: Page): Promise<void> {
    form.flow.changed();
    await this.#world.time.until(() => form.state.step !== 'details' || form.state.quote.status === 'given', 20 * SECOND);
  }

  /** Presses the button, and again where the form asks for it. @returns whether something was sent. */
  async press({ form }: Page): Promise<boolean> {
    const { witness, trace, time } = this.#world;
    for (let presses = 0; presses < 6; presses += 1) {
      if (!(await this.#buttonIsFree(form))) return false;
      const { state } = form;
      if (state.step !== 'details' || !form.page.alive) return false;
      const confirm = state.quote.status === 'given' ? state.quote.confirm : undefined;
      const isSecond = confirm !== undefined && confirm !== 'first_seen' && confirm !== 'risen';
      if (isSecond) {
        witness.asked += 1;
        trace.add('payer', `is asked about a second payment: ${this.agrees ? 'yes' : 'no'}`);
        if (!this.agrees) return false;
      }
      const seen = state.quote.status === 'given' ? state.quote.price.amount : undefined;
      if (seen !== undefined) witness.agreed.add(seen);
      trace.add('payer', `presses on ${form.name}${seen === undefined ? '' : `, which says ${seen}`}`);
      let over = false;
      this.#world.unattended(
        form.flow.submit().finally(() => void (over = true)),
        form.name,
      );
      await time.until(() => over || form.state.step !== 'details' || !form.page.alive, MINUTE);
      if (form.state.step !== 'details' || !form.page.alive) {
        if (isSecond) witness.confirmed += 1;
        return true;
      }
      await this.wait(2, 5);
    }
    return false;
  }

  /**
   * Follows the payment, to the bank and back, until nothing more happens or this time is over. @returns the page that
   * shows it.
   */
  async follow(page: Page, milliseconds = 2 * MINUTE): Promise<Page> {
    const { time } = this.#world;
    await time.until(() => page.form.rests || page.challenge !== undefined || !page.alive, milliseconds);
    if (!page.challenge || this.atTheBank === 'abandons') return page;
    const { url, inWindow } = page.challenge;
    page.challenge = undefined;
    await this.wait(3, 40);
    const back = await this.#answerBank(url, this.atTheBank);
    const browser = this.#world.browsers.find(({ tabs }) => tabs.some((each) => each.page === page));
    const tab = browser?.tabs.find((each) => each.page === page);
    const next = inWindow || !browser || !tab ? page : browser.open({ tab, uid: back });
    await time.until(() => next.form.rests, milliseconds);
    return next;
  }

  /** The first visit, when nothing unusual happens. */
  async payOnce(): Promise<Page> {
    const page = this.#world.browser.open();
    await this.seePrice(page);
    await this.press(page);
    return this.follow(page);
  }

  /** Comes again later: looks into what is offered, and, when nothing is shown, may press once more. */
  async comeBack(): Promise<void> {
    const { browser, time } = this.#world;
    const [first] = browser.tabs;
    const page = browser.open(first && this.#dice.chance(0.5) ? { tab: first } : {});
    await time.until(() => page.form.rests, 20 * SECOND);
    await time.pass(SECOND);
    const [offered] = page.form.unfinished;
    if (page.form.state.step === 'details' && offered && this.#dice.chance(0.8)) {
      this.#world.trace.add('payer', 'looks into the unfinished payment');
      this.#world.unattended(page.form.flow.resume(offered), page.form.name);
      await time.until(() => page.form.rests, 20 * MINUTE);
    }
    if (page.form.state.step === 'unrecognized' && this.#dice.chance(0.5)) {
      this.#world.trace.add('payer', 'goes on to the form');
      page.form.flow.reset();
      page.form.type();
    }
    if (page.form.state.step !== 'details' || this.knowsPaid || !this.#dice.chance(0.8)) return;
    this.#world.trace.add('payer', 'finds a form, and knows of no payment');
    await this.seePrice(page);
    await this.press(page);
    await this.follow(page, 25 * MINUTE);
  }

  /** After a failure: types the card again and presses. */
  async tryAgain(page: Page): Promise<Page> {
    const { form } = page;
    if (form.outcome !== 'failed' || !form.flow.mayTryAgain) return page;
    this.#world.trace.add('payer', 'tries again');
    form.flow.tryAgain();
    form.type();
    await this.seePrice(page);
    await this.press(page);
    return this.follow(page);
  }

  /** A locked button is released while the payer waits: 30 s later, or 30 s after the last repeat of another tab's request. */
  async #buttonIsFree(form: Form): Promise<boolean> {
    const { time, witness } = this.#world;
    const began = time.now();
    const isFree = (): boolean => form.flow.waitFor === 0 || form.state.step !== 'details' || !form.page.alive;
    const end = (): number => Math.max(began + 31 * SECOND, (witness.sent.at(-1)?.at ?? 0) + 51 * SECOND);
    while (!isFree() && time.now() < end()) await time.pass(SECOND);
    if (!isFree()) witness.wait('the button stays locked for more than 30 s');
    return isFree();
  }

  /** @returns the uid in the address to which the bank's page leads back. */
  async #answerBank(url: string, how: Exclude<AtTheBank, 'abandons'>): Promise<string | undefined> {
    const {
      testBed: { sandbox },
      trace,
    } = this.#world;
    const { pathname } = new URL(url);
    const html = await (await sandbox.ask(pathname)).text();
    const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const response = await sandbox.ask(pathname, {
      method: 'POST',
      body: new URLSearchParams({ form_token: token, action: 'confirm', code: how === 'passes' ? '123456' : '000000' }),
    });
    trace.add('payer', `answers the bank: ${how} (${response.status})`);
    const location = response.headers.get('location');
    return (location && new URL(location).searchParams.get('uid')) || undefined;
  }
}
