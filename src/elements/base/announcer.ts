import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../clock/clock.js';

/** Milliseconds for which an announcement stays in the page. If it stayed, a payer who reads line by line would find it. */
const STAY = 1000;

/** Milliseconds before an announcement: a screen reader that reads a newly focused element would cut off an earlier one. */
const DELAY = 150;

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode | undefined };

/** Sentences to announce, by the name of their subject. An empty one is not announced, because the focus reads it. */
export type Sentences = ReadonlyMap<string, string>;

/**
 * Announces sentences to screen readers, each once, when it appears or changes. The texts that the payer sees are not live
 * regions: a screen reader would read a text twice if the focus moves to it.
 */
export class Announcer implements ReactiveController {
  readonly #host: Host;
  readonly #read: () => Sentences;
  #known: Sentences | undefined;

  /** @param read Returns the current sentences; called after each update, once the focus has moved. */
  constructor(host: Host, read: () => Sentences) {
    this.#host = host;
    this.#read = read;
  }

  hostUpdated(): void {
    queueMicrotask(() => {
      const previous = this.#known ?? new Map<string, string>();
      const sentences = (this.#known = this.#read());
      for (const [name, text] of sentences)
        if (previous.get(name) !== text) this.say(text, () => this.#known?.get(name) === text);
    });
  }

  /** Announces a sentence after the earlier ones, if it is still current then. */
  say(text: string, isCurrent = (): boolean => true): void {
    if (!text) return;
    const line = document.createElement('p');
    line.textContent = text;
    systemClock.after(DELAY, () => isCurrent() && this.#host.renderRoot?.querySelector('.announcer')?.append(line));
    systemClock.after(DELAY + STAY, () => line.remove());
  }

  /** Announces the text of the first element that matches. */
  read(selector: string): void {
    this.say(this.#host.renderRoot?.querySelector(selector)?.textContent?.trim() ?? '');
  }
}
