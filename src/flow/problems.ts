import type { ErrorBody, FieldError } from '../wire/error-body.js';

const EDITABLE = /^(amount|(credit_card|recipient_card)\.(number|exp_month|exp_year|date|holder|verification_value))$/;

/**
 * The complaints of a refusal that the payer can act on by editing a field, or undefined when one of them is about
 * anything else: then editing would not help.
 */
export function editableProblems({ fields }: ErrorBody): readonly FieldError[] | undefined {
  return fields.length > 0 && fields.every(({ path }) => EDITABLE.test(path.join('.'))) ? fields : undefined;
}
