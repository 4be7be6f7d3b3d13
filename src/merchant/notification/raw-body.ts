import { readBody } from '../../http/read-body.js';
import { joined } from '../body-limit.js';
import { NotificationError } from './notification-error.js';

/**
 * The bytes of a notification, exactly as received: the signature covers these bytes, not the parsed JSON.
 *
 * @param limit the maximum number of bytes. Reading stops there, whatever Content-Length says.
 * @throws TypeError when the body has already been read.
 * @throws NotificationError `notification_too_large` or `notification_interrupted`.
 */
export async function readRawBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed) {
    throw new TypeError(
      'Expected a request whose body is unread, because the signature covers its raw bytes; this body has been read. ' +
        'Verify it before request.json() or a body parser, or pass request.clone().',
    );
  }
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit);

  const pieces: Uint8Array[] = [];
  const isWhole = await readBody(request, limit, (bytes) => void pieces.push(bytes)).catch((cause: unknown) => {
    throw new NotificationError(
      'notification_interrupted',
      'Expected a complete notification; the connection ended in the middle of its body. The gateway will deliver it again.',
      { cause },
    );
  });
  if (!isWhole) throw tooLarge(limit);
  return joined(pieces);
}

const tooLarge = (limit: number): NotificationError =>
  new NotificationError(
    'notification_too_large',
    `Expected a notification of at most ${limit} bytes; got a larger body. A gateway's notification is a few ` +
      'thousand bytes: find out what else posts to this address.',
  );
