import type { ErrorBody } from './error-body.js';
import type { Transaction } from './transaction.js';

const DOUBLE = 'd[uo]u?[bp]l|dopp|dubbe?l|mükerrer|дубл|مكرر|重[复複]';

// Spec 8 mentions the rejection without its code or wording, and a gateway may word it in the request's language. Missing
// one would report a payment that may have succeeded as failed; a false match only leaves an outcome unknown.
const DUPLICATE = new RegExp(
  `${DOUBLE}|already|repeat|repet|répét|wiederhol|unique|twice|bereits|déjà|zaten|بالفعل|\\b30 ?s|повтор|уже`,
  'i',
);

/** Whether a refusal may be the rejection of a duplicate (spec 8), which says nothing about the first request. */
export const isDuplicate = ({ code = '', message, fields }: ErrorBody): boolean =>
  DUPLICATE.test([code, message, ...fields.flatMap(({ messages }) => messages)].join(' '));

/**
 * Whether a transaction failed because it duplicates another one. Browsers and proxies repeat lost requests on their own,
 * and the failure of the repeat says nothing about the first request. Only words for "double" count: an ordinary decline may
 * ask to repeat the payment, and its failure is final.
 */
export const failedAsDuplicate = ({ status, message, p2p }: Pick<Transaction, 'status' | 'message' | 'p2p'>): boolean =>
  status === 'failed' && new RegExp(DOUBLE, 'i').test(`${message} ${p2p?.message}`);
