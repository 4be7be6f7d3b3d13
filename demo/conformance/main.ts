import { writeFileSync } from 'node:fs';
import { failures } from './answers/findings.js';
import { readOptions, USAGE } from './options.js';
import { jsonReport, textReport } from './answers/report.js';
import { run } from './run.js';

/** Where the program writes to. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The program behind `npm run conformance`; returns its exit code. */
export async function main(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { out, err }: Streams,
): Promise<number> {
  try {
    const command = readOptions(args, environment);
    if (!command) {
      out(USAGE);
      return args.length === 0 ? 2 : 0;
    }
    const { strict, json } = command;
    const findings = await run({ ...command.run, progress: ({ number, title }) => err(`${number} ${title} …\n`) });
    out(`${textReport(findings, strict)}\n`);
    if (json !== undefined) writeFileSync(json, jsonReport(findings, strict));
    return failures(findings, strict).length === 0 ? 0 : 1;
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof TypeError) err(`\n${USAGE}`);
    return 2;
  }
}
