import { basicAuthorization, sameSecret } from '../basic-authorization.js';
import { requireTexts } from '../require-texts.js';
import { type Notification, readNotification, tellsOfTest } from './notification.js';
import { NotificationError } from './notification-error.js';
import { readRawBody } from './raw-body.js';
import { bytesOfBase64, importSigningKey, isSignedBy } from './signing-key.js';

// Notifications are a few thousand bytes; receipt_text and addresses are free text, so there is room above that.
const LIMIT_BYTES = 256 * 1024;

/** Whose notifications to accept. */
export interface VerifyNotificationOptions {
  /** The shop's public key: bare base64 of the DER SubjectPublicKeyInfo, as in the page's `public-key`. */
  readonly publicKey: string;
  readonly shopId: string;
  readonly secretKey: string;
  /** Whether test payments count; false when absent. Keep it so wherever goods or money leave the house. */
  readonly allowTest?: boolean | undefined;
}

/**
 * Verifies a notification (spec 6.1) and returns what it tells of: a transaction, or a subscription with its event.
 *
 * Proves that the gateway sent these bytes for this shop, and no more. Before delivering, compare type, tracking_id,
 * amount and currency with the order (whoever opens the page can edit it), of a product also which one it is, where the
 * gateway tells (`product_id`): another at the same price may be left where this one is sold out. Let a uid that was
 * handled before have no second effect: a notification may come more than once, and an old one late.
 *
 * @param request the request as it came, its body unread.
 * @throws NotificationError when it must not be acted on: answer with the error's `status`.
 * @throws TypeError when an option is missing or is no key, or the body was read before.
 */
export async function verifyNotification(request: Request, options: VerifyNotificationOptions): Promise<Notification> {
  // The likeliest slip: what node:http and Express hand over has no such headers.
  if (typeof (request as Partial<Request> | undefined)?.headers?.get !== 'function') {
    throw new TypeError(
      "request: expected a web-standard Request; came something else, such as Node's IncomingMessage. Make one of it: " +
        'new Request(url, { method, headers, body }), with the body as its raw bytes.',
    );
  }
  const { publicKey, shopId, secretKey, allowTest = false } = options;
  requireTexts({ publicKey, shopId, secretKey });
  const key = await importSigningKey(publicKey);
  await requireCredentials(request, basicAuthorization(shopId, secretKey));
  const body = await readRawBody(request, LIMIT_BYTES);
  await requireSignature(request, key, body);
  return readBody(body, allowTest);
}

async function requireCredentials(request: Request, expected: string): Promise<void> {
  const given = request.headers.get('authorization');
  const [, token = ''] = /^Basic +(\S+)$/i.exec(given ?? '') ?? [];
  if (await sameSecret(`Basic ${token}`, expected)) return;
  const came = given === null ? 'no Authorization header' : token === '' ? 'another scheme' : 'other credentials';
  throw new NotificationError(
    'notification_unauthorized',
    `Expected HTTP Basic with this shop's id and secret key; came ${came}. If the gateway sent it, compare shopId and ` +
      'secretKey with the ones it shows, and see that no proxy removes the Authorization header.',
  );
}

async function requireSignature(request: Request, key: CryptoKey, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const header = request.headers.get('content-signature');
  if (!header) {
    throw new NotificationError(
      'notification_unsigned',
      'Expected the header Content-Signature; none came. If the gateway sent it, see that no proxy removes the header.',
    );
  }
  const signature = bytesOfBase64(header);
  if (signature && (await isSignedBy(key, signature, body))) return;
  throw new NotificationError(
    'notification_signature_mismatch',
    `Expected Content-Signature to sign the body as it came with this shop's key; ` +
      `came ${signature ? 'a signature that does not' : 'a text that is not base64'}. If the gateway sent it, compare ` +
      'publicKey with the one it shows, and see that nothing rewrites the body on its way.',
  );
}

function readBody(body: Uint8Array, allowTest: boolean): Notification {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's own error quotes the body; it is left out on purpose.
    throw malformed('a body that is not JSON');
  }
  const read = readNotification(json);
  if ('faults' in read) throw malformed(`one with faults at ${read.faults.join(', ')}`);
  if (!allowTest && tellsOfTest(json)) {
    throw new NotificationError(
      'notification_is_test',
      'Expected a payment of real money; came a test one. The notification is genuine, yet nobody paid: whoever ' +
        'opens the page can switch it to test and use a published test card. Deliver nothing; set allowTest only where ' +
        'nothing of value leaves.',
    );
  }
  return read.notification;
}

const malformed = (came: string): NotificationError =>
  new NotificationError(
    'notification_malformed',
    `Expected JSON with a transaction (uid, status) or a subscription (id, state); came ${came}. Its signature holds, so the gateway sends ` +
      'something else to this address: look at which notifications it is set up for.',
  );
