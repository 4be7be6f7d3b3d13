import { html, type TemplateResult } from 'lit';
import type { Outcome } from '../../../flow/state.js';

// Strokes in a box of 24 by 24. A clock stands for what is not known yet: a question mark would face the wrong way in some languages.
const STROKES: Readonly<Record<Outcome['outcome'] | 'unrecognized', string>> = {
  successful: 'M7 12.5l3.5 3.5L17 8.5',
  failed: 'M8 8l8 8M16 8l-8 8',
  unknown: 'M12 6.5V12l3.5 2.5',
  unrecognized: 'M12 6v8M12 16v2',
};

/** The drawn mark of an outcome. It is decoration: the heading beside it says the same. */
export const markView = (kind: keyof typeof STROKES): TemplateResult =>
  html`<span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d=${STROKES[kind]}></path></svg></span>`;
