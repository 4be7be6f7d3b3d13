import { basicAuthorization, sameSecret } from '../basic-authorization.js';
import { BODY_LIMIT } from '../body-limit.js';
import { requireTexts } from '../require-texts.js';
import { type Notification, readNotification, testMarkOf } from './notification.js';
import { NotificationError } from './notification-error.js';
import { readRawBody } from './raw-body.js';
import { bytesOfBase64, importSigningKey, isSignedBy } from './signing-key.js';

/** Options for verifying a shop's notifications. */
export interface VerifyNotificationOptions {
  /** The shop's public key: bare base64 of the DER SubjectPublicKeyInfo, as in the page's `public-key`. */
  readonly publicKey: string;
  readonly shopId: string;
  readonly secretKey: string;
  /** Whether test payments are accepted; false when absent. Keep it so wherever you deliver goods or pay out money. */
  readonly allowTest?: boolean | undefined;
}

/**
 * Verifies a notification (spec 6.1) and returns its content: a transaction, or a subscription with its event.
 *
 * It proves only that the gateway sent these bytes for this shop. Before you deliver, compare type, tracking_id, amount and
 * currency with the order, because payers can edit the page. For a product, compare `product_id` too if the gateway sends
 * it: the payer may have paid for another product at the same price while this one is sold out. Handle each uid only once: a
 * notification can arrive more than once, and late.
 *
 * @example
 * const notification = await verifyNotification(request, { publicKey, shopId, secretKey });
 * if (notification.kind === 'transaction') settle(notification.transaction);
 *
 * @param request the request as received, with its body unread.
 * @throws NotificationError when you must not act on it: answer with the error's `status`.
 * @throws TypeError when an option is missing, the key is invalid, or the body has already been read.
 */
export async function verifyNotification(request: Request, options: VerifyNotificationOptions): Promise<Notification> {
  // The most likely mistake: the requests of node:http and Express have no such headers.
  if (typeof (request as Partial<Request> | undefined)?.headers?.get !== 'function') {
    throw new TypeError(
      "request: expected a web-standard Request; got something else, such as Node's IncomingMessage. Create one from it: " +
        'new Request(url, { method, headers, body }), with the raw bytes as body.',
    );
  }
  const { publicKey, shopId, secretKey, allowTest = false } = options;
  requireTexts({ publicKey, shopId, secretKey });
  const key = await importSigningKey(publicKey);
  await requireCredentials(request, basicAuthorization(shopId, secretKey));
  const body = await readRawBody(request, BODY_LIMIT);
  await requireSignature(request, key, body);
  return readBody(body, allowTest);
}

async function requireCredentials(request: Request, expected: string): Promise<void> {
  const given = request.headers.get('authorization');
  const [, token = ''] = /^Basic +(\S+)$/i.exec(given ?? '') ?? [];
  if (await sameSecret(`Basic ${token}`, expected)) return;
  const got = given === null ? 'no Authorization header' : token === '' ? 'another scheme' : 'other credentials';
  throw new NotificationError(
    'notification_unauthorized',
    `Expected HTTP Basic with this shop's id and secret key; got ${got}. If the gateway sent it, compare shopId and ` +
      'secretKey with the ones it shows, and check that no proxy removes the Authorization header.',
  );
}

async function requireSignature(request: Request, key: CryptoKey, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const header = request.headers.get('content-signature');
  if (!header) {
    throw new NotificationError(
      'notification_unsigned',
      'Expected the header Content-Signature; got none. If the gateway sent it, check that no proxy removes the header.',
    );
  }
  const signature = bytesOfBase64(header);
  if (signature && (await isSignedBy(key, signature, body))) return;
  throw new NotificationError(
    'notification_signature_mismatch',
    `Expected Content-Signature to be this shop's signature of the received body; ` +
      `got ${signature ? 'one that does not match' : 'a text that is not base64'}. If the gateway sent it, compare ` +
      'publicKey with the one it shows, and check that nothing rewrites the body on its way.',
  );
}

function readBody(body: Uint8Array, allowTest: boolean): Notification {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's own error quotes the body, so it is left out on purpose.
    throw malformed('a body that is not JSON');
  }
  const read = readNotification(json);
  if (!read) {
    throw new NotificationError(
      'notification_unknown',
      'Expected a transaction or a subscription; got the news that a payment token has expired. It is genuine, no money was ' +
        'paid, and there is nothing to do: it is answered with 200, so that the gateway does not deliver it again.',
    );
  }
  if ('problems' in read) throw malformed(`one with problems at ${read.problems.join(', ')}`);
  const mark = allowTest ? undefined : testMarkOf(json);
  if (mark !== undefined) {
    throw new NotificationError(
      'notification_is_test',
      `Expected a payment of real money; got a test payment (its test is ${mark}). The notification is ` +
        'genuine, but no money was paid: any visitor can switch the page to test mode and use a published test card. Deliver ' +
        'nothing; set allowTest only where nothing of value is delivered.',
    );
  }
  return read.notification;
}

const malformed = (got: string): NotificationError =>
  new NotificationError(
    'notification_malformed',
    `Expected JSON with a transaction (uid, status) or a subscription (id, state); got ${got}. Its signature is valid, so the ` +
      'gateway sends something else to this address: check which notifications it is registered for.',
  );
