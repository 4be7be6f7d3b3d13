import { expect, test } from 'vitest';
import { checkBody, transferBody } from '../../../src/flow/request/transfer-body.js';
import { endpoints } from '../../../src/wire/endpoints.js';

const sections = { credit_card: { token: 'a.b.c.d.e' }, recipient_card: { token: 'f.g.h.i.j' } };
const least = { amount: 10_000, currency: 'USD', description: 'Rent' };
const full = {
  ...least,
  trackingId: 'ignored: the attempt’s is sent',
  returnUrl: 'https://shop.example/back?order=1',
  notificationUrl: 'https://shop.example/notify',
  expiredAt: '2027-01-31T18:00:00.123+03:00',
  p2pType: 'A1b',
  test: true,
  language: 'de',
  customer: { email: 'payer@example.com', external_id: '7' },
  senderBillingAddress: { first_name: 'Ann', country: 'DE', state: 'BE', zip: '10115' },
  recipientBillingAddress: { country: 'US', state: 'NY', zip: '10001-0001' },
  receiptText: ['Thank you'],
};

test('a check carries the fields of spec 2.2 and no order data', () => {
  expect(JSON.parse(checkBody(full, sections))).toEqual({
    request: { amount: 10_000, currency: 'USD', ...sections, test: true, additional_data: { p2p: { type: 'A1b' } } },
  });
  expect(JSON.parse(checkBody(least, sections))).toEqual({ request: { amount: 10_000, currency: 'USD', ...sections } });
});

test('a minimal transfer carries the required fields, its id and the duplicate check', () => {
  expect(JSON.parse(transferBody(least, 'order-1', sections))).toEqual({
    request: { ...least, tracking_id: 'order-1', duplicate_check: true, ...sections },
  });
});

test('a full transfer follows spec 2.5, with times without a fraction, and a state only where spec 2.1 has one', () => {
  const body: unknown = JSON.parse(transferBody(full, 'order-1', sections));
  expect(body).toEqual({
    request: {
      amount: 10_000,
      currency: 'USD',
      description: 'Rent',
      expired_at: '2027-01-31T18:00:00+03:00',
      tracking_id: 'order-1',
      duplicate_check: true,
      language: 'de',
      notification_url: 'https://shop.example/notify',
      return_url: 'https://shop.example/back?order=1',
      test: true,
      ...sections,
      additional_data: { p2p: { type: 'A1b' }, receipt_text: ['Thank you'] },
      customer: { email: 'payer@example.com', external_id: '7' },
      sender_billing_address: { first_name: 'Ann', country: 'DE', zip: '10115' },
      recipient_billing_address: { country: 'US', state: 'NY', zip: '10001-0001' },
    },
  });
  const { request } = body as { request: unknown };
  expect(endpoints.p2pAsync.request.safeParse(request).error).toBeUndefined();
});
