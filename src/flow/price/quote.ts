import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { CHECK_LIMITS, pollJob } from '../../checkout/poll-job.js';
import type { Presence } from '../../checkout/poll-job.js';
import { parseBySchema } from '../../checkout/parse-by-schema.js';
import type { Random } from '../../checkout/seal.js';
import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import type { CheckoutError } from '../../http/error.js';
import { TransportError } from '../../http/request.js';
import { type CheckResponse, checkResponse, verifyP2pAsync } from '../../wire/response/check.js';
import { readErrorBody } from '../../wire/response/error-body.js';
import type { CardPort } from '../cards/card-port.js';
import { CANCELED } from '../canceled.js';
import { watchClockSkew } from '../request/clock-skew.js';
import { checkBody, type TransferSettings } from '../request/transfer-body.js';

/** The dependencies of a check. */
export interface QuoteOptions {
  readonly client: CheckoutClient;
  readonly cards: CardPort;
  readonly clock: Clock;
  readonly random: Random;
  readonly presence: Presence;
  readonly signal: AbortSignal;
}

/** How long one poll may take, in milliseconds. With the patience of a check no payer waits for more than 30 s. */
const POLL_PATIENCE = 8000;

const late = (milliseconds: number, expected: string) => (): TransportError =>
  new TransportError('network_timeout', `Expected ${expected} within ${milliseconds / 1000} seconds; got none.`);

/**
 * Asks whether a transfer is possible and what it costs (spec 4.1, rows 3 and 4). It moves no money, so it can be
 * repeated at any time.
 *
 * @throws CheckoutError, `CANCELED` when the cards have changed meanwhile, or the signal's reason.
 */
export async function askQuote(
  settings: TransferSettings & { readonly amount: number },
  { client, cards, clock, random, presence, signal }: QuoteOptions,
): Promise<CheckResponse> {
  const started = clock.monotonic();
  const { revision } = cards.snapshot;
  const { patience } = CHECK_LIMITS;
  const ask = async (until: AbortSignal) => {
    const { amount, currency } = settings;
    const sections = await cards.seal({ operation: 'check', amount, currency, issuedAt: client.now() }, revision);
    if (!sections) throw CANCELED;
    until.throwIfAborted();
    return client.call(verifyP2pAsync, { body: checkBody(settings, sections), signal: until });
  };
  const hasMoved = watchClockSkew(client, clock);
  const accepted = await withDeadline(
    (until) =>
      ask(until).catch((error: unknown) => {
        // The gateway's time is known only now, from the refusal's Date header: seal once more with it.
        if (error instanceof GatewayError && error.code === 'request_refused' && hasMoved()) return ask(until);
        throw error;
      }),
    { clock, signal, milliseconds: patience, late: late(patience, 'an answer to a check') },
  );
  return pollJob(
    () =>
      withDeadline((until) => client.job(accepted.job_id, until), {
        clock,
        signal,
        milliseconds: POLL_PATIENCE,
        late: late(POLL_PATIENCE, 'the state of a check'),
      }),
    (job) => {
      if (job.status === 'new') return undefined;
      const answer = job.status === 'done' ? parseBySchema(checkResponse, job.response) : undefined;
      if (answer) return answer;
      // An answer with an unreadable fee, for example, has a message too, but that message is not about an error.
      const possible = (job.response as { status?: unknown } | null | undefined)?.status === 'successful';
      const body = possible ? undefined : readErrorBody(job.response);
      const message = body
        ? `The gateway could not check the transfer: ${body.message}`
        : 'The gateway could not check the transfer.';
      throw new FailedCheck(new GatewayError(body ? 'request_refused' : 'answer_off_contract', message, { status: 200, body }));
    },
    { clock, random, presence, signal, limits: CHECK_LIMITS, started },
  ).catch((error: unknown) => {
    throw error instanceof FailedCheck ? error.reason : error;
  });
}

// Polling continues after network errors, but this error is the job's result.
class FailedCheck {
  readonly reason: CheckoutError;

  constructor(reason: CheckoutError) {
    this.reason = reason;
  }
}
