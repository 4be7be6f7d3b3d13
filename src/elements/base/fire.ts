import { CheckoutErrorEvent } from '../events.js';

/** What the console has shown already, by element. */
const logged = new WeakMap<EventTarget, Set<string>>();

/**
 * Dispatches an event, and does what `checkout-error` does by default: a page that listens to nothing would hide from its
 * developer what they have to fix.
 */
export function fire(target: EventTarget, event: Event): void {
  if (!target.dispatchEvent(event) || !(event instanceof CheckoutErrorEvent) || event.error.party !== 'merchant') return;
  const known = logged.get(target) ?? new Set();
  logged.set(target, known);
  if (known.has(event.error.message)) return;
  known.add(event.error.message);
  console.error(event.error);
}
