import { html, type TemplateResult } from 'lit';
import type { PlanMessageKey } from '../../locales/messages.js';
import type { Plan } from '../../wire/response/plan.js';
import type { Speech } from '../base/speech.js';
import { termsText } from './plan-terms.js';

/** A plan: its name, and its terms in words. */
export const planView = (plan: Plan, speech: Speech<PlanMessageKey>): TemplateResult => html`
  <div part="offer" class="offer">
    <h2 part="name"><bdi>${plan.title}</bdi></h2>
    <div part="terms">${termsText(plan, speech).map((sentence) => html`<p>${sentence}</p>`)}</div>
  </div>
`;
