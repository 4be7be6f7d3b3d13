import type { CheckoutEventMap } from '../elements/events.js';

/** Every event of the elements. */
export const EVENT_TYPES = Object.keys({
  'checkout-ready': 0,
  'checkout-change': 0,
  'checkout-quote': 0,
  'checkout-submit': 0,
  'checkout-redirect': 0,
  'checkout-outcome': 0,
  'checkout-error': 0,
  'checkout-cancel': 0,
  'checkout-restart': 0,
  'checkout-card-remove': 0,
  'checkout-unavailable': 0,
} satisfies Record<keyof CheckoutEventMap, 0>);

/** Events of elements whose component does not listen yet. */
const early = new WeakMap<EventTarget, Event[]>();
const claimed = new WeakSet<EventTarget>();

/**
 * Keeps the events between a server's markup and its hydration: the elements work as soon as they are registered, and a payment
 * that returns from 3-D Secure may end before React listens.
 */
export function keepEarlyEvents(): void {
  if (typeof document === 'undefined') return;
  const keep = (event: Event): void => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || !target.hasAttribute('data-checkout-react') || claimed.has(target)) return;
    early.set(target, [...(early.get(target) ?? []), event]);
  };
  for (const type of EVENT_TYPES) document.addEventListener(type, keep, true);
}

/** Returns the events so far, and forgets them: from now on the element's component listens. */
export function takeEarlyEvents(target: EventTarget): readonly Event[] {
  const events = early.get(target) ?? [];
  early.delete(target);
  claimed.add(target);
  return events;
}
