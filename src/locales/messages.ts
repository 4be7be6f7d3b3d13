import type { enForm } from './en-form.js';
import type { enOrder } from './en-order.js';
import type { enPlan } from './en-plan.js';
import type { en } from './en.js';

export { fill } from './fill.js';

/** The name of a sentence of a form. */
export type FormMessageKey = keyof typeof enForm;

/** Every sentence of a form, in one language: what is there before the later part of an element. */
export type FormMessages = Readonly<Record<FormMessageKey, string>>;

/** The name of a sentence that every element has. */
export type MessageKey = keyof typeof en;

/** Every sentence that every element has, in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The name of a sentence that only elements for products and plans have. */
export type OrderMessageKey = keyof typeof enOrder;

/** Every sentence of the elements for products and plans, in one language. */
export type OrderMessages = Messages & Readonly<Record<OrderMessageKey, string>>;

/** The name of a sentence about a plan's terms. */
export type PlanMessageKey = keyof typeof enPlan;

/** The sentences about a plan's terms, in one language. */
export type PlanMessages = Readonly<Record<PlanMessageKey, string>>;
