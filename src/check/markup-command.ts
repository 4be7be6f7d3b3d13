import { parseArgs } from 'node:util';
import { slotted } from 'virtual:inputs-style';
import { inputsStyleSource, productMarkup, transferMarkup } from '../markup/markup.js';
import { UsageError } from './arguments.js';

const TAGS = Object.keys(slotted);
const COLLECTING = TAGS.filter((tag) => slotted[tag]);

/** The help of `markup`. */
export const MARKUP_USAGE = `Usage: checkout-elements markup ${TAGS.join('|')} [--language TAG] [--collect FIELDS] [--prefix TEXT] [--no-style]
       checkout-elements markup --policy

Prints the inputs of an element with fields="slot". Paste them between its tags: the payer can type before the script has loaded.

  --language TAG     the element's language; default en
  --collect FIELDS   for ${COLLECTING.join(', ')}: the element's attribute collect, the fields to show from the start
  --prefix TEXT      the beginning of the ids, different for each element of a page; default checkout
  --no-style         leaves out the <style>, for example for the second element of a page
  --policy           prints the hash of the <style>, for style-src of your content security policy
  -h, --help         show this text
`;

const OPTIONS = {
  language: { type: 'string', default: 'en' },
  collect: { type: 'string' },
  prefix: { type: 'string', default: 'checkout' },
  'no-style': { type: 'boolean', default: false },
  policy: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Reads the arguments after `markup`, and writes the inputs.
 *
 * @returns HTML, or the help when it is requested.
 * @throws UsageError that states what was expected.
 */
export function writeMarkup(given: readonly string[]): string {
  try {
    const { values, positionals } = parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
    const { help, policy, collect, 'no-style': isPlain, ...options } = values;
    if (help) return MARKUP_USAGE;
    if (policy) return `${inputsStyleSource()}\n`;
    const [tag = '', ...more] = positionals;
    if (!TAGS.includes(tag) || more.length > 0)
      throw new TypeError(`markup: expected ${TAGS.join(' or ')}; got "${positionals.join(' ')}".`);
    const style = !isPlain;
    if (COLLECTING.includes(tag)) return transferMarkup({ ...options, style, ...(collect !== undefined && { collect }) });
    if (collect !== undefined) throw new TypeError(`--collect: expected ${COLLECTING.join(' or ')}; got ${tag}.`);
    return productMarkup({ ...options, style });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
