import type { Subject, ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import type { CardFieldsState } from '../elements/fields/card-fields.js';

type Binding = Extract<ToFrame, { kind: 'seal' }>['binding'];

/** What the frame shows, and how the payer has agreed to it. */
export interface Shown {
  /** The state of the fields, if the page asks for its current revision; undefined before a shop was admitted. */
  readonly state: Pick<CardFieldsState, 'checkable' | 'complete'> | undefined;
  /** The operation and the sum above the fields. */
  readonly subject: Subject | undefined;
  /** Whether the payer has pressed the button for exactly this. */
  readonly wasPressed: boolean;
  /** Whether the payer saw the fields when they pressed. True where neither the page nor the document requires it. */
  readonly wasSeen: boolean;
}

/**
 * Returns why the cards must not be sealed: they have changed since the page's revision or are incomplete, the frame shows another sum
 * or operation, or the payer has not pressed the button for it or did not see it.
 */
export function reasonNotToSeal(
  { operation, amount, currency }: Binding,
  { state, subject, wasPressed, wasSeen }: Shown,
): Extract<ToPage, { kind: 'unsealed' }>['reason'] | undefined {
  const isCheck = operation === 'check';
  if (!(isCheck ? state?.checkable : state?.complete)) return 'stale';
  const isShown = subject?.amount === amount && subject.currency === currency;
  // The check before a transfer is part of it.
  const isMeant = subject?.operation === (isCheck ? 'transfer' : operation);
  if (!(isShown && isMeant)) return 'other_sum';
  // A check moves no money.
  if (isCheck) return undefined;
  if (!wasPressed) return 'stale';
  return wasSeen ? undefined : 'obscured';
}
