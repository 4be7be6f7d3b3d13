import { randomUUID } from 'node:crypto';
import { CARDS, sourceCard } from './cards.js';

/** A request's fields, before it is put into its envelope. */
export type Fields = Readonly<Record<string, unknown>>;

// Spec 8: the same amount from the same card within 30 s is a duplicate. So this run must not repeat amounts of the one
// before.
let last = 20_000 + (Math.floor(Date.now() / 1000) % 50_000) * 40;

/** An amount in minor units that no other request of this run has. */
export const newAmount = (): number => (last += 1);

export const newTrackingId = (): string => `conformance-${randomUUID()}`;

/** The smallest valid check (spec 2.2), with plain cards. */
export const checkOf = (changes: Fields = {}): Fields => ({
  amount: newAmount(),
  currency: 'USD',
  test: true,
  credit_card: { number: CARDS.successful },
  recipient_card: { number: CARDS.frictionless },
  ...changes,
});

/** The smallest valid transfer (spec 2.5), with plain cards. */
export const transferOf = (changes: Fields = {}): Fields => ({
  amount: newAmount(),
  currency: 'USD',
  description: 'Conformance',
  test: true,
  credit_card: sourceCard(),
  recipient_card: { number: CARDS.frictionless },
  ...changes,
});

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  country: 'US',
  city: 'Denver',
  state: 'CO',
  zip: '96002-1234',
  address: '1st Street',
  phone: '+1555000000',
} as const;

/** A transfer with every field of spec 2.5 except `token` and the older billing_address. */
export const fullTransfer = (changes: Fields = {}): Fields =>
  transferOf({
    tracking_id: newTrackingId(),
    duplicate_check: true,
    language: 'en',
    expired_at: `${new Date().getUTCFullYear() + 3}-01-01T10:00:00+03:00`,
    notification_url: 'http://127.0.0.1:4099/notified',
    return_url: 'http://127.0.0.1:4099/returned?order=7',
    recipient_card: { number: CARDS.frictionless, exp_month: '1', exp_year: sourceCard()['exp_year'], holder: 'GRACE HOPPER' },
    additional_data: { receipt_text: ['First line', 'Second line'], contract: ['oneclick'], p2p: { type: 'A1b' } },
    customer: { ip: '127.0.0.1', email: 'ada@example.com', device_id: 'device-1', external_id: 'x'.repeat(255) },
    sender_billing_address: ADDRESS,
    recipient_billing_address: { ...ADDRESS, first_name: 'Grace', last_name: 'Hopper', country: 'DE', state: '', zip: '10115' },
    ...changes,
  });

/** A product that keeps every condition of spec 2.7. */
export const productOf = (changes: Fields = {}): Fields => ({
  name: 'Conformance tea',
  description: 'Black, 100 g',
  currency: 'USD',
  amount: '1250',
  quantity: '10',
  immortal: true,
  language: 'en',
  test: true,
  transaction_type: 'payment',
  ...changes,
});

/** A plan with every required field of spec 2.8. */
export const planOf = (changes: Fields = {}): Fields => ({
  test: true,
  title: 'Conformance monthly',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  ...changes,
});

/** A customer with every field of spec 2.9. */
export const customerOf = (changes: Fields = {}): Fields => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '1st Street',
  city: 'Denver',
  country: 'US',
  zip: '96002',
  state: 'CO',
  phone: '+1555000000',
  email: 'ada@example.com',
  ip: '127.0.0.1',
  external_id: 'conformance-1',
  ...changes,
});

/** The request with one value changed, deep down where the path leads. */
export function withValue(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: withValue((fields[name] ?? {}) as Fields, rest.join('.'), value) };
}
