// The values that every framework's page sets on the elements, and the functions by which a test drives the page.

/** The names of events in every spelling. */
export const EVENTS = ['lowercaseevent', 'kebab-event', 'camelEvent', 'CAPSevent', 'PascalEvent', 'checkout-outcome'];

const customers = [
  { ip: '192.0.2.7', email: 'ann@example.org' },
  { ip: '192.0.2.8', email: 'bob@example.org' },
];

/** The values of the page, before and after it renders again. */
export const given = (round: number) => ({
  round,
  test: round === 0,
  amount: (round + 1) * 100,
  currency: round === 0 ? 'USD' : 'EUR',
  customer: customers[round],
  address: addresses[round],
  cards: cards[round],
  prepare: prepares[round],
});
const addresses = [{ city: 'Riga' }, { city: 'Vilnius' }];
const cards = [[], [{ token: 'b', brand: 'visa', last_4: '0000' }]];
const prepares = [async () => ({ trackingId: 'order-1' }), async () => ({ trackingId: 'order-2' })];

interface Cases {
  readonly given: typeof given;
  /** The events that the framework's own listeners heard. */
  readonly heard: string[];
  /** Renders the page with the values of a round: 0 at first. */
  render: (round: number) => unknown;
}

declare global {
  interface Window {
    cases: Cases;
  }
}

window.cases = { given, heard: [], render: () => undefined };

export const hear = (event: Event): void => void window.cases.heard.push(event.type);

export const place = document.querySelector<HTMLElement>('#app')!;
