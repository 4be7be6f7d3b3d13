import type { Catalogue } from './catalogue.js';
import { enOrder } from './en-order.js';
import type { OrderMessages } from './messages.js';

/** What is bought: every sentence that says it otherwise than for a transfer is put in the place of that one. */
export type OrderKind = 'order' | 'hold' | 'plan' | 'free';

/** A catalogue with the sentences of products and plans. */
export type OrderCatalogue = Catalogue & OrderMessages;

/**
 * The words for what is bought, from those that every element has: the sentence `order.successful` becomes
 * `successful`, and so on. Of several kinds the last one's word counts.
 */
export function orderWords(words: Catalogue, ...kinds: readonly OrderKind[]): OrderCatalogue {
  const all: OrderCatalogue = { ...enOrder, ...words };
  const own = kinds.flatMap((kind) =>
    Object.entries(all).flatMap(([key, sentence]) =>
      key.startsWith(`${kind}.`) ? [[key.slice(kind.length + 1), sentence] as const] : [],
    ),
  );
  return Object.assign({}, all, Object.fromEntries(own));
}
