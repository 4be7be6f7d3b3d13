import type { ReactiveController } from 'lit';
import type { FieldHost } from './text-field.js';

/**
 * Wipes fields when the payer leaves the page, or the element does. A page that the browser keeps for the Back button would show card
 * numbers to the next person.
 */
export class Leaving implements ReactiveController {
  readonly #host: FieldHost;
  readonly #fields: { wipe(): void };

  constructor(host: FieldHost, fields: { wipe(): void }) {
    this.#host = host;
    this.#fields = fields;
  }

  hostConnected(): void {
    globalThis.addEventListener('pagehide', this.#wipe);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('pagehide', this.#wipe);
    // Outside the page, nothing else would wipe the inputs. An element that is only moved is back before this runs.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#wipe();
    });
  }

  readonly #wipe = (): void => this.#fields.wipe();
}
