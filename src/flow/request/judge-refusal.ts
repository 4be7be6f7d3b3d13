import { type CardInputName, hasInput, inputNamed, rowOf } from '../../card/card-fields.js';
import type { ErrorBody, FieldError } from '../../wire/response/error-body.js';
import { isValidationText } from '../../wire/response/validation-text.js';
import type { PaymentKind, PaymentSettings } from '../payment-kind.js';

/** The card's input that a path (`credit_card.number`) is about. */
function inputAt(path: string): CardInputName | undefined {
  const [, name] = /^(?:credit|recipient)_card\.(\w+)$/.exec(path) ?? [];
  return name === undefined ? undefined : inputNamed(name);
}

/** Whether that card has the input. */
function isTyped(path: string): boolean {
  const [section, name, ...more] = path.split('.');
  return (
    more.length === 0 &&
    name !== undefined &&
    (section === 'credit_card' || section === 'recipient_card') &&
    hasInput(section, name)
  );
}

/** Whether a complaint about this path of a transfer is about a field that the payer can edit. */
export const isEditableOfTransfer = (path: string): boolean => path === 'amount' || isTyped(path);

/** The same of an order. The payer can agree to a changed price. What is sold out or expired can't be bought by editing any field. */
export const isEditableOfOrder = (path: string): boolean =>
  /^(amount|currency|customer\.\w+)$/.test(path) || (path.startsWith('credit_card.') && isTyped(path));

/** Whether a refusal complains only about the seals themselves, which can be made again. */
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

// Paths decide, never the words of a language. `token`, `tracking_id` and `base` are left out: gateways also name them when they
// refuse a second copy of a request whose first copy paid.
const PROVES_BY_PATH =
  /^((sender_|recipient_)?billing_address\.\w+|customer\.(first_name|last_name|address|city|country|zip|state))$/;

// An earlier copy may have used up a limit of these, or of their kind ("the daily limit of USD"). So a gateway's own words prove nothing
// here; the known texts of validation do.
const PROVES_BY_TEXT = /^(amount|currency|description|customer\.\w+)$/;

/**
 * Whether a refusal proves that no copy of the request was accepted: it names a field whose value is wrong by itself, and
 * every copy had that value.
 *
 * @param alsoWrong Further fields for which this kind of payment is refused regardless of earlier copies.
 */
export const provesNothingMoved = ({ fields }: ErrorBody, alsoWrong: (path: string) => boolean = () => false): boolean =>
  fields.some(({ path, messages }) => {
    const name = path.join('.');
    const input = inputAt(name);
    if (alsoWrong(name) || PROVES_BY_PATH.test(name) || (input && !rowOf(input).isUsedUp)) return true;
    return (PROVES_BY_TEXT.test(name) || input !== undefined) && messages.every(isValidationText);
  });

/** What a refusal says that proves that nothing moved by this copy. */
interface NothingMoved {
  /** Whether it is about what is sold, as it is now: the page can't see that an earlier copy bought the last piece. */
  readonly isOfOffer: boolean;
}

/** The meaning of a refusal, for a request that was sent once. */
export type RefusalMeaning =
  /** Nothing moved, and the payer can correct these fields. */
  | (NothingMoved & { readonly means: 'correct'; readonly problems: readonly FieldError[] })
  /** Nothing moved, and no field of the form is the reason. */
  | (NothingMoved & { readonly means: 'failed' })
  /** It may answer a second copy of the request, whose first copy paid. */
  | { readonly means: 'unknown'; readonly isOfOffer?: undefined };

/**
 * Judges a refusal. Without a proof that nothing moved the payer must not pay again, whatever they could correct.
 *
 * @param isWrongByItself Further fields that prove it (see `provesNothingMoved`).
 */
export function judgeRefusal(
  body: ErrorBody,
  kind: Pick<PaymentKind<PaymentSettings>, 'isEditable' | 'isWrongByItself' | 'isOfOffer'>,
): RefusalMeaning {
  if (!provesNothingMoved(body, kind.isWrongByItself)) return { means: 'unknown' };
  const isOfOffer = body.fields.some(({ path }) => kind.isOfOffer?.(path.join('.')));
  const problems = editableProblems(body, kind.isEditable);
  return problems ? { means: 'correct', problems, isOfOffer } : { means: 'failed', isOfOffer };
}
