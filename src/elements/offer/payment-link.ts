import { html, nothing, type ReactiveController, type ReactiveControllerHost, svg, type TemplateResult } from 'lit';
import { fill } from '../../locales/catalogue.js';
import type { OrderCatalogue } from '../../locales/order-words.js';
import type { QrCode } from './qr-code.js';

/** The payment link: a link to follow, a button that copies it, and a QR code for another device. */
export class PaymentLink implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #leave: (url: string) => boolean;
  #copied: { readonly url: string; readonly done: boolean } | undefined;
  #code: { readonly url: string; readonly code: QrCode | undefined } | undefined;

  /** @param leave Called before the payer leaves; returning false stops them. */
  constructor(host: ReactiveControllerHost, leave: (url: string) => boolean) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Takes the payer to the link. */
  open(url: string): void {
    if (this.#leave(url)) window.location.assign(url);
  }

  render(url: string, words: OrderCatalogue, asCode: boolean): TemplateResult {
    if (asCode && this.#code?.url !== url) this.#draw(url);
    const copied = this.#copied?.url === url ? this.#copied : undefined;
    const press = (event: MouseEvent): void => {
      if (!this.#leave(url)) event.preventDefault();
    };
    return html`
      <div part="payment-link" class="payment-link">
        ${asCode && this.#code?.code ? codeView(this.#code.code, url, words) : nothing}
        <div class="actions">
          <a part="button link" class="button" href=${url} rel="noreferrer" @click=${press}>${words.to_payment}</a>
          <button part="button" type="button" class="quiet" @click=${() => void this.#copy(url)}>${words.copy_link}</button>
        </div>
        <p role="status" class="goes-to" part="copied">
          ${copied ? (copied.done ? words.link_copied : fill(words.link_not_copied, { link: url })) : nothing}
        </p>
      </div>
    `;
  }

  async #copy(url: string): Promise<void> {
    // Insecure pages have no clipboard, and a payer may refuse access: then the address itself is shown.
    const done = await Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    );
    this.#copied = { url, done };
    this.#host.requestUpdate();
  }

  #draw(url: string): void {
    this.#code = { url, code: undefined };
    const settle = (code: QrCode | undefined): void => {
      if (this.#code?.url !== url) return;
      this.#code = { url, code };
      this.#host.requestUpdate();
    };
    // If it can't be loaded, the link still works.
    import('./qr-code.js').then(
      ({ qrCodeOf }) => settle(qrCodeOf(url)),
      () => settle(undefined),
    );
  }
}

/** The code, black on white in dark pages too: scanners don't read the reverse. */
const codeView = ({ side, path }: QrCode, url: string, words: OrderCatalogue): TemplateResult => html`
  <figure part="qr" class="qr">
    <svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${words.qr_label}: ${url}" shape-rendering="crispEdges">
      ${svg`<rect width="100%" height="100%" fill="#fff"></rect><path d=${path} fill="#000"></path>`}
    </svg>
    <figcaption>${words.qr_hint}</figcaption>
  </figure>
`;
