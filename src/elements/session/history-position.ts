import { html, render } from 'lit';

// Missing from TypeScript's DOM types.
interface Navigation {
  readonly currentEntry: { readonly key: string } | null;
  traverseTo(key: string): { readonly finished: Promise<unknown> };
}

/** Milliseconds that the browser may take to load an empty frame: the payer waits for the bank's page meanwhile. */
const LOAD_TIMEOUT = 1000;

/** Milliseconds that the browser may take to go back. Without the frame it would stop, and Back would have no effect. */
const BACK_TIMEOUT = 10_000;

/**
 * Saves the position in the page's history, and goes back to it after a frame that navigated is gone. Otherwise the frame's
 * pages would stay in the history, and the payer would press Back several times without effect.
 *
 * The position is the history entry of an empty frame of ours: the browser goes back to it by its key, past all later entries,
 * and the page receives no event. A browser without the Navigation API saves nothing; Firefox removes the entries with the
 * frame.
 */
export class HistoryPosition {
  readonly #container = document.createElement('div');
  #navigation: Navigation | undefined;
  #key: string | undefined;

  /** Saves the current position. @param root Gets the empty frame as its first child. */
  async save(root: ParentNode): Promise<void> {
    this.#container.hidden = true;
    const loaded = new Promise((resolve) => {
      setTimeout(resolve, LOAD_TIMEOUT);
      render(html`<iframe srcdoc=" " @load=${resolve}></iframe>`, this.#container);
    });
    root.prepend(this.#container);
    await loaded;
    const inside = this.#container.querySelector('iframe')?.contentWindow;
    try {
      const { navigation } = inside as unknown as { navigation?: Navigation };
      const key = navigation?.currentEntry?.key;
      if (!key) return;
      inside?.history.pushState(null, '');
      this.#navigation = navigation;
      this.#key = key;
    } catch {
      // If the page's policy blocks the frame, the error page in it has another origin.
    }
  }

  /** Leaves the history as it is: the page itself is about to be left. */
  drop(): void {
    this.#container.remove();
  }

  /** Goes back to the saved position. Call this once the other frame is gone. */
  async restore(): Promise<void> {
    if (this.#key !== undefined) {
      const back = this.#navigation?.traverseTo(this.#key).finished.catch(() => undefined);
      await Promise.race([back, new Promise((resolve) => setTimeout(resolve, BACK_TIMEOUT))]);
    }
    this.drop();
  }
}
