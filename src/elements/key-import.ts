import { type EncryptionKey, findKey, importPublicKey, type KeySource } from '../checkout/key.js';
import { CheckoutError } from '../http/error.js';
import type { Fetch } from '../http/request.js';

/** The last public key, by its text. */
const imported = new Map<string, Promise<EncryptionKey>>();

/** Imports the key that an element seals with before it is needed, and anew when another one is set. */
export class KeyImport {
  readonly #failed: () => void;
  #key: Promise<EncryptionKey> | undefined;
  #source: unknown;
  #error: CheckoutError | undefined;

  /** @param failed Called when the key turns out to be none. */
  constructor(failed: () => void) {
    this.#failed = failed;
  }

  /** The key to seal with. */
  get key(): Promise<EncryptionKey> {
    return this.#key ?? Promise.reject(new TypeError('The element is not set up yet.'));
  }

  /** Why there is no key, once that is known. */
  get error(): CheckoutError | undefined {
    return this.#error;
  }

  /** Imports another key than `publicKey`, where one is given. */
  from(publicKey: string, other: KeySource | undefined, fetch: Fetch): void {
    const source = other ?? publicKey;
    if (source === this.#source) return;
    this.#source = source;
    this.#error = undefined;
    const key = other ? findKey(other, fetch) : (imported.get(publicKey) ?? importPublicKey(publicKey));
    // Several elements of a page have one shop, and one key.
    if (!other && !imported.has(publicKey)) {
      imported.clear();
      imported.set(publicKey, key);
    }
    this.#key = key;
    key.catch((error: unknown) => {
      if (this.#key !== key) return;
      if (!(error instanceof CheckoutError)) throw error;
      this.#error = error;
      this.#failed();
    });
  }
}
