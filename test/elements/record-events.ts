import type { CheckoutEventMap } from '../../src/index.js';

const EVENTS = [
  'checkout-ready',
  'checkout-change',
  'checkout-quote',
  'checkout-submit',
  'checkout-redirect',
  'checkout-outcome',
  'checkout-error',
  'checkout-cancel',
  'checkout-unavailable',
] as const satisfies readonly (keyof CheckoutEventMap)[];

/** Records the events that the page receives from an element. @returns the list, which grows. */
export function recordEvents(element: HTMLElement): readonly Event[] {
  const events: Event[] = [];
  for (const name of EVENTS) {
    element.addEventListener(name, (event) => {
      events.push(event);
      // A test page that leaves for the bank would end the test.
      if (name === 'checkout-redirect') event.preventDefault();
    });
  }
  return events;
}
