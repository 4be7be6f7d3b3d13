import type { enOrder } from './en-order.js';
import type { en } from './en.js';

export { fill } from './fill.js';

/** The name of a sentence that every element has. */
export type MessageKey = keyof typeof en;

/** Every sentence that every element has, in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The name of a sentence that only elements for products and plans have. */
export type OrderMessageKey = keyof typeof enOrder;

/** Every sentence of the elements for products and plans, in one language. */
export type OrderMessages = Messages & Readonly<Record<OrderMessageKey, string>>;
