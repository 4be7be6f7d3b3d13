/**
 * The result of checking a field's text: valid, not finished, or wrong.
 *
 * "incomplete" text can still become valid by typing more; "invalid" text can't. Both have a reason from the field's own
 * list.
 */
export type Verdict<Reason extends string> =
  | { readonly state: 'valid' }
  | { readonly state: 'incomplete' | 'invalid'; readonly reason: Reason };

export const VALID = { state: 'valid' } as const;

/** A verdict that typing more can still change. */
export function incomplete<Reason extends string>(reason: Reason): Verdict<Reason> {
  return { state: 'incomplete', reason };
}

/** A verdict that only a correction can change. */
export function invalid<Reason extends string>(reason: Reason): Verdict<Reason> {
  return { state: 'invalid', reason };
}
