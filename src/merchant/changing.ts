import { isDuplicate } from '../wire/duplicate.js';
import { GatewayAnswerError, UnknownOutcomeError } from './errors.js';

/** What a request changes, and how to find out whether it did. */
export interface Change {
  /** What was asked for: "the transfer". */
  readonly what: string;
  /** Sentences for the developer. */
  readonly cure: string;
  /** Set for a transfer: what it is found by, if anything. */
  readonly transfer?: { readonly trackingId: string | undefined };
}

// Statuses that say nothing final about the request itself.
const INCONCLUSIVE = [408, 409, 425, 429];

/** Whether an error proves that nothing was changed: the gateway itself refused the request. */
function provesRefusal(error: unknown, isTransfer: boolean): boolean {
  if (!(error instanceof GatewayAnswerError)) return false;
  const { status, body } = error;
  // Not let in, or nothing there to change: whoever answered so, the request went no further.
  if (status === 401 || error.code === 'not_found') return true;
  if (status < 400 || status >= 500 || INCONCLUSIVE.includes(status) || !body) return false;
  // Spec 8: the rejection speaks of another request, which may be this one, sent again by a proxy on the way.
  return !(isTransfer && isDuplicate(body));
}

/**
 * Sends, once, what changes something. A refusal by the gateway is thrown as it is; after everything else it may have
 * had its effect, and the error says so.
 *
 * @throws GatewayAnswerError when it was refused for certain, UnknownOutcomeError otherwise.
 */
export async function changing<Result>(
  send: () => Promise<Result>,
  { what, cure, transfer }: Change,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (provesRefusal(error, transfer !== undefined)) throw error;
    const came = error instanceof Error ? error.message : 'The wait for it was given up.';
    throw new UnknownOutcomeError(
      `Expected an answer that tells what became of ${what}; it is not known, and may be done. ${came} ` +
        `Don't send it again before you know. ${cure}`,
      { trackingId: transfer?.trackingId, cause: error },
    );
  }
}
