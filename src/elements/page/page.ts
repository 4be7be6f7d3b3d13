import type { CheckoutError } from '../../http/error.js';
import { SettingConflictError } from '../errors.js';
import type { Limits } from './limits.js';

/**
 * What the elements of a page share, even if another copy of this package defined some of them. All of it is a closure behind a
 * frozen object: a later script can call what is here, and change none of it.
 */
interface Page {
  readonly version: 1;
  /** The limits for every element of the page. */
  readonly limits: Limits | undefined;
  /** Why nothing can be paid on this page. */
  readonly trouble: CheckoutError | undefined;
  /** What the page has written into its storages, in case these are emptied. Scripts could change it, as they could the storages. */
  readonly written: Map<string, string>;
  /** What each element does about payments. A removed one is among them while it follows one. Scripts could change this, too. */
  readonly claims: Map<Claimant, Claim>;
  /** Sets the limits, once and for all. @returns those that count: the first ones. */
  readonly limit: (limits: Limits) => Limits;
  /** From here on nothing can be paid on this page. The first reason stays. */
  readonly fail: (trouble: CheckoutError) => void;
  /** Calls the listener after each change. @returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An element that shows or follows payments. */
export interface Claimant {
  /** Looks at the payments on record again. */
  readonly refresh: () => void;
}

/** What one element does about payments, which the page’s others then leave to it. */
export interface Claim {
  /** The payment in its place: tracking id and uid, as far as they are known. */
  readonly shows: readonly string[];
  /** The attempt that it follows to its end. */
  readonly follows: string | undefined;
  /** The attempts that it asks about. */
  readonly asks: readonly string[];
  /** The attempts whose end it tells the payer of. */
  readonly tells: readonly string[];
}

/** Whether a list has a text. No method of an array is asked: a script may have replaced it. */
export function isListed(list: readonly string[], text: string): boolean {
  for (let index = 0; index < list.length; index += 1) if (list[index] === text) return true;
  return false;
}

/** A list that nobody can change. */
function frozen(list: readonly string[] | undefined): readonly string[] | undefined {
  if (!list) return undefined;
  const copy: string[] = [];
  // Defined, not assigned: a setter on the prototype would take what is assigned.
  for (let index = 0; index < list.length; index += 1)
    Object.defineProperty(copy, index, { __proto__: null, value: list[index], enumerable: true } as PropertyDescriptor);
  return Object.freeze(copy);
}

function newPage(): Page {
  let limits: Limits | undefined;
  let trouble: CheckoutError | undefined;
  let first: Listener | undefined;
  const changed = (): void => {
    for (let each = first; each; each = each.next) each.listener();
  };
  return Object.freeze({
    version: 1,
    get limits() {
      return limits;
    },
    get trouble() {
      return trouble;
    },
    written: new Map<string, string>(),
    claims: new Map<Claimant, Claim>(),
    limit: (given) => {
      if (limits) return limits;
      const { checkoutOrigins, publicKeys, fieldsUrls } = given;
      limits = Object.freeze({
        checkoutOrigins: frozen(checkoutOrigins),
        publicKeys: frozen(publicKeys),
        fieldsUrls: frozen(fieldsUrls),
      });
      changed();
      return limits;
    },
    fail: (reason) => {
      trouble ??= reason;
      changed();
    },
    // A chain, whose members nobody else can reach.
    subscribe: (listener) => {
      const member: Listener = { listener, next: first, before: undefined };
      if (first) first.before = member;
      first = member;
      return () => {
        if (member.before) member.before.next = member.next;
        else if (first === member) first = member.next;
        if (member.next) member.next.before = member.before;
      };
    },
  } satisfies Page);
}

interface Listener {
  readonly listener: () => void;
  next: Listener | undefined;
  before: Listener | undefined;
}

// A page can load the script file and a bundle with the package in it, or the script twice: a limit set through one copy
// applies to the elements of all. Under a symbol, because an element's id or name could replace a property with a string key.
const KEY = Symbol.for('checkout-elements');

let thePage: Page | undefined;
/** Whether another script was there first, and could change what the elements share. */
let isForeign = false;

/** What another copy of this package has put there; undefined if a script could have made it, or could change it. */
function sharedPage(): Page | undefined {
  const { value, writable, configurable } = Object.getOwnPropertyDescriptor(globalThis, KEY) ?? {};
  const isFixed = writable === false && configurable === false && Object.isFrozen(value);
  return isFixed && (value as Page).version === 1 ? (value as Page) : undefined;
}

/** What the elements of this page share. */
export function page(): Page {
  if (thePage) return thePage;
  const newlyMade = newPage();
  const fixed = { __proto__: null, value: newlyMade, writable: false, configurable: false, enumerable: false };
  if (!Object.hasOwn(globalThis, KEY)) Object.defineProperty(globalThis, KEY, fixed as PropertyDescriptor);
  thePage = sharedPage();
  // The elements of a page that asks for no limits work all the same.
  isForeign = thePage === undefined;
  thePage ??= newlyMade;
  return thePage;
}

/** Limits the page. @returns why that is impossible; undefined when the limits are set, now or before. */
export function limitPage(limits: Limits): SettingConflictError | undefined {
  const shared = page();
  const conflict = (expected: string, got: string, cure: string): SettingConflictError =>
    new SettingConflictError('settings_conflict', 'configure', { expected, got, cure });
  if (isForeign) {
    const cure =
      'Nothing can be paid on this page. Set the limits before any other script runs, and remove the one that was there first.';
    const trouble = conflict(
      'that no script has touched what the elements share',
      'something of another script in its place',
      cure,
    );
    shared.fail(trouble);
    return trouble;
  }
  if (isSame(shared.limit(limits), limits)) return undefined;
  const cure = 'The first ones stay. Set them once: by configure(), or by the data- attributes of the script’s tag.';
  return conflict('the same limits as before', 'others', cure);
}

const KINDS = ['checkoutOrigins', 'publicKeys', 'fieldsUrls'] as const;

function isSame(one: Limits, other: Limits): boolean {
  for (let at = 0; at < KINDS.length; at += 1) {
    const mine = one[KINDS[at]!];
    const theirs = other[KINDS[at]!];
    if (mine?.length !== theirs?.length) return false;
    for (let index = 0; index < (mine?.length ?? 0); index += 1) if (!isListed(theirs!, mine![index]!)) return false;
  }
  return true;
}
