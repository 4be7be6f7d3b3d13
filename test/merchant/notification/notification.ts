import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A shop with its own key pair; the private key belongs to the gateway. */
export interface SigningShop {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Creates a shop; `bits` and `exponent` are for keys that no gateway would issue. */
export function makeShop(bits = 2048, exponent = 65537): SigningShop {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent });
  return {
    shopId: '361',
    secretKey: 'sk_hidden_361',
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey,
  };
}

/** Spec 2.6: a transfer, by default one that succeeded, as the gateway writes it: only a paid one has a time of payment. */
export const transfer = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  uid: '4107-310b0da80b',
  id: '4107-310b0da80b',
  status: 'successful',
  amount: 10000,
  currency: 'USD',
  description: 'Money to a card',
  type: 'p2p',
  payment_method_type: 'credit_card',
  tracking_id: 'order-1',
  message: 'Successfully processed',
  test: false,
  created_at: '2026-11-21T10:42:00Z',
  updated_at: '2026-11-21T10:42:09Z',
  paid_at: 'status' in changes && changes['status'] !== 'successful' ? null : '2026-11-21T10:42:09Z',
  receipt_url: 'http://127.0.0.1:4010/receipts/4107',
  language: 'en',
  credit_card: { holder: null, brand: 'visa', last_4: '0000', first_1: '4', bin: '420000', exp_month: '08' },
  recipient_card: { brand: 'visa', last_4: '0019', first_1: '4', bin: '400555' },
  ...changes,
});

interface Parts {
  /** Sent as the body; by default the JSON of a successful transfer. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Signed instead of the body. */
  readonly signed?: string;
  /** Overrides the headers that a gateway sends; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly url?: string;
}

/** A notification as the gateway posts it for `shop`. */
export function notificationFor(shop: SigningShop, { body, signed, headers = {}, url }: Parts = {}): Request {
  const sent = body ?? JSON.stringify({ transaction: transfer() });
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const all = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`,
    'content-signature': sign('sha256', signed === undefined ? bytes : Buffer.from(signed), shop.privateKey).toString('base64'),
    ...headers,
  };
  return new Request(url ?? 'http://127.0.0.1:4020/notifications', {
    method: 'POST',
    body: bytes,
    headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  });
}
