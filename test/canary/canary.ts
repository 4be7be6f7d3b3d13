import { secretFinder } from './find-secret.js';
import { unsealed, withoutCiphertext } from './sealed-body.js';
import type { PageChannel } from './watch-page.js';

/** Every channel through which card data could leak. */
export type Channel = PageChannel | 'request' | 'address' | 'log';

/** A leak of card data, in words. */
export interface Leak {
  readonly channel: Channel;
  readonly what: string;
}

/** One request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Records what passes through each channel, and reports the records that contain typed card data. */
export class Canary {
  readonly #pans = new Set<string>();
  readonly #codes = new Set<string>();
  #seen = new Map<Channel, Set<string>>();
  #leaks: Leak[] = [];

  /** Registers a PAN that is about to be typed. */
  keepPan(pan: string): void {
    const digits = pan.replaceAll(/\D/g, '');
    // The first few digits are not secret yet.
    if (digits.length >= 12) this.#pans.add(digits);
  }

  /** Registers a verification value that is about to be typed. */
  keepCode(code: string): void {
    this.#codes.add(code);
  }

  /** Forgets every card, for a test that has planted one on purpose. */
  forgetCards(): void {
    this.#pans.clear();
    this.#codes.clear();
  }

  /** Records what was observed. Equal texts are kept once. */
  see(channel: Channel, text: string): void {
    const texts = this.#seen.get(channel) ?? new Set();
    this.#seen.set(channel, texts.add(text));
  }

  seeRequest({ method, url, headers, body = '' }: SentRequest): void {
    this.see('request', `${method} ${url}`);
    for (const [name, value] of Object.entries(headers)) {
      // A length would sooner or later match a number of three digits.
      if (name.toLowerCase() !== 'content-length') this.see('request', `${name}: ${value}`);
    }
    this.see('request', withoutCiphertext(body));
    const problem = unsealed(body);
    if (problem) this.#leaks.push({ channel: 'request', what: `${method} ${url}: ${problem}` });
  }

  seeLog(text: string): void {
    for (const line of text.split('\n')) this.see('log', line.replaceAll(/"ms":[\d.]+/g, ''));
  }

  /** Returns the leaks since the last call, and forgets them. */
  takeLeaks(): Leak[] {
    const findSecret = secretFinder({ pans: this.#pans, codes: this.#codes });
    const found = [...this.#seen].flatMap(([channel, texts]) =>
      [...texts].flatMap((text) => {
        const what = findSecret(text);
        return what === undefined ? [] : [{ channel, what }];
      }),
    );
    const leaks = [...this.#leaks, ...found];
    this.#leaks = [];
    this.#seen = new Map();
    return leaks;
  }
}
