import { type EncryptionKey, importKey, type KeySource } from '../../checkout/key.js';
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
  readonly publicKey: string;
  readonly encryptionKey: KeySource | undefined;
}

// Elements of one page often share a shop and its key.
const imported = new Map<string, Promise<EncryptionKey>>();

/** A key as text. A page that renders again passes an equal object, or a text with other white space. */
function textOf(source: KeySource): string {
  if (typeof source === 'string') return bareKey(source);
  try {
    return `JWK ${JSON.stringify(source)}`;
  } catch {
    // The import says that it is no key.
    return 'no key';
  }
}

function importOnce(source: KeySource): Promise<EncryptionKey> {
  const text = textOf(source);
  const key = imported.get(text) ?? importKey(source);
  imported.set(text, key);
  return key;
}

/** The thumbprint of a public key; undefined if it is not a key. */
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
  let isOwnAllowed = false;
  let isSealingAllowed = false;
  // No method of an array is asked: a script may have replaced it.
  for (let index = 0; index < allowed.length; index += 1) {
    const key = allowed[index]!;
    const print = key.length === 43 ? key : await thumbprintOf(key);
    isOwnAllowed ||= print !== undefined && print === own;
    isSealingAllowed ||= print === sealing.thumbprint;
  }
  if (isOwnAllowed && isSealingAllowed) return;
  const got = isOwnAllowed ? sealing.thumbprint : own;
  throw new SettingConflictError('key_not_allowed', isOwnAllowed ? 'encryptionKey' : attributeOf('publicKey'), {
    expected: 'one of the keys in the page’s publicKeys',
    got: got ? `the key ${got}` : 'a text that is not a key',
    cure: 'Correct the key, or add it to publicKeys.',
  });
}

const changedTooLate = (setting: string): SettingConflictError =>
  new SettingConflictError('setting_changed', setting, {
    expected: 'the value that it had when the payer began to type',
    got: 'another one',
    cure: 'The fields have been emptied. Set addresses and keys before the payer types, or after reset() or an outcome.',
  });

/** What was taken, by value: the page may change its own objects later. */
interface TakenShop extends Pick<ShopTerms, 'checkoutUrl' | 'addressName' | 'publicKey'> {
  /** The public key and the sealing key, as texts. */
  readonly own: string;
  readonly sealing: string;
}

const takenOf = ({ checkoutUrl, addressName, publicKey, encryptionKey }: ShopTerms): TakenShop => ({
  checkoutUrl,
  addressName,
  publicKey,
  own: textOf(publicKey),
  sealing: textOf(encryptionKey || publicKey),
});

/** The setting whose change means another shop; undefined if it is the same one. */
function changedSetting(before: TakenShop, after: TakenShop): string | undefined {
  if (before.checkoutUrl !== after.checkoutUrl) return after.addressName;
  if (before.own !== after.own) return attributeOf('publicKey');
  return before.sealing === after.sealing ? undefined : 'encryptionKey';
}

/**
 * The address and the keys of the shop that the card data is for. The sealing key is imported before it is needed. Once it is
 * accepted, the address and the keys can't change while any field is filled in.
 */
export class ShopKeys {
  readonly #changed: () => void;
  #taken: TakenShop | undefined;
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
    const [found, taken] = [this.#found, this.#taken];
    if (!found || !taken) return Promise.reject(new TypeError('The element is not set up yet.'));
    return found.then(async (key) => {
      await judgeKeys(taken.publicKey, key, page().limits);
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
  take(terms: ShopTerms, isFilled: boolean): void {
    const [current, next] = [this.#taken, takenOf(terms)];
    const isLocked = !this.#isReleased && (this.#refusal !== undefined || (this.#isAccepted && isFilled));
    this.#isReleased = false;
    const changed = current && changedSetting(current, next);
    this.#refusal = isLocked && changed !== undefined ? changedTooLate(changed) : undefined;
    if (this.#refusal) return;
    this.#taken = next;
    const isSameKey = current?.sealing === next.sealing;
    if (isSameKey && current.own === next.own && this.#judgedBy === page().limits) return;
    if (!isSameKey) {
      this.#isAccepted = false;
      this.#found = importOnce(terms.encryptionKey || terms.publicKey);
    }
    this.#judge();
  }

  /** From here on the page may set another shop. */
  release(): void {
    this.#isReleased = true;
  }

  /** Finds out whether the key can be used on this page. */
  #judge(): void {
    const found = this.#found;
    const limits = (this.#judgedBy = page().limits);
    this.#keyError = undefined;
    const settle = (error?: unknown): void => {
      if (this.#found !== found || this.#judgedBy !== limits) return;
      if (error !== undefined && !(error instanceof CheckoutError)) throw error;
      this.#keyError = error;
      this.#isAccepted = !error;
      if (error) this.#changed();
    };
    this.key.then(() => settle(), settle);
  }
}
