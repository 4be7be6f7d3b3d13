import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { CHECK_USAGE, readArguments, USAGE, UsageError } from './arguments.js';
import type { Published } from './judge/row.js';
import { FIELDS_USAGE, readFieldsArguments, readFieldsFiles, writeFields } from './fields-command.js';
import { MARKUP_USAGE, writeMarkup } from './markup-command.js';
import { BrowserError, openBrowser } from './observe/open-browser.js';
import { asText, createReport } from './report.js';
import { visit, VisitError } from './observe/visit.js';
import { AddressError } from './observe/web-address.js';

const FIELDS_FOLDER = new URL('./fields/', import.meta.url);

async function fields(words: readonly string[]): Promise<0> {
  const command = await readFieldsArguments(words);
  process.stdout.write(command ? await writeFields(command, FIELDS_FOLDER) : FIELDS_USAGE);
  return 0;
}

async function markup(words: readonly string[]): Promise<0> {
  process.stdout.write(writeMarkup(words));
  return 0;
}

/** The published files of this version; undefined if their list is not beside this command. */
async function published(): Promise<Published | undefined> {
  const text = await readFile(new URL('./script-inventory.json', import.meta.url), 'utf8').catch(() => undefined);
  const inventory = text === undefined ? undefined : (JSON.parse(text) as Published);
  return inventory && { ...inventory, fields: await readFieldsFiles(FIELDS_FOLDER) };
}

async function check(words: readonly string[]): Promise<0 | 1> {
  const command = readArguments(words);
  if (!command) {
    process.stdout.write(CHECK_USAGE);
    return 0;
  }
  const browser = await openBrowser();
  try {
    const page = await visit(await browser.newContext({ acceptDownloads: false }), command.address, command.patience);
    const report = createReport(page, command.ignored, await published());
    process.stdout.write(command.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
    return report.problems > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

const COMMANDS = new Map([
  ['check', { run: check, usage: CHECK_USAGE }],
  ['fields', { run: fields, usage: FIELDS_USAGE }],
  ['markup', { run: markup, usage: MARKUP_USAGE }],
]);
const [name = '', ...words] = process.argv.slice(2);
const command = COMMANDS.get(name);

/** @returns the exit code. */
async function run(): Promise<0 | 1> {
  if (command) return command.run(words);
  if (!['', '-h', '--help'].includes(name)) throw new UsageError(`Expected the command check, fields or markup; got ${name}.`);
  process.stdout.write(USAGE);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  const isOurs =
    [UsageError, BrowserError, VisitError, AddressError].some((each) => error instanceof each) && error instanceof Error;
  process.stderr.write(
    isOurs ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  if (error instanceof UsageError) process.stderr.write(`\n${command?.usage ?? USAGE}`);
  process.exitCode = 2;
}
