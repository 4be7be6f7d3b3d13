import type { enEvery } from './en-every.js';
import type { enOrder } from './en-order.js';
import type { enPlan } from './en-plan.js';
import type { en } from './en.js';

export { fill } from './fill.js';

/** The name of a sentence that every element has. */
export type EveryMessageKey = keyof typeof enEvery;

/** The name of a sentence that every payment has. */
export type PaymentMessageKey = keyof typeof en;

/** The name of a sentence about a plan. */
export type PlanMessageKey = keyof typeof enPlan;

/** The name of a sentence. */
export type MessageKey = PaymentMessageKey | keyof typeof enOrder;

/** Sentences in one language, by their names: all that a language's file has, unless `Key` names those that are needed. */
export type Messages<Key extends MessageKey = MessageKey> = Readonly<Record<Key, string>>;

/** An element's sentences and the language they are in, as a BCP 47 tag. It has those of `Key`; of the others it may have some. */
export type Words<Key extends MessageKey = PaymentMessageKey> = Messages<Key> & Partial<Messages> & { readonly language: string };
