import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAGS, OPTIONS } from '../../demo/gateway/options.js';
import { bundle } from '../../build/bundle.mjs';
import { killAfterEach, startProgram } from './program.js';

killAfterEach();

const names = new Set(Object.keys(OPTIONS).map((name) => `--${name}`));

test('the usage has every flag, and no others', () => {
  expect(new Set(FLAGS.map(([flag]) => flag.split(' ')[0]))).toEqual(names);
});

test('the documentation has every flag as the usage writes it, and no others', () => {
  const [, table = ''] =
    /<!-- gateway flags -->(.*?)<!-- \/gateway flags -->/s.exec(readFileSync('docs/sandbox.md', 'utf8')) ?? [];
  const flags = [...table.matchAll(/^\| ((?:`[^`]+` ?)+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, flag = '']) => flag.replaceAll(String.raw`\|`, '|')),
  );
  expect(flags).toEqual(FLAGS.map(([flag]) => flag));
});

test.each(['--help', '-h'])('%s prints the usage and starts nothing', async (flag) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [await bundle('gateway'), flag], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const [each] of FLAGS) expect(stdout).toContain(`\n  ${each} `);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(112);
});

test.each([
  ['mysql://root:hunter2@127.0.0.1/shop', 'one that begins with mysql:'],
  ['http://127.0.0.1:5432/shop', 'one that begins with http:'],
  ['', 'an empty text'],
])('--data %j is refused by what is wrong with it', async (data, wrong) => {
  const { status, stderr } = spawnSync(process.execPath, [await bundle('gateway'), '--port', '0', '--data', data], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  expect(status).toBe(2);
  expect(stderr).toContain('--data takes a folder, memory, or the address of a PostgreSQL server (postgres://…)');
  expect(stderr).toContain(wrong);
  expect(stderr).not.toContain('hunter2');
});

// Nothing listens on port 1.
test.each<[string, NodeJS.ProcessEnv, readonly string[], boolean]>([
  ['DATABASE_URL is the shell’s, and not used', { DATABASE_URL: 'postgres://127.0.0.1:1/shop' }, [], true],
  ['CHECKOUT_SANDBOX_DATA stands for --data', { CHECKOUT_SANDBOX_DATA: 'postgres://127.0.0.1:1/shop' }, [], false],
  ['--data takes precedence', { CHECKOUT_SANDBOX_DATA: 'postgres://127.0.0.1:1/shop' }, ['--data', 'memory'], true],
  ['--data names a server', {}, ['--data', 'postgres://127.0.0.1:1/shop'], false],
])('of the environment, %s', async (_, variables, flags, starts) => {
  const { started, error } = await startProgram(['--port', '0', ...flags], variables).then(
    (program) => ({ started: program, error: '' }),
    (reason: unknown) => ({ started: undefined, error: String(reason) }),
  );
  await started?.end('SIGTERM');
  expect(error).toMatch(starts ? /^$/ : /The PostgreSQL server 127\.0\.0\.1:1\/shop could not be used/);
});
