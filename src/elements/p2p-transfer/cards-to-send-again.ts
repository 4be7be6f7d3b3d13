import type { SavedCard } from '../../card/saved-card.js';
import type { State } from '../../flow/state.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { savedCardOf } from '../fields/saved/cards-again.js';
import { keptLabels } from '../payment/kept-labels.js';

/** The cards of a transfer that has succeeded; undefined unless the gateway returned tokens of both. */
export function cardsToSendAgain(state: State): Readonly<Record<SectionName, SavedCard>> | undefined {
  if (state.step !== 'outcome' || state.result.outcome !== 'successful') return undefined;
  const { attempt, result } = keptLabels.named(state);
  const source = savedCardOf(result.transaction?.credit_card, attempt.source);
  const recipient = savedCardOf(result.transaction?.recipient_card, attempt.recipient);
  return source && recipient && { credit_card: source, recipient_card: recipient };
}
