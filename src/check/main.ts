import process from 'node:process';
import { readArguments, USAGE, UsageError } from './arguments.js';
import { readFieldsArguments, writeFields } from './fields-command.js';
import { BrowserError, openBrowser } from './open-browser.js';
import { asText, createReport } from './report.js';
import { visit, VisitError } from './visit.js';

/** Runs the command and returns its exit code. */
async function run(words: readonly string[]): Promise<0 | 1 | 2> {
  if (words[0] === 'fields') {
    const fields = readFieldsArguments(words.slice(1));
    process.stdout.write(await writeFields(fields, new URL('./fields/', import.meta.url)));
    return 0;
  }
  const command = readArguments(words);
  if (!command) {
    process.stdout.write(USAGE);
    return 0;
  }
  const browser = await openBrowser();
  try {
    const page = await visit(await browser.newContext(), command.address, command.patience);
    const report = createReport(page, command.ignored);
    process.stdout.write(command.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
    return report.problems > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isOurs = error instanceof UsageError || error instanceof BrowserError || error instanceof VisitError;
  process.stderr.write(
    isOurs ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}`);
  process.exitCode = 2;
}
