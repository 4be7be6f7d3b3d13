import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../clock/clock.js';

/** Milliseconds for which an announcement stays in the page; longer, a payer who reads line by line would find it. */
const STAY = 1000;

/** Milliseconds before an announcement, because a screen reader reads the newly focused element first, and would cut it off. */
const DELAY = 150;

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode | undefined };

/** Sentences to announce, each by the name of what it is about. An empty one is read elsewhere. */
export type Sentences = ReadonlyMap<string, string>;

/**
 * Announces sentences to screen readers, each once, when it appears or changes. The texts that the payer sees are not live
 * regions: a screen reader would read a text twice if the focus moves to it.
 */
export class Announcer implements ReactiveController {
  readonly #host: Host;
  readonly #read: () => Sentences;
  #known: Sentences | undefined;

  /** @param read The sentences that hold now; called after each update, once the focus has moved. */
  constructor(host: Host, read: () => Sentences) {
    this.#host = host;
    this.#read = read;
  }

  hostUpdated(): void {
    queueMicrotask(() => {
      const known = this.#known ?? new Map<string, string>();
      const sentences = (this.#known = this.#read());
      for (const [name, text] of sentences) if (known.get(name) !== text) this.say(text, () => this.#known?.get(name) === text);
    });
  }

  /** Announces a sentence after those that came before it, if it still holds then. */
  say(text: string, holds = (): boolean => true): void {
    if (!text) return;
    const line = document.createElement('p');
    line.textContent = text;
    systemClock.after(DELAY, () => holds() && this.#host.renderRoot?.querySelector('.announcer')?.append(line));
    systemClock.after(DELAY + STAY, () => line.remove());
  }

  /** Announces what an element shows. */
  read(selector: string): void {
    this.say(this.#host.renderRoot?.querySelector(selector)?.textContent?.trim() ?? '');
  }
}
