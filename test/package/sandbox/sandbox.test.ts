import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, expectTypeOf, inject, test } from 'vitest';
import type { FaultName } from '../../../demo/gateway/faults/kinds.js';
import { FLAGS } from '../../../demo/gateway/options.js';
import type { FaultKind, start as startSandbox } from '../../../demo/sandbox/start.js';
import { root } from '../../../build/install.mjs';
import { plainTransfer } from '../../gateway/sandbox.js';
import { unpackSandbox } from './sandbox-package.js';

// The package of the sandbox as a consumer gets it. test/sandbox installs it from a registry.

let folder: string;
beforeAll(async () => {
  folder = await unpackSandbox(inject('packed').consumer);
}, 120_000);

const run = (args: readonly string[], cwd: string) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

/** Runs a module of the consumer's. */
function runModule(name: string, source: string) {
  const consumer = join(inject('packed').consumer, 'sandbox-user');
  mkdirSync(consumer, { recursive: true });
  writeFileSync(join(consumer, name), source);
  return run([name], consumer);
}

test('the package has what it needs to run, and no more', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const known =
    /^(README\.md|LICENSE|third-party-licenses\.txt|package\.json|empty-database\.tar|(follow-parent|listen|on-npm-exit|starter|trigger)\.mjs|starters\/.+|(sandbox|gateway|(embedded|postgres|migrate)-[\w-]+)\.js|(start|console)\.(js|d\.ts)|assets\/.+\.(js|css|html))$/;
  expect(files.filter((file) => !known.test(file))).toEqual([]);
  for (const needed of ['sandbox.js', 'start.d.ts', 'empty-database.tar', 'assets/checkout.js']) expect(files).toContain(needed);
  for (const file of files) expect(readFileSync(join(folder, file), 'latin1'), file).not.toContain(root.replace(/\/$/, ''));
  const licenses = readFileSync(join(folder, 'third-party-licenses.txt'), 'utf8');
  for (const name of ['hono', 'pino', 'drizzle-orm', 'zod', 'lit'])
    expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+$`, 'm'));
});

test('the command has the flags of npm run gateway, under its own name', () => {
  const { status, stdout, stderr } = run([join(folder, 'sandbox.js'), '--help'], folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: checkout-elements-sandbox [options]');
  for (const [flag] of FLAGS) expect(stdout).toContain(`\n  ${flag} `);
});

test.each(['express', 'next', 'vite'])('the command copies the starter for %s, with every file', (name) => {
  const to = join(inject('packed').consumer, `copied-${name}`);
  const { status, stdout, stderr } = run([join(folder, 'sandbox.js'), 'starter', name, to], folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npm install PATH ');
  const filesIn = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  expect(filesIn(to)).toEqual(filesIn(join(root, 'demo/starters', name)));
});

test.each([
  ['another name', ['angular', 'shop'], 'Expected the name of a starter, not angular.'],
  ['no folder', ['express'], 'Expected one folder to copy it to.'],
  ['a folder with files', ['express', '.'], 'Expected a new or empty folder; . has files.'],
])('the command refuses %s for a starter, and names the starters', (_, words, message) => {
  const { status, stderr } = run([join(folder, 'sandbox.js'), 'starter', ...words], folder);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(`${message}\nUsage: checkout-elements-sandbox starter express|next|vite FOLDER [options]\n`),
  });
});

test('the sample of the documentation passes', () => {
  const consumer = join(inject('packed').consumer, 'sandbox-sample');
  mkdirSync(consumer, { recursive: true });
  cpSync(join(root, 'docs/samples/testing/server-test.mjs'), join(consumer, 'server-test.mjs'));
  const { status, stdout, stderr } = run(['--test', 'server-test.mjs'], consumer);
  expect(stdout + stderr).toMatch(/pass 2\b/);
  expect(status).toBe(0);
});

test('the command listens and triggers: it prints each notification as it is sent', async () => {
  const heard = createServer((_, answer) => answer.writeHead(200).end());
  await new Promise<void>((resolve) => {
    heard.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(heard.address() as AddressInfo).port}/told`;
  const { start } = createRequire(join(folder, 'test.js'))('./start.js') as { readonly start: typeof startSandbox };
  const { consoleUrl, gatewayUrl, shops, stop } = await start();
  const listener = spawn(process.execPath, [join(folder, 'sandbox.js'), 'listen', '--console', consoleUrl]);
  let [told, printed] = ['', ''];
  listener.stderr.on('data', (text: Buffer) => (told += text.toString()));
  listener.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => told, { timeout: 20_000 }).toContain('Notifications of the sandbox at');
  const { shopId, secretKey } = shops[1]!;
  const request = { ...plainTransfer({ amount: 12_300 }), tracking_id: 'rent-1', notification_url: url };
  await fetch(`${gatewayUrl}/transactions/p2ps`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  await expect
    .poll(() => printed, { timeout: 20_000 })
    .toMatch(new RegExp(`successful p2p 12300 USD rent-1  \\S+  → ${url}  200\n`));
  const words = ['trigger', 'payment', '--status', 'failed', '--tracking-id', 'tea-1', '--to', url, '--console', consoleUrl];
  const triggered = spawn(process.execPath, [join(folder, 'sandbox.js'), ...words]);
  let made = '';
  triggered.stdout.on('data', (text: Buffer) => (made += text.toString()));
  expect(await new Promise((resolve) => triggered.once('close', resolve))).toBe(0);
  expect(made).toMatch(new RegExp(`failed payment 10000 USD tea-1  \\S+  → ${url}  200\n$`));
  listener.kill();
  await stop();
  heard.close();
}, 60_000);

test.each(['listen', 'trigger'])(
  'the command %s has help, refuses what it does not know, and takes the address of the console',
  (name) => {
    const ask = (...words: readonly string[]) => run([join(folder, 'sandbox.js'), name, ...words], folder);
    const { status, stdout } = ask('--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^Usage: checkout-elements-sandbox ${name} [^]*--console URL +default http://127\\.0\\.0\\.1:4011`),
    );
    expect(ask('--nonsense')).toMatchObject({ status: 2, stderr: expect.stringContaining(`checkout-elements-sandbox ${name}`) });
    const words = name === 'trigger' ? ['payment'] : [];
    expect(ask(...words, '--console', 'http://127.0.0.1:1')).toMatchObject({
      status: 1,
      stderr: "No sandbox's console answers at http://127.0.0.1:1. Start it, or name its address with --console.\n",
    });
  },
);

test('a sandbox that is never stopped ends with the process, and does not keep it alive', async () => {
  const { status, stdout, stderr } = runModule(
    'forgetful.mjs',
    "import { start } from 'checkout-elements-sandbox';\nconsole.log((await start()).consoleUrl);\n",
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const url = `${stdout.trim()}/sandbox/shops`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'up',
          () => 'down',
        ),
      { timeout: 5000 },
    )
    .toBe('down');
});

test('a sandbox that does not start says why', () => {
  const { stdout } = runModule(
    'wrong.mjs',
    `import { SandboxError, start } from 'checkout-elements-sandbox';
     await start({ flags: ['--duplicates', 'nonsense'] }).catch((error) => console.log(error instanceof SandboxError, error.code, error.message));`,
  );
  expect(stdout).toContain('true start_failed The sandbox ended with exit code 2 before it was ready.');
  expect(stdout).toContain('--duplicates takes pan or token, not nonsense.');
});

test('waiting for a record that does not come fails with the newest ones', () => {
  const { stdout } = runModule(
    'not-seen.mjs',
    `import { start } from 'checkout-elements-sandbox';
     const { emails, stop } = await start();
     await emails.waitFor(() => true, { timeout: 100 }).catch((error) => console.log(error.code, error.message));
     await stop();`,
  );
  expect(stdout.trim()).toBe("not_seen Expected one of the sandbox's emails to match within 100 ms; there are none");
});

test('a fault that the sandbox does not know is refused with the sandbox’s own message', () => {
  const { stdout } = runModule(
    'unknown-fault.mjs',
    `import { start } from 'checkout-elements-sandbox';
     const { faults, stop } = await start();
     await faults.add({ kind: 'nonsense' }).catch((error) => console.log(error.code, error.message));
     await stop();`,
  );
  expect(stdout).toMatch(/request_refused POST \/sandbox\/faults was answered with 422: .*must be one of slow/);
});

test('the types are strict: a wrong fault or option is an error', () => {
  const consumer = join(inject('packed').consumer, 'sandbox-types');
  mkdirSync(consumer, { recursive: true });
  writeFileSync(
    join(consumer, 'test.ts'),
    `import { start, type Sandbox } from 'checkout-elements-sandbox';
     const sandbox: Sandbox = await start({ notificationUrl: 'http://127.0.0.1:3000/' });
     const later: Date = await sandbox.clock.advance(30);
     await sandbox.faults.add({ kind: 'slow', delay_ms: 100 });
     // @ts-expect-error: no such fault
     await sandbox.faults.add({ kind: 'sloww' });
     const sent = await sandbox.notifications.waitFor(({ body }) => body.transaction?.tracking_id === 'order-1', { timeout: 5000 });
     // @ts-expect-error: no such state
     if (sent.state === 'sent') await sandbox.notifications.resend(sent.id);
     // @ts-expect-error: a port is a number
     await start({ port: '4010' });
     export const key: string | undefined = sandbox.shops[0]?.publicKey ?? later.toISOString();`,
  );
  writeFileSync(join(consumer, 'package.json'), '{"type": "module"}\n');
  const flags = '--ignoreConfig --strict --noEmit --target ES2022 --module NodeNext --types node'.split(' ');
  const { status, stdout } = run([join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'test.ts'], consumer);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('the types know every fault of the gateway', () => {
  expectTypeOf<FaultKind>().toEqualTypeOf<FaultName>();
});
