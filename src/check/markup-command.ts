import { parseArgs } from 'node:util';
import { inputsStyleSource, productMarkup, transferMarkup, type TransferMarkupOptions } from '../markup/markup.js';
import { UsageError } from './arguments.js';

/** The help of `markup`. */
export const MARKUP_USAGE = `Usage: checkout-elements markup p2p-transfer|product-pay [--language TAG] [--collect FIELDS] [--prefix TEXT] [--no-style]
       checkout-elements markup --policy

Prints the inputs of an element with fields="slot". Paste them between its tags: the payer can type before the script has loaded.

  --language TAG     the element's language; default en
  --collect FIELDS   for p2p-transfer: the element's attribute collect, the fields to show from the start
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

const WRITERS: Readonly<Record<string, (options: TransferMarkupOptions) => string>> = {
  'p2p-transfer': transferMarkup,
  'product-pay': productMarkup,
};

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
    const write = Object.hasOwn(WRITERS, tag) ? WRITERS[tag] : undefined;
    if (!write || more.length > 0) {
      throw new TypeError(`markup: expected ${Object.keys(WRITERS).join(' or ')}; got "${positionals.join(' ')}".`);
    }
    if (collect !== undefined && write !== transferMarkup) throw new TypeError(`--collect: expected p2p-transfer; got ${tag}.`);
    return write({ ...options, style: !isPlain, ...(collect !== undefined && { collect }) });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
