import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { fill } from '../../locales/catalogue.js';
import type { MessageKey, Words } from '../../locales/messages.js';
import { copyText } from '../base/copy-text.js';

/** The payment link: a link to follow, and a button that copies it. */
export class PaymentLink {
  readonly #host: ReactiveControllerHost;
  readonly #leave: (url: string) => boolean;
  #copied: { readonly url: string; readonly done: boolean } | undefined;

  /** @param leave Called before the payer leaves; returning false stops them. */
  constructor(host: ReactiveControllerHost, leave: (url: string) => boolean) {
    this.#host = host;
    this.#leave = leave;
  }

  /** Takes the payer to the link. */
  open(url: string): void {
    if (this.#leave(url)) window.location.assign(url);
  }

  /** @param isDisabled Whether the page has disabled the element: no fieldset disables a link. */
  render(url: string, words: Words<MessageKey>, isDisabled: boolean): TemplateResult {
    const copied = this.#copied?.url === url ? this.#copied : undefined;
    const press = (event: MouseEvent): void => {
      if (isDisabled || !this.#leave(url)) event.preventDefault();
    };
    return html`
      <div part="payment-link" class="payment-link">
        <div class="actions">
          <a part="button link" class="button" role="link" href=${isDisabled ? nothing : url} aria-disabled=${isDisabled ? 'true' : nothing} rel="noreferrer" @click=${press}>${words.to_payment}</a>
          <button part="button" type="button" class="quiet" @click=${() => void this.#copy(url)}>${words.copy_link}</button>
        </div>
        <p role="status" class="goes-to" part="copied">
          ${copied ? (copied.done ? words.link_copied : fill(words.link_not_copied, { link: url })) : nothing}
        </p>
      </div>
    `;
  }

  async #copy(url: string): Promise<void> {
    // If it can't be copied, the address itself is shown.
    this.#copied = { url, done: await copyText(url) };
    this.#host.requestUpdate();
  }
}
