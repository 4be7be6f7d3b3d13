import { describe, expect, test } from 'vitest';
import { plainTransfer, RECIPIENT, Sandbox, SOURCE } from '../sandbox.js';
import { card } from './credit-card.js';

describe('errors', () => {
  const BLANK = ["can't be blank"];
  const post = (changes: object) => new Sandbox().post('/ctp/api/p2p', plainTransfer(changes));

  test.each([
    [{ description: undefined }, { description: BLANK }],
    [{ description: ' ' }, { description: BLANK }],
    [
      { credit_card: undefined },
      { credit_card: { number: BLANK, verification_value: BLANK, exp_month: BLANK, exp_year: BLANK } },
    ],
    [card(SOURCE, { verification_value: undefined }), { credit_card: { verification_value: BLANK } }],
    [card(SOURCE, { verification_value: '12' }), { credit_card: { verification_value: ['must be 3 or 4 digits'] } }],
    [card(SOURCE, { exp_month: undefined, exp_year: undefined }), { credit_card: { exp_month: BLANK, exp_year: BLANK } }],
    [card(SOURCE, { exp_month: '09', exp_year: '2026' }), { credit_card: { exp_year: ['is in the past'] } }],
    [{ recipient_card: {} }, { recipient_card: { number: BLANK } }],
    [{ return_url: 'javascript:alert(1)' }, { return_url: ['is not a URL'] }],
    [{ notification_url: 'shop' }, { notification_url: ['is not a URL'] }],
    [{ expired_at: 'tomorrow' }, { expired_at: ['is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'] }],
    [{ expired_at: '2026-11-21T10:00:00Z' }, { expired_at: ['is in the past'] }],
    // 12:00 at +02:30 is 09:30 UTC, half an hour ago.
    [{ expired_at: '2026-11-21T12:00:00+02:30' }, { expired_at: ['is in the past'] }],
    [{ duplicate_check: 'yes' }, { duplicate_check: ['must be true or false'] }],
    [{ additional_data: { receipt_text: ['a', 5] } }, { additional_data: { receipt_text: ['must be a string'] } }],
    [{ customer: { external_id: 'x'.repeat(256) } }, { customer: { external_id: ['is too long (maximum is 255 characters)'] } }],
    [
      { sender_billing_address: { country: 'US', state: 'Texas', zip: '1' }, billing_address: { country: 'Germany' } },
      {
        sender_billing_address: { state: ['must be two letters'], zip: ['is not in NNNNN or NNNNN-NNNN format'] },
        billing_address: { country: ['is not in ISO 3166-1 Alpha-2 format'] },
      },
    ],
  ])('%j gets %j', async (changes, errors) => {
    const { status, body } = await post(changes);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('a card is valid until the last day of its month', async () => {
    expect((await post(card(SOURCE, { exp_month: '11', exp_year: '2026' }))).status).toBe(200);
  });

  test('a recipient needs no expiry', async () => {
    expect((await post({ recipient_card: { number: RECIPIENT } })).status).toBe(200);
  });
});
