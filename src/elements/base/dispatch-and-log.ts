import { CheckoutErrorEvent } from '../events.js';

/** The messages that are in the console already, by element. */
const logged = new WeakMap<EventTarget, Set<string>>();

/**
 * Dispatches an event. The default action of `checkout-error` logs what the developer has to fix: on a page without listeners
 * they would not learn of it.
 */
export function dispatchAndLog(target: EventTarget, event: Event): void {
  if (!target.dispatchEvent(event) || !(event instanceof CheckoutErrorEvent) || event.error.party !== 'merchant') return;
  const messages = logged.get(target) ?? new Set();
  logged.set(target, messages);
  if (messages.has(event.error.message)) return;
  messages.add(event.error.message);
  console.error(event.error);
}
