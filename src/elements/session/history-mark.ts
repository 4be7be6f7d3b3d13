import { html, render } from 'lit';

// Not in TypeScript's own list of what a browser has.
interface Navigation {
  readonly currentEntry: { readonly key: string } | null;
  traverseTo(key: string): { readonly finished: Promise<unknown> };
}

/** For how many milliseconds the browser may take to load an empty frame, or to go back. */
const PATIENCE = 1000;

/**
 * Marks a place in the page's history, to return to it once a frame that went from page to page is gone. Its pages would stay
 * in the history, and the payer would press Back several times without effect.
 *
 * The mark is an entry of an empty frame of ours: the browser goes back to it by its key, over whatever came after, and the page
 * receives no event. A browser without the Navigation API gets no mark; Firefox removes the entries together with the frame.
 */
export class HistoryMark {
  readonly #place = document.createElement('div');
  #navigation: Navigation | undefined;
  #key: string | undefined;

  /** Marks where the page's history stands. @param root Where the mark's frame is put, before everything that is there. */
  async set(root: ParentNode): Promise<void> {
    this.#place.hidden = true;
    const loaded = new Promise((resolve) => {
      setTimeout(resolve, PATIENCE);
      render(html`<iframe srcdoc=" " @load=${resolve}></iframe>`, this.#place);
    });
    root.prepend(this.#place);
    await loaded;
    const inside = this.#place.querySelector('iframe')?.contentWindow;
    try {
      const { navigation } = inside as unknown as { navigation?: Navigation };
      const key = navigation?.currentEntry?.key;
      if (!key) return;
      inside?.history.pushState(null, '');
      this.#navigation = navigation;
      this.#key = key;
    } catch {
      // A page's policy may keep the frame from loading; what is in it is then of another origin.
    }
  }

  /** Returns to the mark, once the other frame is gone. */
  async restore(): Promise<void> {
    if (this.#key !== undefined) {
      const back = this.#navigation?.traverseTo(this.#key).finished.catch(() => undefined);
      await Promise.race([back, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    }
    this.#place.remove();
  }
}
