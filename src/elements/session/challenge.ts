import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/catalogue.js';

/** How the payer gets to the 3-D Secure page: this page navigates, a window opens, or a dialog shows the bank's page. */
export type ChallengeMode = 'redirect' | 'popup' | 'dialog';

const POPUP = 'popup,width=480,height=720';

/** Takes the payer to the bank's page, and notices when they are back. */
export class Challenge implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode; focus(): void };
  readonly #mode: () => ChallengeMode;
  #popup: Window | null = null;
  #framed: string | undefined;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode; focus(): void }, mode: () => ChallengeMode) {
    this.#host = host;
    this.#mode = mode;
    host.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector?.('dialog');
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Whether a window of ours hides this page: the payer is not away then. */
  get isOpen(): boolean {
    return this.#popup !== null && !this.#popup.closed;
  }

  /** Takes the payer to the bank's page. */
  readonly open = (url: string): void => {
    const mode = this.#mode();
    if (mode === 'dialog') {
      this.#framed = url;
      this.#host.requestUpdate();
    } else if (mode === 'popup') {
      if (!this.isOpen) this.#openPopup(url);
      this.#popup?.focus();
    } else {
      window.location.assign(url);
    }
  };

  #openPopup(url: string): void {
    this.#popup = window.open('', '', POPUP);
    // Browsers block a window without a press: the button that is shown opens it.
    if (!this.#popup) return;
    // The bank's page gets no reference to this one. After it has loaded, the reference could not be removed.
    this.#popup.opener = null;
    this.#popup.location.replace(url);
  }

  /** Closes the window or dialog: the challenge is over, or its outcome is known without it. */
  close(): void {
    this.#popup?.close();
    this.#popup = null;
    if (this.#framed !== undefined) this.#leaveDialog();
  }

  // The step that had the focus before the dialog may be gone, so the focus moves to what is shown now.
  readonly #leaveDialog = (): void => {
    this.#framed = undefined;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#host.focus());
  };

  /** What the payer presses to get there: a link where this page navigates, a button where it stays. */
  renderWay(url: string, words: Messages): TemplateResult {
    const press = (): void => this.open(url);
    return html`
      ${
        this.#mode() === 'redirect'
          ? html`<a part="link" class="button" href=${url} rel="noreferrer">${words.authentication_link}</a>`
          : html`<button part="button" type="button" @click=${press}>${words.authentication_link}</button>`
      }
      ${this.#framed === undefined ? nothing : this.#renderDialog(this.#framed, words)}
    `;
  }

  #renderDialog(url: string, words: Messages): TemplateResult {
    // Browsers group a dialog that opened without a press with the shop's dialog around it: one Escape would close both.
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      (event.currentTarget as HTMLDialogElement).close();
    };
    // The bank's page must not navigate this one.
    return html`
      <dialog part="dialog" aria-label=${words.authentication} @close=${this.#leaveDialog} @keydown=${escape}>
        <form method="dialog">
          <strong>${words.authentication}</strong>
          <button part="button" class="quiet">${words.close}</button>
        </form>
        <iframe
          title=${words.authentication}
          src=${url}
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
          referrerpolicy="no-referrer"
        ></iframe>
      </dialog>
    `;
  }
}
