import type { ToldError, Violation } from './sighting.js';

/** What a document has told so far. */
export interface Watched {
  readonly violations: Violation[];
  readonly errors: ToldError[];
  ready: number;
}

declare global {
  interface Window {
    checkoutElementsCheck?: Watched;
  }
}

/**
 * Runs in each document before its first script, so that nothing is missed. It is handed to the browser as text: it can
 * use nothing from outside of itself.
 */
export function watchPage(): void {
  const watched: Watched = { violations: [], errors: [], ready: 0 };
  Object.defineProperty(window, 'checkoutElementsCheck', { value: watched });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    watched.violations.push({ directive: effectiveDirective, blocked: blockedURI, reportOnly: disposition === 'report' });
  });
  window.addEventListener('checkout-ready', () => {
    watched.ready += 1;
  });
  window.addEventListener('checkout-error', (event) => {
    const { error, target } = event as unknown as { error?: Partial<ToldError>; target: EventTarget | null };
    watched.errors.push({
      tag: target instanceof Element ? target.localName : 'an element',
      code: String(error?.code),
      party: String(error?.party),
      message: String(error?.message),
    });
  });
}
