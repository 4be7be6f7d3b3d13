import { html, type TemplateResult } from 'lit';

/** The live region of an `Announcer`; it has to be in the page before there is anything to announce. */
export const announcementsView = (): TemplateResult => html`<div class="spoken announcer" aria-live="polite"></div>`;
