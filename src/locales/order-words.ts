import type { Catalogue, FormCatalogue } from './catalogue.js';
import { enOrder } from './en-order.js';
import type { OrderMessages } from './messages.js';
import { wholeCatalogue } from './whole-catalogue.js';

/** What is bought. A sentence that is worded differently for it replaces the sentence for a transfer. */
export type OrderKind = 'order' | 'hold' | 'plan' | 'free';

/** A catalogue with the sentences of products and plans. */
export type OrderCatalogue = Catalogue & OrderMessages;

/**
 * The sentences for what is bought: `order.successful` becomes `successful`, and so on. If several kinds have
 * the same sentence, the last kind counts.
 */
export function orderWords(words: FormCatalogue, ...kinds: readonly OrderKind[]): OrderCatalogue {
  const all: OrderCatalogue = { ...enOrder, ...wholeCatalogue(words) };
  const own = kinds.flatMap((kind) =>
    Object.entries(all).flatMap(([key, sentence]) =>
      key.startsWith(`${kind}.`) ? [[key.slice(kind.length + 1), sentence] as const] : [],
    ),
  );
  return Object.assign({}, all, Object.fromEntries(own));
}
