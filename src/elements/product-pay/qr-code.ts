import { generate } from 'lean-qr';
import { html, svg, type TemplateResult } from 'lit';
import type { OrderCatalogue } from '../../locales/order-words.js';

/** A QR code, ready to be drawn. */
export interface QrCode {
  readonly render: (url: string, words: OrderCatalogue) => TemplateResult;
}

/** Light modules around the code; scanners need four of them. */
const QUIET = 4;

/** The dark modules as one path, a rectangle for each run in a row. */
function pathOf(code: { readonly size: number; get(x: number, y: number): boolean }): string {
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (code.get(x, y)) x += 1;
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1H${start + QUIET}z`;
    }
  }
  return path;
}

/** The QR code of an address; undefined when it is too long for one. */
export function qrCodeOf(address: string): QrCode | undefined {
  let code;
  try {
    code = generate(address);
  } catch {
    return undefined;
  }
  const side = code.size + 2 * QUIET;
  const path = pathOf(code);
  return {
    // Black on white in dark pages too: scanners don't read the reverse.
    render: (url, words) => html`
      <figure part="qr" class="qr">
        <svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${words.qr_label}: ${url}" shape-rendering="crispEdges">
          ${svg`<rect width="100%" height="100%" fill="#fff"></rect><path d=${path} fill="#000"></path>`}
        </svg>
        <figcaption>${words.qr_hint}</figcaption>
      </figure>
    `,
  };
}
