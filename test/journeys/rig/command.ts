import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { afterEach } from 'vitest';
import { root } from '../../../build/install.mjs';

/** A command of `demo/start`, running. */
export interface Command {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  stdout: string;
  stderr: string;
  /** Resolves with all of standard output so far as soon as it matches. */
  prints(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const running = new Set<Command>();

/** Ends, after each test of the calling file, the commands it left running. */
export function endCommandsAfterEach(): void {
  afterEach(async () => {
    for (const command of running) command.child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    running.clear();
  });
}

/** Starts `demo/start/<name>.mjs` as a process of its own. */
export function startCommand(name: string, ...flags: string[]): Command {
  const child = spawn(process.execPath, [join(root, 'demo/start', `${name}.mjs`), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const command: Command = {
    child,
    stdout: '',
    stderr: '',
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(command.stdout)) resolve(command.stdout);
        };
        child.stdout.on('data', look);
        void command.ended.then((code) =>
          reject(new Error(`Ended with ${code} without printing ${pattern}:\n${command.stderr}`)),
        );
        look();
      }),
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (command.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (command.stderr += text));
  running.add(command);
  return command;
}
