import { html, nothing, type TemplateResult } from 'lit';
import { refusedNames } from '../../card/card-fields.js';
import { fill } from '../../locales/fill.js';
import { namesWrongField } from '../../wire/response/validation-text.js';

// Its parameters: `exp_month`, `customer.zip`, `recipientCard[number]`, "Token", "billing address".
const NAMES =
  /[a-z\d]_[a-z\d]|\w\[\w|(address|card|customer|data|order|plan|product|request|response)\.[a-z]|\b(token|verification value|billing address|(additional|device|exp|external|tracking) (data|id|month|year))\b/i;
// In small letters: `middleName`, or a word that a payer reads too, at the beginning: "number is invalid".
const SMALL = /* @__PURE__ */ new RegExp(
  String.raw`\b[a-z]{3,}[A-Z]|^(amount|base|currency|description|zip|${/* @__PURE__ */ refusedNames().join('|')})\b`,
);

/** The gateway's message, as far as a payer can read it: empty if it names parameters, which only a developer knows. */
export const readable = (message: string | undefined): string =>
  message && !NAMES.test(message) && !SMALL.test(message) && !namesWrongField(message) ? message.trim() : '';

/**
 * The gateway's message as a full sentence; '' if it is a fragment. A fragment such as "is invalid" belongs to the name of a
 * parameter, which is not shown.
 */
export function asSentence(message: string | undefined): string {
  const text = readable(message);
  if (text === '' || /^\p{Ll}/u.test(text)) return '';
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Fills a sentence that may end with the gateway's message after a colon. Without a readable message, it ends there. */
export const fillRefusal = (
  sentence: string,
  message: string | undefined,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(sentence, { ...values, message: readable(message) }).replace(/:[\s\u2068\u2069]*$/, '.');

/**
 * A text with the gateway's message. The catalogues of languages that no gateway has isolate the message, which is in English then: it
 * gets a line of its own, with its language.
 */
export function messageView(text: string): string | TemplateResult {
  const [, before, message, after] = /^([^\u2068]*)\u2068(.+)\u2069(.*)/s.exec(text) ?? [];
  if (!message) return text;
  // A bank's own message may be in any other language.
  const isEnglish = !/[^\0-\u007f\p{P}]/u.test(message);
  return html`${before}<br /><bdi lang=${isEnglish ? 'en' : nothing}>${message}</bdi><br />${after}`;
}
