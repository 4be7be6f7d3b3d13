import {
  alwaysPresent,
  CheckoutClient,
  importKey,
  judgeUrl,
  plainCards,
  type PlainCards,
  RecordStore,
  type State,
  systemClock as clock,
  systemRandom as random,
  TransferFlow,
} from '../../../src/headless.js';
import { inject } from 'vitest';
import { BrowserLocks } from '../../flow/rig/browser-locks.js';
import { MemoryStorage } from '../../flow/rig/rig.js';
import { freshAmount } from '../rig/journey.js';
import { shop } from '../rig/merchant.js';
import { isRequest } from './requests.js';
import type { Card, Ending, ReadFee, Request, StoryPayer } from './story.js';

const draftOf = ({ number, holder }: Card) => ({ number, expiry: '12/30', verification_value: '737', ...(holder && { holder }) });

/** What the programs of one payer share, as the tabs of a browser do. */
const newBrowser = () => ({ local: new MemoryStorage(), locks: new BrowserLocks() });

/** A payer whose cards a program has, with a flow of its own and no page. */
export class HeadlessPayer implements StoryPayer {
  amount: number;
  readonly #order: string | undefined;
  readonly #browser: ReturnType<typeof newBrowser>;
  #tab = new MemoryStorage();
  #lost: { readonly to: Request; readonly howMany: 'one' | 'all' } | undefined;
  #cards: PlainCards | undefined;
  #flow: TransferFlow | undefined;
  #bank = '';

  constructor(order?: string, amount = freshAmount(), browser = newBrowser()) {
    this.amount = amount;
    this.#order = order;
    this.#browser = browser;
  }

  askFor(amount: number): Promise<void> {
    this.amount = amount;
    return this.#own.check();
  }

  loseAnswers(to: Request, howMany: 'one' | 'all' = 'all'): Promise<void> {
    this.#lost = { to, howMany };
    return Promise.resolve();
  }

  findAnswers(): Promise<void> {
    this.#lost = undefined;
    return Promise.resolve();
  }

  readonly #fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init);
    if (this.#lost === undefined || !isRequest(this.#lost.to, init?.method ?? 'GET', url)) return answer;
    if (this.#lost.howMany === 'one') this.#lost = undefined;
    throw new TypeError('The connection was reset.');
  };

  async fillIn(from: Card, to: Card = { number: '4111111111111111' }): Promise<void> {
    const { public_key: publicKey } = shop();
    this.#cards = plainCards(
      { credit_card: draftOf(from), recipient_card: to },
      { key: await importKey(publicKey), random, now: () => clock.now() },
    );
    const flow = this.#open();
    // A program's new card is a new flow's: what the order has come to is read from the record.
    if (this.#order !== undefined) await flow.resume();
    flow.tryAgain();
    await this.#state(({ step }) => step === 'details');
    void flow.check();
  }

  /** Makes the flow that a program has after its start. */
  #open(): TransferFlow {
    const cards = this.#cards!;
    return (this.#flow = new TransferFlow({
      client: new CheckoutClient({
        checkoutUrl: inject('gateway').checkout_url,
        publicKey: shop().public_key,
        fetch: this.#fetch,
        clock,
      }),
      cards,
      records: new RecordStore('p2p', { local: this.#browser.local, tab: this.#tab, clock }),
      locks: this.#browser.locks,
      settings: () => ({
        amount: this.amount,
        currency: 'USD',
        description: 'Money to a card',
        test: true,
        ...(this.#order !== undefined && { trackingId: this.#order }),
      }),
      presence: alwaysPresent,
      judgeRedirect: judgeUrl,
      leave: (url) => void (this.#bank = url),
      report: () => undefined,
      clock,
      random,
    }));
  }

  get #own(): TransferFlow {
    return this.#flow!;
  }

  /** Waits for a state. */
  #state(is: (state: State) => boolean): Promise<State> {
    const flow = this.#own;
    return new Promise((resolve) => {
      if (is(flow.state)) return resolve(flow.state);
      const unsubscribe = flow.subscribe((state) => {
        if (!is(state)) return;
        unsubscribe();
        resolve(state);
      });
    });
  }

  #quoted = (status: string) => (state: State) =>
    state.step === 'details' && state.quote.status === status && !('isUnread' in state.quote && state.quote.isUnread);

  async isAskedForNames(): Promise<void> {
    await this.#state(this.#quoted('fields'));
  }

  async readFee(): Promise<ReadFee> {
    const state = await this.#state(this.#quoted('given'));
    const fee = state.step === 'details' && state.quote.status === 'given' ? state.quote.price.fee : undefined;
    if (!fee || fee.kind === 'terms') throw new Error('There is no fee.');
    return { amount: fee.fee, currency: fee.currency, isAbout: fee.kind === 'estimate' };
  }

  async readTerms(): Promise<string> {
    const state = await this.#state(this.#quoted('given'));
    const fee = state.step === 'details' && state.quote.status === 'given' ? state.quote.price.fee : undefined;
    if (fee?.kind !== 'terms') throw new Error('There are no terms.');
    return fee.currency;
  }

  async readImpossible(): Promise<void> {
    await this.#state(this.#quoted('impossible'));
  }

  async readNoAnswer(): Promise<void> {
    await this.#state(this.#quoted('unavailable'));
  }

  askForFee(): Promise<void> {
    return this.#own.submit({ isForPrice: true });
  }

  pressTwice(): Promise<void> {
    void this.#own.submit();
    return this.press();
  }

  async press(): Promise<void> {
    void this.#own.submit();
    await this.#state(({ step }) => step !== 'details');
    // A program that starts again before its request is accepted is another story.
    await this.#state((state) => state.step !== 'transferring' || state.attempt.jobId !== undefined);
  }

  async arriveAtBank(): Promise<void> {
    while (this.#bank === '') await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Sends the form of the bank's page, as a browser without scripts does. */
  async #answer(fields: Readonly<Record<string, string>>): Promise<void> {
    const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(await (await fetch(this.#bank)).text()) ?? [];
    await fetch(this.#bank, { method: 'POST', body: new URLSearchParams({ form_token: token, ...fields }), redirect: 'manual' });
  }

  confirmAtBank(code: string): Promise<void> {
    return this.#answer({ action: 'confirm', code });
  }

  cancelAtBank(): Promise<void> {
    return this.#answer({ action: 'cancel' });
  }

  async returnToBank(): Promise<void> {
    await this.reload();
    await this.#state((state) => state.step === 'settling' || state.step === 'authentication');
  }

  async readEnding(): Promise<Ending> {
    const state = await this.#state(({ step }) => step === 'outcome');
    if (state.step !== 'outcome') throw new Error('It has not ended.');
    const { result } = state;
    const transaction = 'transaction' in result ? result.transaction : undefined;
    return { outcome: result.outcome, why: transaction?.message ?? '', uid: transaction?.uid };
  }

  checkAgain(): Promise<void> {
    return this.#own.resume().then(() => undefined);
  }

  tryAgain(): Promise<void> {
    this.#own.tryAgain();
    return Promise.resolve();
  }

  async hasToWait(): Promise<void> {
    if (this.#own.waitFor === 0) throw new Error('Expected an equal payment to wait.');
    await this.#own.submit();
    if (this.#own.state.step !== 'details') throw new Error('Expected a press without effect.');
  }

  async reload(): Promise<void> {
    this.#own.detach();
    void this.#open().resume();
    await this.#state(({ step }) => step !== 'details');
  }

  async startOver(): Promise<void> {
    this.#own.detach();
    await this.#open().resume();
  }

  closeAndOpen(): Promise<void> {
    this.#tab = new MemoryStorage();
    return this.startOver();
  }

  async findLeft(): Promise<void> {
    const [left] = await this.#own.unfinished();
    void this.#own.resume(left);
    await this.#state((state) => state.step === 'settling' || state.step === 'authentication');
  }

  openAnotherTab(): Promise<StoryPayer> {
    return Promise.resolve(new HeadlessPayer(this.#order, this.amount, this.#browser));
  }

  lookAgain(): Promise<void> {
    return this.#own.showIfPaid();
  }
}
