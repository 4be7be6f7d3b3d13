import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterEach } from 'vitest';
import { bundle } from '../../build/bundle.mjs';

/** The gateway as it is run: bundled, by plain Node, over real sockets. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly urls: Record<'gateway_url' | 'checkout_url' | 'base_url' | 'console_url', string>;
  readonly output: { out: string; err: string };
  /** Ends the process by a signal and waits until it is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

// For a start that hangs: on a busy machine it takes more than half a minute.
const STARTS_WITHIN = 180_000;

// Once per file: a source that changes during the tests must not affect them.
let bundled: Promise<string> | undefined;
const children = new Set<ChildProcessWithoutNullStreams>();

/** Kills the processes that a test of the calling file left running. */
export function killAfterEach(): void {
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
}

/** Starts the gateway and waits for its line. */
export async function startProgram(flags: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Started> {
  const program = await (bundled ??= bundle('gateway'));
  const child = spawn(process.execPath, [program, ...flags], { env: { ...process.env, ...variables } });
  children.add(child);
  const output = { out: '', err: '' };
  child.stderr.on('data', (data: Buffer) => (output.err += data.toString()));
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let timer: NodeJS.Timeout | undefined;
  const urls = await new Promise<Started['urls']>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The gateway did not start within ${STARTS_WITHIN / 1000} s: ${output.err}`)),
      STARTS_WITHIN,
    );
    child.stdout.on('data', (data: Buffer) => {
      output.out += data.toString();
      if (output.out.endsWith('\n')) resolve(JSON.parse(output.out) as Started['urls']);
    });
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output.err}`)));
  }).finally(() => clearTimeout(timer));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return { child, urls, output, end };
}
