/**
 * What is known of a field's text: good, not finished, or wrong.
 *
 * "incomplete" could still become valid by typing more; "invalid" can't. Both say why, in a word of the field's own
 * list of reasons.
 */
export type Verdict<Reason extends string> =
  | { readonly state: 'valid' }
  | { readonly state: 'incomplete' | 'invalid'; readonly reason: Reason };

export const VALID = { state: 'valid' } as const;

/** A verdict that typing more can still turn. */
export function incomplete<Reason extends string>(reason: Reason): Verdict<Reason> {
  return { state: 'incomplete', reason };
}

/** A verdict that only a correction can turn. */
export function invalid<Reason extends string>(reason: Reason): Verdict<Reason> {
  return { state: 'invalid', reason };
}
