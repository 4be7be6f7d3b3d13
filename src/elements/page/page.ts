import type { CheckoutError } from '../../http/error.js';
import type { Limits } from './limits.js';
import type { TagSettings } from './own-tags.js';

/** The settings for every element of a page, even if another copy of this package defined it. */
export interface Page {
  limits: Limits | undefined;
  /** The settings on the script's first tag; undefined before there is one. */
  tag: TagSettings | undefined;
  /** Why nothing can be paid on this page. */
  trouble: CheckoutError | undefined;
  /** Called when any of it has changed. */
  readonly listeners: Set<() => void>;
}

// A page can hold the script file and a bundle with the package in it, or the script twice: a limit set through one of
// them has to hold for the elements of all. An element's id or name never stands in for a symbol.
const KEY = Symbol.for('checkout-elements');

/** What holds for the elements of this page. */
export const page = (): Page =>
  ((globalThis as { [KEY]?: Page })[KEY] ??= { limits: undefined, tag: undefined, trouble: undefined, listeners: new Set() });

/** Changes what holds for the page, and has its elements look at it at once. */
export function changePage(changes: Partial<Pick<Page, 'limits' | 'tag' | 'trouble'>>): void {
  Object.assign(page(), changes);
  for (const listener of page().listeners) listener();
}
