import type { ErrorBody, FieldError } from '../wire/error-body.js';

const TRANSFER = /^(amount|(credit_card|recipient_card)\.(number|exp_month|exp_year|date|holder|verification_value))$/;

/** Whether a complaint about this path of a transfer is about a field that the payer can edit. */
export const isEditableOfTransfer = (path: string): boolean => TRANSFER.test(path);

/** Whether all that a refusal complains of is sealed sections as such, which can be made anew. */
export const isAboutSeals = ({ fields }: ErrorBody): boolean =>
  fields.length > 0 && fields.every(({ path }) => path.at(-1) === 'token');

/**
 * The complaints of a refusal that the payer can act on by editing a field, or undefined when one of them is about
 * anything else: then editing would not help.
 */
export function editableProblems(
  { fields }: ErrorBody,
  isEditable: (path: string) => boolean,
): readonly FieldError[] | undefined {
  return fields.length > 0 && fields.every(({ path }) => isEditable(path.join('.'))) ? fields : undefined;
}
