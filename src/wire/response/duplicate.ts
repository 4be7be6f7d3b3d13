import type { ErrorBody } from './error-body.js';
import type { Transaction } from './transaction.js';

// Spec 8 names the rejection without its code or its words, and a gateway may word it in the request's language. To miss
// one would call a payment that may have been made "failed"; to see one too many only leaves more unknown.
const DUPLICATE =
  /d[uo]u?[bp]l|dopp|dubbl|already|repeat|repet|répét|wiederhol|unique|twice|\b30 ?s|дубл|повтор|уже|重[复複]/i;

/** Whether a refusal may be the rejection of a duplicate (spec 8), which says nothing of the first request. */
export const isDuplicate = ({ code = '', message, fields }: ErrorBody): boolean =>
  DUPLICATE.test([code, message, ...fields.flatMap(({ messages }) => messages)].join(' '));

/**
 * Whether a transaction failed for being a repeat of another one. Browsers and proxies repeat a lost request by
 * themselves; that the repeat failed tells nothing of the first.
 */
export const failedAsDuplicate = ({ status, message, p2p }: Pick<Transaction, 'status' | 'message' | 'p2p'>): boolean =>
  status === 'failed' && /duplicat/i.test(`${message} ${p2p?.message}`);
