import { type EncryptionKey, findKey, importPublicKey, type KeySource } from '../../checkout/key.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { attributeOf } from '../base/attributes.js';
import { SettingConflictError } from '../errors.js';
import { bareKey, type Limits } from '../page/limits.js';
import { page } from '../page/page.js';

/** The shop that the payer types for, as the page has set it. */
export interface ShopTerms {
  readonly checkoutUrl: string;
  /** The attribute that the address comes from. */
  readonly addressName: string;
  readonly publicKey: string;
  readonly encryptionKey: KeySource | undefined;
}

// Several elements of a page often have the same shop, and the same key.
const imported = new Map<string, Promise<EncryptionKey>>();

function importOnce(publicKey: string): Promise<EncryptionKey> {
  const bare = bareKey(publicKey);
  const key = imported.get(bare) ?? importPublicKey(publicKey);
  imported.set(bare, key);
  return key;
}

/** The thumbprint of a public key; undefined: it is not a key. */
const thumbprintOf = (publicKey: string): Promise<string | undefined> =>
  importOnce(publicKey).then(
    ({ thumbprint }) => thumbprint,
    () => undefined,
  );

/** @throws SettingConflictError `key_not_allowed`. */
async function judgeKeys(publicKey: string, sealing: EncryptionKey, limits: Limits | undefined): Promise<void> {
  const allowed = limits?.publicKeys;
  if (!allowed) return;
  const own = await thumbprintOf(publicKey);
  const prints = await Promise.all(allowed.map(async (key) => (key.length === 43 ? key : thumbprintOf(key))));
  for (const [setting, print] of [
    [attributeOf('publicKey'), own],
    ['encryptionKey', sealing.thumbprint],
  ] as const) {
    if (print !== undefined && prints.includes(print)) continue;
    throw new SettingConflictError('key_not_allowed', setting, {
      expected: 'one of the keys that the page’s publicKeys name',
      got: print ? `the key ${print}` : 'a text that is not a key',
      cure: 'Correct the key, or add it to publicKeys.',
    });
  }
}

const otherThan = (setting: string): SettingConflictError =>
  new SettingConflictError('setting_changed', setting, {
    expected: 'the value that it had when the payer began to type',
    got: 'another one',
    cure: 'What was typed is gone. Set addresses and keys before the payer types, or after reset() or an outcome.',
  });

const sourceOf = ({ encryptionKey, publicKey }: ShopTerms): KeySource => encryptionKey ?? publicKey;

/**
 * The address and the keys of the shop that the payer types for. The sealing key is imported before it is needed. Once it is
 * accepted, none of them can change while a field holds something.
 */
export class ShopKeys {
  readonly #changed: () => void;
  #terms: ShopTerms | undefined;
  #found: Promise<EncryptionKey> | undefined;
  #isAccepted = false;
  #isReleased = false;
  /** A new source of the sealing key, until it is known whether it is another key. */
  #candidate: KeySource | undefined;
  #judgedBy: Limits | undefined;
  /** What is wrong with the accepted key. */
  #fault: CheckoutError | undefined;
  /** Why a later change by the page was refused. */
  #refusal: CheckoutError | undefined;

  /** @param changed Called when it is known whether a key can be used. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The key to seal with. Rejects when the page does not allow it at that moment. */
  get key(): Promise<EncryptionKey> {
    const [found, terms] = [this.#found, this.#terms];
    if (!found || !terms) return Promise.reject(new TypeError('The element is not set up yet.'));
    return found.then(async (key) => {
      await judgeKeys(terms.publicKey, key, page().limits);
      return key;
    });
  }

  /** Why the payer can't type, once that is known. */
  get error(): CheckoutError | undefined {
    return this.#refusal ?? this.#fault;
  }

  /**
   * Accepts what the page has set, unless the payer has typed for another shop.
   *
   * @param isFilled Whether any field holds something.
   */
  take(terms: ShopTerms, fetch: Fetch, isFilled: boolean): void {
    const held = this.#terms;
    const isHeld = !this.#isReleased && (this.#refusal !== undefined || (this.#isAccepted && isFilled));
    this.#isReleased = false;
    if (held && isHeld) this.#compare(held, terms, fetch);
    else this.#adopt(held, terms, fetch);
  }

  /** From here on the page may set another shop. */
  release(): void {
    this.#isReleased = true;
  }

  #adopt(held: ShopTerms | undefined, terms: ShopTerms, fetch: Fetch): void {
    this.#refusal = this.#candidate = undefined;
    this.#terms = terms;
    const isSame = held !== undefined && sourceOf(held) === sourceOf(terms);
    if (isSame && held.publicKey === terms.publicKey && this.#judgedBy === page().limits) return;
    if (!isSame) {
      this.#isAccepted = false;
      this.#found = this.#find(terms, fetch);
    }
    this.#judge();
  }

  #compare(held: ShopTerms, terms: ShopTerms, fetch: Fetch): void {
    const setting =
      held.checkoutUrl !== terms.checkoutUrl
        ? terms.addressName
        : bareKey(held.publicKey) !== bareKey(terms.publicKey)
          ? attributeOf('publicKey')
          : undefined;
    const source = sourceOf(terms);
    if (setting !== undefined || source === sourceOf(held)) {
      this.#candidate = undefined;
      this.#refusal = setting === undefined ? undefined : otherThan(setting);
      if (!this.#refusal && this.#judgedBy !== page().limits) this.#judge();
    } else if (source !== this.#candidate) {
      this.#candidate = source;
      // A page that renders again passes an equal object, or a new function: only the key itself counts.
      const [mine, theirs] = [this.#found!, this.#find(terms, fetch)];
      const settle = (refusal: unknown): void => {
        if (this.#candidate !== source) return;
        if (refusal !== undefined && !(refusal instanceof CheckoutError)) throw refusal;
        this.#refusal = refusal;
        if (!refusal) this.#terms = terms;
        this.#changed();
      };
      Promise.all([mine, theirs])
        .then(([one, other]) => (one.thumbprint === other.thumbprint ? undefined : otherThan('encryptionKey')))
        .then(settle, settle);
    }
  }

  #find(terms: ShopTerms, fetch: Fetch): Promise<EncryptionKey> {
    return terms.encryptionKey ? findKey(terms.encryptionKey, fetch) : importOnce(terms.publicKey);
  }

  /** Finds out whether the accepted key can be used here. */
  #judge(): void {
    const found = this.#found;
    const limits = (this.#judgedBy = page().limits);
    this.#fault = undefined;
    const settle = (fault?: unknown): void => {
      if (this.#found !== found || this.#judgedBy !== limits) return;
      if (fault !== undefined && !(fault instanceof CheckoutError)) throw fault;
      this.#fault = fault;
      this.#isAccepted = !fault;
      if (fault) this.#changed();
    };
    this.key.then(() => settle(), settle);
  }
}
