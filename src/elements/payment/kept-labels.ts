import { CARD_LABEL } from '../../card/saved-card.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import type { State } from '../../flow/state.js';
import { parseJson } from '../../http/parse-json.js';
import { pageStorages } from '../page/storage.js';

/** Where this tab keeps them. */
const NAME = 'checkout-elements-labels';

/** The labels of recipients, by the random ids of their attempts. */
type Labels = Readonly<Record<string, unknown>>;

function readLabels(): Labels {
  try {
    return (parseJson(pageStorages.tab?.getItem(NAME) ?? '{}') ?? {}) as Labels;
  } catch {
    return {};
  }
}

function writeLabels(labels: Labels): void {
  try {
    if (Object.keys(labels).length > 0) pageStorages.tab?.setItem(NAME, JSON.stringify(labels));
    else pageStorages.tab?.removeItem(NAME);
  } catch {
    // Without a storage, a payer who comes back from the bank reads the digits alone.
  }
}

/**
 * What the page calls the recipients of this tab's payments. A label is kept only while the payer is with their bank: records never
 * contain it, and it is gone with the outcome.
 */
export class KeptLabels {
  /** Those of this page's payments. */
  readonly #shown = new Map<string, string>();

  /** The label of a payment's recipient, while it is known. */
  of(id: string): string | undefined {
    const kept = this.#shown.get(id) ?? readLabels()[id];
    // Any script of the page can write to the storage.
    return typeof kept === 'string' && CARD_LABEL.test(kept) ? kept : undefined;
  }

  /** Adds its recipient's label to a payment that was resumed. */
  named<Some extends State>(state: Some): Some {
    if (!('attempt' in state) || !state.attempt.recipient?.last4) return state;
    const { id, recipient } = state.attempt;
    const label = recipient.label ?? this.of(id);
    return label ? { ...state, attempt: { ...state.attempt, recipient: { ...recipient, label } } } : state;
  }

  /** Called after each change of state, before the payer leaves for their bank. */
  follow(state: State): void {
    if (!('attempt' in state) || !state.attempt.id) return;
    const { id, recipient } = state.attempt;
    const label = recipient.label ?? this.of(id);
    if (!label) return;
    this.#shown.set(id, label);
    if (state.step === 'authentication') writeLabels({ ...readLabels(), [id]: label });
    else if (state.step === 'outcome' && state.result.outcome !== 'unknown') this.forget({ id });
  }

  /** Called when the payer has read how a payment ended. */
  forget({ id }: Pick<PaymentRecord, 'id'>): void {
    const { [id]: gone, ...others } = readLabels();
    if (gone !== undefined) writeLabels(others);
  }
}

/** The labels that all elements of the page share. */
export const keptLabels = new KeptLabels();
