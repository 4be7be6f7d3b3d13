import type { CheckoutError } from '../../http/error.js';
import type { Limits } from './limits.js';

/** The settings for every element of a page, even if another copy of this package defined it. */
export interface Page {
  limits: Limits | undefined;
  /** Why nothing can be paid on this page. */
  trouble: CheckoutError | undefined;
  /** Called after each change. */
  readonly listeners: Set<() => void>;
}

// A page can load the script file and a bundle with the package in it, or the script twice: a limit set through one copy
// applies to the elements of all. Under a symbol, because an element's id or name could replace a property with a string key.
const KEY = Symbol.for('checkout-elements');

/** The settings for the elements of this page. */
export const page = (): Page =>
  ((globalThis as { [KEY]?: Page })[KEY] ??= { limits: undefined, trouble: undefined, listeners: new Set() });

/** Changes the page's settings, and makes its elements apply them at once. */
export function changePage(changes: Partial<Pick<Page, 'limits' | 'trouble'>>): void {
  Object.assign(page(), changes);
  for (const listener of page().listeners) listener();
}
