import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../demo/start/install.mjs';

interface Command {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  stdout: string;
  stderr: string;
  /** Resolves with all of standard output so far as soon as it matches. */
  says(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const running = new Set<Command>();
afterEach(async () => {
  for (const command of running) command.child.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  running.clear();
});

function start(name: string, ...flags: string[]): Command {
  const child = spawn(process.execPath, [join(root, 'demo/start', `${name}.mjs`), ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const command: Command = {
    child,
    stdout: '',
    stderr: '',
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(command.stdout)) resolve(command.stdout);
        };
        child.stdout.on('data', look);
        void command.ended.then((code) => reject(new Error(`Ended with ${code} without saying it:\n${command.stderr}`)));
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

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

test('the gateway alone says its addresses in one line, everything else on standard error, and ends at SIGTERM', async () => {
  const gateway = start('gateway', '--port', '0', '--data', 'memory');
  const line = await gateway.says(/\n/);
  const addresses = JSON.parse(line) as Record<string, string>;
  expect(Object.keys(addresses).sort()).toEqual(['base_url', 'checkout_url', 'console_url', 'gateway_url']);
  for (const address of Object.values(addresses)) expect(address).toBe(new URL(address).origin);
  expect(await isUp(`${addresses['console_url']}/sandbox/shops`)).toBe(true);

  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);
  expect(gateway.stdout).toBe(line);
  expect(await isUp(`${addresses['console_url']}/sandbox/shops`)).toBe(false);
});

test('the demo says its addresses, the test cards and which ports were taken, and Ctrl-C ends all of it', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port));
  });
  try {
    const demo = start('demo', '--gateway-port', '0', '--shop-port', String(port));
    const said = await demo.says(/Ctrl-C/);
    const shop = /Shop +(\S+)/.exec(said)?.[1] ?? '';
    const console = /Console +(\S+)/.exec(said)?.[1] ?? '';
    expect(said).toContain(`Port ${port} is taken; the shop listens on ${new URL(shop).port}.`);
    expect(said).toMatch(/4200 0000 0000 0000 +\S/);
    expect(said).toMatch(/4012 0000 0000 1097 +\S/);
    expect(new URL(shop).origin).not.toBe(new URL(console).origin);
    expect(await isUp(shop)).toBe(true);

    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
    expect([await isUp(shop), await isUp(console)]).toEqual([false, false]);
  } finally {
    taken.close();
  }
});
