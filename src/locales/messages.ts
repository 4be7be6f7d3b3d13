import type { enOrder } from './en-order.js';
import type { enPlan } from './en-plan.js';
import type { en } from './en.js';

export { fill } from './fill.js';

/** The name of a sentence. */
export type MessageKey = keyof typeof en;

/** Every sentence of a payment, in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The name of a sentence that only products and plans have. */
export type OrderMessageKey = keyof typeof enOrder;

/** The sentences of a payment with those that only products and plans have, in one language: all that a language's file has. */
export type OrderMessages = Messages & Readonly<Record<OrderMessageKey, string>>;

/** The sentences about a plan, in one language. */
export type PlanMessages = Readonly<Record<keyof typeof enPlan, string>>;

/** Sentences, and the language they are in as a BCP 47 tag. */
export type Words<Sentences = Messages> = Sentences & { readonly language: string };
