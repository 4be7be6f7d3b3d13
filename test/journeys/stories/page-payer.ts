import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Payer } from '../rig/payer.js';
import { isRequest } from './requests.js';
import type { Card, Ending, ReadFee, Request, StoryPayer } from './story.js';

const HEADINGS = {
  'Transfer complete': 'successful',
  'Transfer didn’t go through': 'failed',
} as const;

/** A payer at a page, wherever its inputs are. */
export class PagePayer implements StoryPayer {
  amount: number;
  #page: Page;
  #payer: Payer;
  readonly #address: string;
  readonly #payerAt: (page: Page) => Payer;
  /** The answer to the payment's request. */
  #accepted: Promise<unknown> | undefined;

  constructor(page: Page, amount: number, payerAt: (page: Page) => Payer) {
    this.amount = amount;
    this.#page = page;
    this.#payer = payerAt(page);
    this.#address = page.url();
    this.#payerAt = payerAt;
  }

  async askFor(amount: number): Promise<void> {
    this.amount = amount;
    await this.#payer.within.evaluate((element, value) => element.setAttribute('amount', value), String(amount));
  }

  async loseAnswers(to: Request, howMany: 'one' | 'all' = 'all'): Promise<void> {
    let lost = 0;
    await this.#page.route('**/ctp/api/async/**', async (route) => {
      const request = route.request();
      if (!isRequest(to, request.method(), request.url()) || (howMany === 'one' && lost > 0)) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
  }

  async findAnswers(): Promise<void> {
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async fillIn(from: Card, to?: Card): Promise<void> {
    await this.#payer.from('Card number').fill('');
    await this.#payer.from('Expiry date').fill('');
    await this.#payer.from('Security code').fill('');
    await this.#payer.to('Card number').fill('');
    await this.#payer.typeCards(from, to?.number);
    if (to?.holder) await this.#payer.to('Recipient’s name').pressSequentially(to.holder);
  }

  async isAskedForNames(): Promise<void> {
    await this.#payer.from('Name on card').waitFor();
    await this.#payer.to('Recipient’s name').waitFor();
  }

  async readFee(): Promise<ReadFee> {
    const [, about, figure = '', currency = ''] = /^Fee (about )?([\d,.]+) ([A-Z]{3})/.exec(await this.#payer.readFee()) ?? [];
    return { amount: Number(figure.replaceAll(/[,.]/g, '')), currency, isAbout: about !== undefined };
  }

  async readTerms(): Promise<string> {
    const terms = this.#payer.form.getByText(/^Bank fee: /);
    await terms.waitFor();
    return /[A-Z]{3}/.exec((await terms.textContent()) ?? '')?.[0] ?? '';
  }

  async readNoAnswer(): Promise<void> {
    await this.#payer.form
      .getByText(/^(We couldn’t .*Nothing was sent|The bank didn’t accept this)\./)
      .filter({ visible: true })
      .first()
      .waitFor();
  }

  async askForFee(): Promise<void> {
    await this.#payer.form.getByRole('button', { name: /^(Show the fee|Check again)/ }).waitFor();
    await this.press();
  }

  async pressTwice(): Promise<void> {
    await this.press(2);
  }

  async readImpossible(): Promise<void> {
    await this.#payer.form.getByText(/can’t be sent|isn’t possible/).waitFor();
  }

  async press(times?: number): Promise<void> {
    // A payer presses what they see.
    await this.#page.bringToFront();
    this.#accepted = this.#page.waitForResponse((answer) => answer.url().endsWith('/ctp/api/async/p2p')).catch(() => undefined);
    await this.#payer.press(times);
  }

  arriveAtBank(): Promise<void> {
    return this.#payer.arriveAtBank();
  }

  confirmAtBank(code: string): Promise<void> {
    return this.#payer.confirmAtBank(code);
  }

  cancelAtBank(): Promise<void> {
    return this.#payer.cancelAtBank();
  }

  async returnToBank(): Promise<void> {
    await this.#page.goBack();
    await this.#payer.within.getByRole('link', { name: /bank/ }).click();
    await this.arriveAtBank();
  }

  async readEnding(): Promise<Ending> {
    const { within: element } = this.#payer;
    const heading = element.getByRole('heading', { name: /^(Transfer|We don’t know)/ });
    await heading.waitFor();
    const outcome = HEADINGS[(await heading.innerText()).trim() as keyof typeof HEADINGS] ?? 'unknown';
    const details = element.getByText('Details', { exact: true });
    if (await details.isVisible()) await details.click();
    const hasUid = (await element.getByText('Transaction', { exact: true }).count()) > 0;
    return { outcome, why: await this.#payer.reads(), uid: hasUid ? await this.#payer.fact('Transaction') : undefined };
  }

  async checkAgain(): Promise<void> {
    const button = this.#payer.within.getByRole('button', { name: 'Check again' });
    // Without a merchant's server, no one can be asked about a payment that has no id yet.
    if (await button.isVisible()) await button.click();
  }

  async tryAgain(): Promise<void> {
    await this.#payer.within.getByRole('button', { name: 'Try again' }).click();
  }

  async hasToWait(): Promise<void> {
    const wait = this.#payer.form.getByRole('button', { name: /^You can try this card again in \d+ s\. / });
    await wait.waitFor();
    expect(await wait.isDisabled()).toBe(true);
  }

  async reload(): Promise<void> {
    await this.#accepted;
    await this.#page.reload();
  }

  async startOver(): Promise<void> {
    await this.#page.reload();
  }

  async closeAndOpen(): Promise<void> {
    const next = await this.#page.context().newPage();
    await this.#page.close();
    await next.goto(this.#address);
    this.#page = next;
    this.#payer = this.#payerAt(next);
  }

  async findLeft(): Promise<void> {
    await this.#payer.within.getByText(/^Unfinished transfer of/).waitFor();
    await this.#payer.within.getByRole('button', { name: 'Check status' }).click();
    await this.#payer.within.getByRole('link', { name: /bank/ }).click();
  }

  async openAnotherTab(): Promise<StoryPayer> {
    const page = await this.#page.context().newPage();
    await page.goto(this.#address);
    return new PagePayer(page, this.amount, this.#payerAt);
  }

  lookAgain(): Promise<void> {
    return this.#page.bringToFront();
  }
}
