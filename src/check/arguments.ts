import { parseUrl } from '../url/parse-url.js';
import { type FindingCode, SEVERITIES } from './finding.js';

/** What the command was asked to do. */
export interface CheckRequest {
  readonly address: string;
  readonly json: boolean;
  readonly ignored: readonly FindingCode[];
  /** Milliseconds for the elements to set themselves up, once the page has loaded. */
  readonly patience: number;
}

/** How to call the command. */
export const USAGE = `Usage: npx checkout-elements check <address> [options]

Opens a page with checkout elements in a browser, fills in nothing, and tells what would hurt in production.

  --json            print the report as JSON
  --ignore CODES    leave these findings out: codes, separated by commas
  --patience SECS   how long the elements may take to be there, once the page has loaded; 10 when absent

Exit code: 0 nothing to mend, 1 problems found, 2 the page could not be checked.
`;

/** The command was called in a way it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const isCode = (text: string): text is FindingCode => Object.hasOwn(SEVERITIES, text);

function readCodes(text: string): FindingCode[] {
  const codes = text.split(',').map((code) => code.trim()).filter(Boolean);
  const known = codes.filter(isCode);
  if (known.length > 0 && known.length === codes.length) return known;
  throw new UsageError(`--ignore: expected codes out of ${Object.keys(SEVERITIES).join(', ')}; came "${text}".`);
}

function readAddress(text: string): string {
  const url = parseUrl(text);
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new UsageError(`Expected the address of a page, such as https://shop.example/pay; came "${text}".`);
}

/**
 * Reads the command's arguments; undefined: asked for help.
 *
 * @throws UsageError that says what was expected.
 */
export function readArguments(given: readonly string[]): CheckRequest | undefined {
  // `--option=value` is `--option value`.
  const words = given.flatMap((word) => (/^--[a-z]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word]));
  const rest: string[] = [];
  let json = false;
  let ignored: readonly FindingCode[] = [];
  let patience = 10_000;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '--help' || word === '-h') return undefined;
    if (word === '--json') json = true;
    else if (word === '--ignore') ignored = [...ignored, ...readCodes(words.shift() ?? '')];
    else if (word === '--patience') {
      const seconds = Number(words.shift() || Number.NaN);
      if (!(seconds > 0 && seconds <= 600)) throw new UsageError('--patience: expected seconds, above 0 and up to 600.');
      patience = seconds * 1000;
    } else if (word.startsWith('-')) throw new UsageError(`There is no option ${word}.`);
    else rest.push(word);
  }
  const [command, address, ...more] = rest;
  if (command === undefined) return undefined;
  if (command !== 'check') throw new UsageError(`There is no command ${command}; there is check.`);
  if (address === undefined || more.length > 0) throw new UsageError('check: expected one address.');
  return { address: readAddress(address), json, ignored, patience };
}
