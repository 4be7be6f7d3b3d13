import { checkRequest, type CheckRequest } from '../../../src/wire/request/check.js';
import type { CheckResponse } from '../../../src/wire/response/check.js';
import { brandName } from '../issuer/card-facts.js';
import { asSource, type JobBehavior } from '../issuer/cards.js';
import { IMPOSSIBLE, INCOMPLETE, isPossible, missingFields } from '../issuer/decide.js';
import { commissionFor } from '../issuer/fees.js';
import { readingFor, type CardDependencies } from '../payment/card-services.js';
import type { Shop } from '../shop/shops.js';
import { readRequest, type ReadRequest } from './read-request.js';

/** A check's response, and the behavior of its job if it is asynchronous. */
export interface CheckResult {
  readonly answer: CheckResponse;
  readonly job: JobBehavior;
}

/** The answer to a valid check. */
export function answerTo({ request, cards, exponent }: ReadRequest<CheckRequest>): CheckResponse {
  const test = request.test ?? false;
  if (!isPossible(cards)) return { status: 'failed', message: IMPOSSIBLE, test };
  const missing = missingFields(cards);
  const { pan } = cards.source;
  if (missing && !asSource(pan).possibleAnyway) {
    return { status: 'failed', message: INCOMPLETE, required_fields: missing, test };
  }
  const { amount, currency } = request;
  return {
    status: 'successful',
    message: 'Transfer is possible',
    commission: commissionFor({ pan, brand: brandName(pan), amount, currency, exponent }),
    ...(missing && { required_fields: missing }),
    test,
  };
}

/**
 * Checks whether a transfer is possible, and its cost (spec 2.2, 2.3).
 *
 * @throws Refusal 422 with every problem of the request.
 */
export async function runCheck(body: unknown, shop: Shop, dependencies: CardDependencies): Promise<CheckResult> {
  const read = await readRequest(body, { operation: 'check', schema: checkRequest, shop }, readingFor(shop, dependencies));
  return { answer: answerTo(read), job: asSource(read.cards.source.pan).checkJob ?? {} };
}
