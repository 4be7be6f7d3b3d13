import type { Act } from '../elements/form/port.js';
import { isCheck } from '../elements/form/port.js';
import type { ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';

type Binding = Extract<ToFrame, { kind: 'seal' }>['binding'];
/** Why nothing is sealed. */
type Reason = Extract<ToPage, { kind: 'unsealed' }>['reason'] | 'wrong_date';

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

/** Whether a button that says this pays such a request: "Send" a transfer, "Pay" a product, "Subscribe" a plan. */
function isSaid(act: Act, { operation, productId = '' }: Binding): boolean {
  if (act === 'subscribe_and_pay' || act === 'subscribe_free') return operation === 'order' && productId.startsWith('pln_');
  return act === 'pay' ? operation === 'order' && !productId.startsWith('pln_') : operation === 'transfer';
}

/** How long a press authorizes its payment, in milliseconds: enough to create an order, and to seal again after a refusal. */
const LASTS = 60_000;

/** How long after a press the next one belongs to it, in milliseconds. */
const DOUBLE_CLICK = 500;

/** A live check asks at most this often a minute. */
const CHECKS_PER_MINUTE = 6;

/** How many checks a press adds to that: its own, and one more if the clocks differ. */
const CHECKS_OF_PRESS = 2;

/** How far the time of a seal may be from this device's, in milliseconds: a seal that is dated ahead pays when the payer has long gone. */
const A_DAY = 24 * 60 * 60_000;

/** How often the cards of one press are sealed: once, and once more if the clocks differ. */
const SEALS_OF_PRESS = 2;

/**
 * What the payer's last press authorizes: exactly one payment, of the sum and to the recipient that the button showed, under one
 * tracking id. A check moves no money, and is only limited.
 */
export class Will {
  #press: (Promised & { readonly at: number }) | undefined;
  /** The one request that the press has paid for. */
  #paidFor: string | undefined;
  #seals = 0;
  #checkedAt: number[] = [];
  #extraChecks = 0;

  /** The payer has pressed the button. */
  pressed(promised: Promised): void {
    this.#press = { ...promised, at: performance.now() };
    this.#paidFor = undefined;
    this.#seals = 0;
    this.#extraChecks = CHECKS_OF_PRESS;
  }

  /** Whether the payer has pressed just now. Another press is then the second one of a double click. */
  get isFresh(): boolean {
    return this.#press !== undefined && performance.now() - this.#press.at < DOUBLE_CLICK;
  }

  /** To be called when an attempt has ended: the next one is another payment, for which the payer presses again. */
  forget(): void {
    this.#press = undefined;
  }

  /** Returns why nothing may be sealed for a request; undefined if it may. A request that may be sealed is counted. */
  refusal(binding: Binding, now: Promised | undefined): Reason | undefined {
    const isShown = now?.amount === binding.amount && now.currency === binding.currency;
    if (!now || !isShown) return 'other_sum';
    return binding.operation === 'check' ? this.#refusalOfCheck(now) : this.#refusalOfPayment(binding, now);
  }

  #refusalOfCheck(now: Promised): Reason | undefined {
    if (now.operation !== 'transfer') return 'other_sum';
    const time = performance.now();
    this.#checkedAt = this.#checkedAt.filter((at) => at > time - 60_000);
    if (this.#checkedAt.length < CHECKS_PER_MINUTE) this.#checkedAt.push(time);
    else if (this.#extraChecks > 0) this.#extraChecks -= 1;
    else return 'not_pressed';
    return undefined;
  }

  #refusalOfPayment(binding: Binding, now: Promised): Reason | undefined {
    const { operation, trackingId, productId, contract } = binding;
    const press = this.#press;
    if (!press || isCheck(press.act) || performance.now() - press.at > LASTS) return 'not_pressed';
    const isSame = press.operation === operation && press.amount === now.amount && press.currency === now.currency;
    if (!isSame || !isSaid(press.act, binding) || press.revision !== now.revision) return 'not_pressed';
    if (Math.abs(binding.issuedAt - Date.now()) > A_DAY) return 'wrong_date';
    if (contract && !press.saves) return 'not_pressed';
    const request = JSON.stringify([trackingId, productId, contract]);
    this.#paidFor ??= request;
    if (request !== this.#paidFor || this.#seals === SEALS_OF_PRESS) return 'not_pressed';
    this.#seals += 1;
    return undefined;
  }
}
