import { enOrder } from './en-order.js';
import type { MessageKey, Words } from './messages.js';

/** What is bought. A sentence that is worded differently for it replaces the sentence for a transfer. */
export type OrderKind = 'order' | 'hold' | 'plan' | 'free';

/**
 * The sentences for what is bought: `order.successful` becomes `successful`, and so on. If several kinds have
 * the same sentence, the last kind counts.
 */
export function orderWords(words: Words, ...kinds: readonly OrderKind[]): Words<MessageKey> {
  const all = { ...enOrder, ...words };
  const ofKinds = kinds.flatMap((kind) =>
    Object.entries(all).flatMap(([key, sentence]) =>
      key.startsWith(`${kind}.`) ? [[key.slice(kind.length + 1), sentence] as const] : [],
    ),
  );
  return Object.assign({}, all, Object.fromEntries(ofKinds));
}
