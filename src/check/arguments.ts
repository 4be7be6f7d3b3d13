import { parseArgs } from 'node:util';
import { isWebAddress } from './observe/web-address.js';
import { type FindingCode, ROWS } from './judge/rows.js';

/** The arguments of `check`. */
export interface CheckCommand {
  readonly address: string;
  readonly json: boolean;
  readonly ignored: readonly FindingCode[];
  /** How long the elements may take to set themselves up after the page has loaded, in milliseconds. */
  readonly patience: number;
}

/** The help of the program. */
export const USAGE = `Usage: checkout-elements <command> [options]

  check    opens a page as a payer would and reports problems that would affect production
  fields   writes the document of the isolated fields, and the headers to serve it with
  markup   prints the inputs of an element with fields="slot"

checkout-elements <command> --help shows the options of a command.
`;

/** The help of `check`. */
export const CHECK_USAGE = `Usage: checkout-elements check <address> [options]

Opens a page with checkout elements in a browser and reports problems that would affect production. It fills in nothing.

  --json            print the report as JSON
  --ignore CODES    leave out these findings (codes separated by commas)
  --patience SECS   how long the elements may take to appear after the page has loaded; default 10
  -h, --help        show this text

Exit code: 0 no problems, 1 problems found, 2 the page could not be checked.
`;

/** The command was called with invalid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  ignore: { type: 'string', multiple: true },
  patience: { type: 'string', default: '10' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const CODES: readonly string[] = ROWS.map(({ code }) => code);
const isCode = (text: string): text is FindingCode => CODES.includes(text);

function readCodes(text: string): FindingCode[] {
  const codes = text
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  const valid = codes.filter(isCode);
  if (valid.length > 0 && valid.length === codes.length) return valid;
  throw new UsageError(`--ignore: expected codes of this list: ${CODES.join(', ')}; got "${text}".`);
}

function readPatience(text: string): number {
  const seconds = Number(text || Number.NaN);
  if (seconds > 0 && seconds <= 600) return seconds * 1000;
  throw new UsageError(`--patience: expected seconds, above 0 and up to 600; got "${text}".`);
}

function readAddress(text: string): string {
  if (isWebAddress(text)) return new URL(text).href;
  throw new UsageError(`Expected the address of a page, such as https://shop.example/pay, with http or https; got "${text}".`);
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Reads the arguments after `check`.
 *
 * @returns undefined when help is requested.
 * @throws UsageError that states what was expected.
 */
export function readArguments(given: readonly string[]): CheckCommand | undefined {
  const {
    values,
    positionals: [address, ...more],
  } = parse(given);
  if (values.help) return undefined;
  if (address === undefined || more.length > 0) throw new UsageError('check: expected one address.');
  return {
    address: readAddress(address),
    json: values.json,
    ignored: (values.ignore ?? []).flatMap(readCodes),
    patience: readPatience(values.patience),
  };
}
