import type { FormCatalogue } from './catalogue.js';
import { enPlan } from './en-plan.js';
import type { PlanMessages } from './messages.js';

/** A catalogue with the sentences about a plan's terms. */
export type PlanCatalogue = FormCatalogue & PlanMessages;

/** Adds the sentences about a plan's terms: those that a catalogue lacks are in English. */
export const planWords = (words: FormCatalogue): PlanCatalogue => ({ ...enPlan, ...words });
