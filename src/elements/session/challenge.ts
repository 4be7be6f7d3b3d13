import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Words } from '../../locales/catalogue.js';
import { dispatchAndLog } from '../base/dispatch-and-log.js';
import { FramedPageError } from '../errors.js';
import { CheckoutErrorEvent } from '../events.js';
import { parseUrl } from '../../url/parse-url.js';
import { BankWindow } from './bank-window.js';
import { HistoryPosition } from './history-position.js';

/**
 * How the payer gets to the 3-D Secure page: this page navigates, or a window opens; `auto`: a dialog shows the bank's page, and one of
 * the others replaces it where that page does not appear.
 */
export type ChallengeMode = 'redirect' | 'popup' | 'auto';

type Host = ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };

/** Whether another page frames this one: then it can't navigate to a bank, which refuses to be framed. */
const isFramed = (): boolean => window.parent !== window;

/** Takes the payer to the bank's page, and notices when they are back. */
export class Challenge implements ReactiveController {
  readonly #host: Host;
  readonly #wantedMode: () => ChallengeMode;
  readonly #window: BankWindow;
  /** Called when the payer has closed the dialog. */
  returned: () => void = () => undefined;
  #dialogUrl: string | undefined;
  #historyPosition: HistoryPosition | undefined;
  /** What has replaced the dialog of `auto`. */
  #instead: 'redirect' | 'popup' | undefined;

  /** @param wantedMode The mode that the page asks for. */
  constructor(host: Host, wantedMode: () => ChallengeMode) {
    this.#host = host;
    this.#wantedMode = wantedMode;
    this.#window = new BankWindow(() => host.requestUpdate());
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('securitypolicyviolation', this.#onViolation);
  }

  // The browser closes a dialog that leaves the document, but goes on calling it open. Back in the page, it would hide nothing.
  hostDisconnected(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    if (this.#historyPosition) void this.#leaveDialog();
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector?.('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // Not on its first button, which closes it: an Enter too many would close the bank's page.
    dialog.focus();
  }

  /** Whether a window of ours hides this page: the payer is not away then. */
  get isOpen(): boolean {
    return this.#window.status === 'open';
  }

  get #mode(): 'redirect' | 'popup' | 'dialog' {
    const wanted = this.#wantedMode();
    const mode = wanted === 'auto' ? (this.#instead ?? 'dialog') : wanted;
    return mode === 'redirect' && isFramed() ? 'popup' : mode;
  }

  /** Takes the payer to the bank's page. */
  readonly open = (url: string): void => {
    const mode = this.#mode;
    if (mode === 'dialog') void this.#openDialog(url);
    else if (mode === 'popup') this.#window.show(url);
    else window.location.assign(url);
  };

  async #openDialog(url: string): Promise<void> {
    // A page's listener for `checkout-redirect` may have removed the element.
    if (this.#historyPosition || !this.#host.isConnected) return;
    const position = (this.#historyPosition = new HistoryPosition());
    await position.save(this.#host.renderRoot);
    // Closed meanwhile.
    if (this.#historyPosition !== position) return;
    this.#dialogUrl = url;
    this.#host.requestUpdate();
  }

  /** After a press no browser blocks the window, unless the frame around this page forbids it. */
  #openOnPress(url: string): void {
    if (this.#mode !== 'popup') this.open(url);
    else if (!this.#window.show(url) && isFramed()) dispatchAndLog(this.#host, new CheckoutErrorEvent(new FramedPageError()));
  }

  /** No script can see that a bank refuses to be framed, but the payer can. A press opens a window, unless that is forbidden. */
  #leaveEmptyDialog(url: string): void {
    this.#instead = 'popup';
    this.#openOnPress(url);
    if (this.isOpen || isFramed()) void this.#leaveDialog();
    else this.#leavePage(url);
  }

  #leavePage(url: string): void {
    this.#instead = 'redirect';
    // Going back in the history would stop the navigation.
    this.#historyPosition?.drop();
    this.#historyPosition = undefined;
    this.open(url);
    void this.#leaveDialog();
  }

  // The page's policy blocks the frame: nothing will ever appear in the dialog.
  readonly #onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    const url = this.#dialogUrl;
    const isOwn =
      url !== undefined &&
      /^(frame|child|default)-src$/.test(effectiveDirective) &&
      parseUrl(blockedURI)?.origin === parseUrl(url)?.origin;
    if (isOwn && disposition === 'enforce') this.#leavePage(url);
  };

  /** Closes the window or dialog: the challenge is over, or its outcome is known without it. */
  close(): void {
    this.#window.close();
    if (this.#historyPosition) void this.#leaveDialog();
  }

  // The step that had the focus before the dialog may be gone, so the focus moves to the step that is shown now.
  readonly #leaveDialog = async (): Promise<void> => {
    const position = this.#historyPosition;
    this.#dialogUrl = this.#historyPosition = undefined;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.focus();
    await position?.restore();
  };

  /** The link (where this page navigates) or the button (where it stays) to the bank's page, and the status of its window. */
  renderLink(url: string, words: Words): TemplateResult {
    if (this.#mode === 'redirect') {
      return html`<a part="link" class="button" href=${url} rel="noreferrer">${words.authentication_link}</a>`;
    }
    const { status } = this.#window;
    return html`
      ${status === 'unopened' ? nothing : html`<p part="window">${words[`window_${status}`]}</p>`}
      <button part="button" type="button" @click=${() => this.#openOnPress(url)}
        >${status === 'open' ? words.window_show : status === 'closed' ? words.window_again : words.authentication_link}</button
      >
      ${this.#dialogUrl === undefined ? nothing : this.#renderDialog(this.#dialogUrl, words)}
    `;
  }

  #renderDialog(url: string, words: Words): TemplateResult {
    // Browsers group a dialog that opened without a press with the shop's dialog around it: one Escape would close both.
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      (event.currentTarget as HTMLDialogElement).close();
    };
    // The bank's page must not navigate this one.
    return html`
      <dialog part="dialog" tabindex="-1" aria-label=${words.authentication} @close=${() => (void this.#leaveDialog(), this.returned())} @keydown=${escape}>
        <form method="dialog">
          <strong>${words.authentication}</strong>
          <button part="button" class="quiet">${words.close}</button>
        </form>
        <button part="button" type="button" class="quiet" @click=${() => this.#leaveEmptyDialog(url)}>${words.nothing_here}</button>
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
