import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Payer } from '../rig/payer.js';
import type { Card, Ending, StoryPayer } from './story.js';

const HEADINGS = {
  'Transfer complete': 'successful',
  'Transfer didn’t go through': 'failed',
} as const;

/** A payer at a page, wherever its inputs are. */
export class PagePayer implements StoryPayer {
  readonly amount: number;
  readonly #page: Page;
  readonly #payer: Payer;
  /** The answer to the payment's request. */
  #accepted: Promise<unknown> | undefined;

  constructor(page: Page, payer: Payer, amount: number) {
    this.#page = page;
    this.#payer = payer;
    this.amount = amount;
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

  async readFee(): Promise<{ readonly amount: number; readonly isAbout: boolean }> {
    const [, about, figure = ''] = /^Fee (about )?([\d,.]+) USD/.exec(await this.#payer.readFee()) ?? [];
    return { amount: Number(figure.replaceAll(/[,.]/g, '')), isAbout: about !== undefined };
  }

  async readImpossible(): Promise<void> {
    await this.#payer.cards.getByText(/can’t be sent|isn’t possible/).waitFor();
  }

  async press(): Promise<void> {
    this.#accepted = this.#page.waitForResponse((answer) => answer.url().endsWith('/ctp/api/async/p2p')).catch(() => undefined);
    await this.#payer.press();
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
    await this.#payer.element.getByRole('link', { name: /bank/ }).click();
    await this.arriveAtBank();
  }

  async readEnding(): Promise<Ending> {
    const { element } = this.#payer;
    const heading = element.getByRole('heading', { name: /^(Transfer|We don’t know)/ });
    await heading.waitFor();
    const outcome = HEADINGS[(await heading.innerText()).trim() as keyof typeof HEADINGS] ?? 'unknown';
    const details = element.getByText('Details', { exact: true });
    if (await details.isVisible()) await details.click();
    const hasUid = (await element.getByText('Transaction', { exact: true }).count()) > 0;
    return { outcome, why: await this.#payer.reads(), uid: hasUid ? await this.#payer.fact('Transaction') : undefined };
  }

  async tryAgain(): Promise<void> {
    await this.#payer.element.getByRole('button', { name: 'Try again' }).click();
  }

  async hasToWait(): Promise<void> {
    const wait = this.#payer.cards.getByRole('button', { name: /^You can try this card again in \d+ s\. / });
    await wait.waitFor();
    expect(await wait.isDisabled()).toBe(true);
  }

  async reload(): Promise<void> {
    await this.#accepted;
    await this.#page.reload();
  }
}
