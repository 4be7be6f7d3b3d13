import type { ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { type Act, isCheck } from '../elements/form/port.js';
import { sellsPlan } from '../wire/uid.js';

export type Binding = Extract<ToFrame, { kind: 'seal' }>['binding'];
/** Why nothing is sealed. */
export type Refusal = Extract<ToPage, { kind: 'unsealed' }>['reason'] | 'wrong_date';

/** What the button promised when the payer pressed it. */
export interface Promised {
  readonly act: Act;
  readonly operation: 'transfer' | 'order';
  readonly amount: number | undefined;
  readonly currency: string;
  /** The form's own revision: that of the cards. */
  readonly revision: number;
  /** Whether the form said that the cards will be saved, or the payer has agreed to that. */
  readonly saves: boolean;
}

/** What the payer's presses authorize, and what of it is used up. */
export interface Mandate {
  /** The last press, until its attempt has ended: the next one is another payment, for which the payer presses again. */
  readonly press?: (Promised & { readonly at: number }) | undefined;
  /** The seals of the one request that the press has paid for. */
  readonly paid: readonly string[];
  /** When checks were sealed in the last minute, and how many more the press allows. */
  readonly checks: readonly number[];
  readonly more: number;
}

/** A request to seal. */
export interface SealRequest {
  readonly binding: Binding;
  /** What the button promises now; undefined if it could not be drawn. */
  readonly promised: Promised | undefined;
  /** Milliseconds, by `performance.now()`, and since 1970. */
  readonly at: number;
  readonly time: number;
}

/** How long a press authorizes its payment, in milliseconds: enough to create an order, and to seal again after a refusal. */
const LASTS = 60_000;

/** How long after a press the next one belongs to it, in milliseconds. */
const DOUBLE_CLICK = 500;

/** A live check asks at most this often a minute, and a press adds its own check, and one more if the clocks differ. */
const CHECKS_PER_MINUTE = 6;
const CHECKS_OF_PRESS = 2;

/** How far the time of a seal may be from this device's, in milliseconds: a seal that is dated ahead pays when the payer has long gone. */
const A_DAY = 24 * 60 * 60_000;

/** How often the cards of one press are sealed: once, and once more if the clocks differ. */
const SEALS_OF_PRESS = 2;

/** What is authorized before the first press. A live check needs none. */
export const NO_PRESS: Mandate = { paid: [], checks: [], more: 0 };

/** What is authorized after a press that has counted. */
export const mandateOf = ({ checks }: Mandate, promised: Promised, at: number): Mandate => ({
  press: { ...promised, at },
  paid: [],
  checks,
  more: CHECKS_OF_PRESS,
});

/** Whether the payer has pressed just now. Another press is then the second one of a double click. */
export const isDoubleClick = ({ press }: Mandate, at: number): boolean => press !== undefined && at - press.at < DOUBLE_CLICK;

/** Whether a button that says this pays such a request: "Send" a transfer, "Pay" a product, "Subscribe" a plan. */
function isSaid(act: Act, { operation, productId }: Binding): boolean {
  if (act === 'subscribe_and_pay' || act === 'subscribe_free') return operation === 'order' && sellsPlan(productId);
  return act === 'pay' ? operation === 'order' && !sellsPlan(productId) : operation === 'transfer';
}

/**
 * What becomes of a request to seal: why nothing is sealed for it, or what is authorized after it. The payer's last press authorizes exactly
 * one payment, of the sum and to the recipient that the button showed, under one tracking id. A check moves no money, and is only limited.
 */
export function judgeSeal(mandate: Mandate, { binding, promised: now, at, time }: SealRequest): Mandate | Refusal {
  const { operation, amount, currency, trackingId, productId, contract, issuedAt } = binding;
  if (now?.amount !== amount || now.currency !== currency) return 'other_sum';
  if (operation === 'check') return now.operation === 'transfer' ? judgeCheck(mandate, at) : 'other_sum';
  const { press, paid } = mandate;
  if (!press || isCheck(press.act) || at - press.at > LASTS) return 'not_pressed';
  const isSame = press.operation === operation && press.amount === amount && press.currency === currency;
  if (!isSame || !isSaid(press.act, binding) || press.revision !== now.revision) return 'not_pressed';
  // What the payer reads of a wrong date is that nothing was sent: what was sealed before may have been.
  if (Math.abs(issuedAt - time) > A_DAY) return paid.length > 0 ? 'not_pressed' : 'wrong_date';
  if (contract && !press.saves) return 'not_pressed';
  const request = JSON.stringify([trackingId, productId, contract]);
  const isOther = paid.some((each) => each !== request) || paid.length === SEALS_OF_PRESS;
  return isOther ? 'not_pressed' : { ...mandate, paid: [...paid, request] };
}

function judgeCheck(mandate: Mandate, at: number): Mandate | Refusal {
  const checks = mandate.checks.filter((each) => each > at - 60_000);
  if (checks.length < CHECKS_PER_MINUTE) return { ...mandate, checks: [...checks, at] };
  return mandate.more > 0 ? { ...mandate, more: mandate.more - 1 } : 'not_pressed';
}
