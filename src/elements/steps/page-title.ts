import type { ReactiveController } from 'lit';
import { isHidden } from '../page/visible-and-online.js';

interface Host {
  readonly isConnected: boolean;
  readonly pageTitle: boolean;
  readonly outcome: string | undefined;
  readonly renderRoot: ParentNode | undefined;
}

/** The outcomes that the elements of this page show, the latest last. */
const shown = new Map<PageTitle, string>();
let restoreTitle = (): void => undefined;
let restoreIcon = restoreTitle;

/** Replaces a value of the page. @returns what puts the page's own back, unless the page has set another meanwhile. */
function replace<Name extends string>(target: Record<Name, string>, name: Name, value: string): () => void {
  const own = target[name];
  target[name] = value;
  return () => {
    if (target[name] === value) target[name] = own;
  };
}

/** Shows a mark in place of the page's icons until the payer looks at the page. */
function replaceIcons(mark: Element): () => void {
  const { backgroundColor, color } = getComputedStyle(mark);
  // A page's policy may forbid this address: then the browser shows no icon, and nothing fails.
  const address = `data:image/svg+xml,${mark.innerHTML.replace(
    ' ',
    ` xmlns="http://www.w3.org/2000/svg" style="color:${color};background:${backgroundColor}" `,
  )}`;
  const { head } = document;
  const restores = [...head.querySelectorAll('[rel~=icon i][href]')].map((link) =>
    replace(link.getAttributeNode('href')!, 'value', address),
  );
  // Not beside others: which of several a browser shows differs, and so does what it does when one goes.
  if (restores.length === 0) {
    const added = document.createElement('link');
    added.rel = 'icon';
    added.href = address;
    head.append(added);
    restores.push(() => added.remove());
  }
  const restore = (): void => {
    for (const each of restores) each();
  };
  window.addEventListener('visibilitychange', restore, { once: true });
  return restore;
}

/**
 * Puts the outcome before the page's title if the page asks for it, and removes it afterwards. A payer who looks at another page sees
 * its mark in place of the page's icon, until they are back.
 */
export class PageTitle implements ReactiveController {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  hostUpdated(): void {
    const { isConnected, pageTitle, outcome, renderRoot } = this.#host;
    // An element that has left the page may be drawn once more.
    this.#show(isConnected && pageTitle && outcome ? renderRoot?.querySelector('h2')?.textContent?.trim() : undefined);
  }

  hostDisconnected(): void {
    this.#show(undefined);
  }

  #show(outcome: string | undefined): void {
    if (outcome === shown.get(this)) return;
    const wasLatest = [...shown.keys()].at(-1) === this;
    shown.delete(this);
    if (outcome) shown.set(this, outcome);
    restoreTitle();
    const latest = [...shown.values()].at(-1);
    if (latest) restoreTitle = replace(document, 'title', `${latest} – ${document.title}`);
    if (outcome || wasLatest) restoreIcon();
    const mark = outcome && isHidden() && this.#host.renderRoot?.querySelector('.mark');
    if (mark) restoreIcon = replaceIcons(mark);
  }
}
