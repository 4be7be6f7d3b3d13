import { isTransient } from '../../http/transient.js';
import { isDuplicate } from '../../wire/response/duplicate.js';
import { UnknownOutcomeError } from '../errors.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { UnsentError } from './exchange.js';

/** A request that changes something, and how to find out whether it did. */
export interface Change {
  /** A noun for the request: "the transfer request". */
  readonly request: string;
  /** Sentences for the developer. */
  readonly cure: string;
  /** Set when a program between here and the gateway may repeat the request on its own: PUT (RFC 9110, 9.2.2). */
  readonly repeatable?: true;
  /** Set for a request that moves money: its tracking id, if it has one. */
  readonly transfer?: { readonly trackingId: string | undefined };
}

/** Whether an error proves that nothing was changed: the gateway itself refused the request, or it was never sent. */
function provesNoChange(error: unknown, { transfer, repeatable }: Change): boolean {
  // If the request was repeated, this covers only the last attempt.
  if (error instanceof UnsentError) return !repeatable;
  if (!(error instanceof GatewayError)) return false;
  const { status, body } = error;
  // Not authorized, or nothing there to change: whichever server answered, the request got no further.
  if (status === 401 || error.code === 'not_found') return true;
  // The conflict can be with the first copy of the same request.
  if (status < 400 || status === 409 || isTransient(status) || !body) return false;
  // Spec 8: the rejection is about an earlier request, which may be this one: a proxy may have repeated it.
  return !(transfer && isDuplicate(body));
}

/**
 * Sends a request that changes something, once. Rethrows a refusal by the gateway and a missing connection; after any other
 * error the request may have been carried out, and the error says so.
 *
 * @throws GatewayError when it was certainly refused, UnsentError when it can't have been sent, UnknownOutcomeError
 * otherwise.
 */
export async function sendChange<Result>(send: () => Promise<Result>, change: Change): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (provesNoChange(error, change)) throw error;
    const { request, cure, transfer } = change;
    const reason = error instanceof Error ? error.message : 'The wait for it was aborted.';
    throw new UnknownOutcomeError(
      `Expected a definite answer to ${request}; got none, and it may have been carried out. ${reason} ` +
        `Don't send it again before you know. ${cure}`,
      { trackingId: transfer?.trackingId, cause: error },
    );
  }
}
