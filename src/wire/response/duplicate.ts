import { inputNamed, rowOf } from '../../card/card-fields.js';
import type { ErrorBody, FieldError } from './error-body.js';
import type { Transaction } from './transaction.js';

// Dublin, Doppler and Doubleday are names.
const DOUBLE = 'd[uo]u?[bp]l(?!in(?!g)|eday)|dopp(?!ler)|dubbe?l|mükerrer|дубл(?!ин)|مكرر|重[复複]';

// Spec 8 mentions the rejection without its code or wording, and a gateway may word it in the request's language. A match never
// proves anything: it only adds to what the payer reads about an unknown outcome, and outweighs a proof.
const DUPLICATE = new RegExp(
  `${DOUBLE}|already|repeat|repet|répét|wiederhol|unique|twice|bereits|déjà|zaten|بالفعل|\\b30 ?s|повтор|уже`,
  'i',
);

/** Whether a refusal at a field can be about a duplicate. "Has already expired" is about the date; only a number can be used twice. */
const mayBeDouble = ({ path }: FieldError): boolean => {
  const input = inputNamed(path.at(-1) ?? '');
  return input === undefined || rowOf(input).isUsedUp === true;
};

/** Whether a refusal may be the rejection of a duplicate (spec 8), which says nothing about the first request. */
export const isDuplicate = ({ code = '', message, fields }: ErrorBody): boolean => {
  const left = fields.filter((field) => !mayBeDouble(field)).flatMap(({ messages }) => messages);
  // Spec 7.2: the message repeats those of the fields.
  const rest = left.reduce((text, part) => text.replaceAll(part, ''), message);
  return DUPLICATE.test([code, rest, ...fields.filter(mayBeDouble).flatMap(({ messages }) => messages)].join(' '));
};

/**
 * Whether a transaction failed because it duplicates another one. Browsers and proxies repeat lost requests on their own,
 * and the failure of the repeat says nothing about the first request. Only words for "double" count: an ordinary decline may
 * ask to repeat the payment, and its failure is final.
 */
export const failedAsDuplicate = ({ status, message, p2p }: Pick<Transaction, 'status' | 'message' | 'p2p'>): boolean =>
  status === 'failed' && new RegExp(DOUBLE, 'i').test(`${message} ${p2p?.message}`);
