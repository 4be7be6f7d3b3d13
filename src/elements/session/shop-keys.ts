import { type EncryptionKey, importPublicKey } from '../../checkout/key.js';
import { CheckoutError } from '../../http/error.js';
import { attributeOf } from '../base/attribute-name.js';
import { SettingConflictError } from '../errors.js';
import { bareKey, type Limits } from '../page/limits.js';
import { page } from '../page/page.js';

/** The shop that the card data is for, as the page has set it. */
export interface ShopTerms {
  readonly checkoutUrl: string;
  /** The attribute that the address comes from. */
  readonly addressName: string;
  /** In bare base64; white space from copying counts for nothing. */
  readonly publicKey: string;
}

// Elements of one page often share a shop and its key.
const imported = new Map<string, Promise<EncryptionKey>>();

function importOnce(publicKey: string): Promise<EncryptionKey> {
  const text = bareKey(publicKey);
  const key = imported.get(text) ?? importPublicKey(text);
  imported.set(text, key);
  return key;
}

/** @throws SettingConflictError `key_not_allowed`. */
async function judgeKey({ thumbprint }: EncryptionKey, limits: Limits | undefined): Promise<void> {
  const allowed = limits?.publicKeys;
  if (!allowed) return;
  // No method of an array is asked: a script may have replaced it.
  for (let index = 0; index < allowed.length; index += 1) {
    const key = allowed[index]!;
    const print =
      key.length === 43
        ? key
        : await importOnce(key).then(
            (one) => one.thumbprint,
            () => undefined,
          );
    if (print === thumbprint) return;
  }
  throw new SettingConflictError('key_not_allowed', attributeOf('publicKey'), {
    expected: 'one of the keys in the page’s publicKeys',
    got: `the key ${thumbprint}`,
    cure: 'Correct the key, or add it to publicKeys.',
  });
}

const changedTooLate = (setting: string): SettingConflictError =>
  new SettingConflictError('setting_changed', setting, {
    expected: 'the value that it had when the payer began to type',
    got: 'another one',
    cure: 'The fields have been emptied. Set addresses and keys before the payer types, or after reset() or an outcome.',
  });

/** The setting whose change means another shop; undefined if it is the same one. */
function changedSetting(before: ShopTerms, after: ShopTerms): string | undefined {
  if (before.checkoutUrl !== after.checkoutUrl) return after.addressName;
  const isSame = before.publicKey === after.publicKey || bareKey(before.publicKey) === bareKey(after.publicKey);
  return isSame ? undefined : attributeOf('publicKey');
}

/**
 * The address and the key of the shop that the card data is for. The key is imported before it is needed. Once it is accepted, neither can
 * change while any field is filled in.
 */
export class ShopKeys {
  readonly #changed: () => void;
  #taken: ShopTerms | undefined;
  #found: Promise<EncryptionKey> | undefined;
  #isAccepted = false;
  #isReleased = false;
  #judgedBy: Limits | undefined;
  /** Why the key can't be used. */
  #keyError: CheckoutError | undefined;
  /** Why a later change was refused. */
  #refusal: CheckoutError | undefined;

  /** @param changed Called when it is known whether a key can be used. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The key to seal with. Rejects if it is invalid, or if the page's limits don't allow it now. */
  get key(): Promise<EncryptionKey> {
    const importing = this.#found;
    if (!importing) return Promise.reject(new TypeError('The element is not set up yet.'));
    return importing.then(async (key) => {
      await judgeKey(key, page().limits);
      return key;
    });
  }

  /** Why no card data is accepted, once that is known. */
  get error(): CheckoutError | undefined {
    return this.#refusal ?? this.#keyError;
  }

  /**
   * Accepts what the page has set, unless the payer has typed for another shop.
   *
   * @param isFilled Whether any field is filled in.
   */
  take(next: ShopTerms, isFilled: boolean): void {
    const current = this.#taken;
    const isLocked = !this.#isReleased && (this.#refusal !== undefined || (this.#isAccepted && isFilled));
    this.#isReleased = false;
    const changed = current && changedSetting(current, next);
    this.#refusal = isLocked && changed !== undefined ? changedTooLate(changed) : undefined;
    if (this.#refusal) return;
    this.#taken = next;
    const importing = importOnce(next.publicKey);
    if (importing === this.#found && this.#judgedBy === page().limits) return;
    if (importing !== this.#found) this.#isAccepted = false;
    this.#found = importing;
    this.#judge();
  }

  /** From here on the page may set another shop. */
  release(): void {
    this.#isReleased = true;
  }

  /** Finds out whether the key can be used on this page. */
  #judge(): void {
    const importing = this.#found;
    const limits = (this.#judgedBy = page().limits);
    this.#keyError = undefined;
    const settle = (error?: unknown): void => {
      if (this.#found !== importing || this.#judgedBy !== limits) return;
      if (error !== undefined && !(error instanceof CheckoutError)) throw error;
      this.#keyError = error;
      this.#isAccepted = !error;
      if (error) this.#changed();
    };
    this.key.then(() => settle(), settle);
  }
}
