import type { ReactiveController } from 'lit';

interface Host {
  readonly pageTitle: boolean;
  readonly outcome: string | undefined;
  readonly renderRoot: ParentNode | undefined;
}

/** Puts the outcome before the page's title if the page asks for it, and removes it afterwards. */
export class PageTitle implements ReactiveController {
  readonly #host: Host;
  #outcome: string | undefined;
  /** The page's own title, and the one shown instead. */
  #titles: { readonly own: string; readonly shown: string } | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  hostUpdated(): void {
    const { pageTitle, outcome, renderRoot } = this.#host;
    this.#show(pageTitle && outcome ? renderRoot?.querySelector('h2')?.textContent?.trim() : undefined);
  }

  hostDisconnected(): void {
    this.#show(undefined);
  }

  #show(outcome: string | undefined): void {
    if (outcome === this.#outcome) return;
    this.#outcome = outcome;
    // Keeps a title that the page has set meanwhile.
    if (this.#titles?.shown === document.title) document.title = this.#titles.own;
    const own = document.title;
    this.#titles = outcome ? { own, shown: `${outcome} – ${own}` } : undefined;
    if (this.#titles) document.title = this.#titles.shown;
  }
}
