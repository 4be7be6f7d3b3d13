import { source, style } from 'virtual:inputs-style';
import { COLLECTIBLE, inputsAsked } from '../card/card-fields.js';
import { en } from '../locales/en.js';
import type { Messages } from '../locales/messages.js';
import { cardForm, type MarkupCard, type Words } from './card-form.js';
import { labelWords, LANGUAGES } from './label-words.js';

/** Options for the inputs of an element with `fields="slot"`. */
export interface MarkupOptions {
  /** The element's `language`. Absent: `en`. */
  readonly language?: string;
  /**
   * The element's `messages`. The written labels need them, because the payer reads the labels before the script arrives. Required
   * for a language that the package does not have.
   */
  readonly messages?: Partial<Messages>;
  /** The beginning of the ids, different for each element of a page. Absent: `checkout`. */
  readonly prefix?: string;
  /**
   * `false` leaves out the `<style>` that makes the inputs look, until the script arrives, as they do afterwards. It applies to all
   * elements of the page. Absent: true.
   */
  readonly style?: boolean;
}

/**
 * What `style-src` of the page's content security policy has to allow for the `<style>` of the inputs: its hash. It changes from release
 * to release.
 *
 * @returns the hash, in quotes as the policy has it.
 *
 * @example
 * response.setHeader('content-security-policy', `default-src 'none'; style-src ${inputsStyleSource()}; …`);
 */
export const inputsStyleSource = (): string => source;

/** Options for the inputs of a transfer. */
export interface TransferMarkupOptions extends MarkupOptions {
  /** The element's `collect`: the fields to show from the start. */
  readonly collect?: string;
}

function wordsOf({ language = 'en', messages }: MarkupOptions): Words {
  const labels = labelWords(language);
  if (!labels && !messages) {
    throw new TypeError(`language: expected ${LANGUAGES.join(', ')}, or messages for another language; got "${language}".`);
  }
  return { ...en, ...labels, ...messages, language };
}

function markupOf(cards: readonly MarkupCard[], options: MarkupOptions): string {
  const { prefix = 'checkout', style: isStyled = true } = options;
  if (!/^[A-Za-z][\w-]*$/.test(prefix)) {
    throw new TypeError(`prefix: expected a letter, then letters, digits, hyphens or underscores; got "${prefix}".`);
  }
  const words = wordsOf(options);
  const forms = cards.map((card) => cardForm(card, words, prefix)).join('');
  return isStyled ? `<style>${style}</style>\n${forms}` : forms;
}

/**
 * Writes the inputs of a `<p2p-transfer fields="slot">`, to place between its tags: the payer can type before the script has
 * loaded.
 *
 * @example
 * response.end(`<p2p-transfer fields="slot" currency="USD">${transferMarkup({ language: 'de' })}</p2p-transfer>`);
 *
 * @returns HTML.
 * @throws TypeError if an option is invalid.
 */
export function transferMarkup(options: TransferMarkupOptions = {}): string {
  const more = (options.collect ?? '').split(/\s+/).filter(Boolean);
  const stray = more.find((word) => !COLLECTIBLE.includes(word));
  if (stray !== undefined) throw new TypeError(`collect: expected ${COLLECTIBLE.join(', ')}; got "${stray}".`);
  const words = ['always', ...more];
  return markupOf(
    [
      { slot: 'source', legend: 'source_card', fields: inputsAsked('credit_card', words) },
      { slot: 'recipient', legend: 'recipient_card', fields: inputsAsked('recipient_card', words) },
    ],
    options,
  );
}

/**
 * Writes the inputs of a `<product-pay fields="slot">`, to place between its tags.
 *
 * @example
 * response.end(`<product-pay fields="slot" confirm-url="${tea.confirm_url}">${productMarkup({ language: 'de' })}</product-pay>`);
 *
 * @returns HTML.
 * @throws TypeError if an option is invalid.
 */
export const productMarkup = (options: MarkupOptions = {}): string =>
  markupOf([{ slot: 'source', legend: 'card', fields: inputsAsked('credit_card') }], options);
