import type { FormCatalogue } from './catalogue.js';
import { enPlan } from './en-plan.js';
import type { PlanMessages } from './messages.js';

/** A catalogue with the sentences about a plan's terms. */
export type PlanCatalogue = FormCatalogue & PlanMessages;

/** Adds the sentences about a plan's terms: what a catalogue lacks is said in English. */
export const planWords = (words: FormCatalogue): PlanCatalogue => ({ ...enPlan, ...words });
