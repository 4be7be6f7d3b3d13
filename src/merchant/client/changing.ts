import { isTransient } from '../../http/transient.js';
import { isDuplicate } from '../../wire/response/duplicate.js';
import { GatewayAnswerError, UnknownOutcomeError } from '../errors.js';
import { UnsentError } from './exchange.js';

/** What a request changes, and how to find out whether it did. */
export interface Change {
  /** What was asked for: "the transfer". */
  readonly what: string;
  /** Sentences for the developer. */
  readonly cure: string;
  /** Set where a program between here and the gateway may repeat the request by itself: PUT (RFC 9110, 9.2.2). */
  readonly repeatable?: true;
  /** Set for a transfer: what it is found by, if anything. */
  readonly transfer?: { readonly trackingId: string | undefined };
}

/** Whether an error proves that nothing was changed: the gateway itself refused the request, or it never left. */
function provesNoChange(error: unknown, { transfer, repeatable }: Change): boolean {
  // Of a request that was repeated it says that of the last time only.
  if (error instanceof UnsentError) return !repeatable;
  if (!(error instanceof GatewayAnswerError)) return false;
  const { status, body } = error;
  // Not let in, or nothing there to change: whoever answered so, the request went no further.
  if (status === 401 || error.code === 'not_found') return true;
  // A conflict can be with the first copy of this very request.
  if (status < 400 || status === 409 || isTransient(status) || !body) return false;
  // Spec 8: the rejection speaks of another request, which may be this one, sent again by a proxy on the way.
  return !(transfer && isDuplicate(body));
}

/**
 * Sends, once, what changes something. A refusal by the gateway, or that there was no connection, is thrown as it is;
 * after everything else it may have had its effect, and the error says so.
 *
 * @throws GatewayAnswerError when it was refused for certain, UnsentError when it can't have left, UnknownOutcomeError
 * otherwise.
 */
export async function changing<Result>(
  send: () => Promise<Result>,
  change: Change,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (provesNoChange(error, change)) throw error;
    const { what, cure, transfer } = change;
    const came = error instanceof Error ? error.message : 'The wait for it was given up.';
    throw new UnknownOutcomeError(
      `Expected an answer that tells what became of ${what}; it is not known, and may be done. ${came} ` +
        `Don't send it again before you know. ${cure}`,
      { trackingId: transfer?.trackingId, cause: error },
    );
  }
}
