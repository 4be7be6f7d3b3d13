import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';

const program = fileURLToPath(new URL('run.mjs', import.meta.url));
const bench = (...flags: string[]) => promisify(execFile)(process.execPath, [program, ...flags], { encoding: 'utf8' });

test('the bench measures the requested figures, prints them as JSON and leaves no files', { timeout: 60_000 }, async () => {
  const running = bench('polling', '--json');
  const { pid } = running.child;
  const { stdout } = await running;
  const { figures, broken } = JSON.parse(stdout) as {
    figures: { title: string; rows: { figure?: number }[] }[];
    broken: string[];
  };
  expect(broken).toEqual([]);
  expect(figures.map(({ title }) => title.split(' ')[0])).toEqual(['Polling']);
  const measured = figures[0]!.rows.flatMap(({ figure }) => figure ?? []);
  // Four distributions against two schedules, neither of which can be beaten by much.
  expect(measured).toHaveLength(8);
  expect(Math.min(...measured)).toBeGreaterThan(0.95);
  expect(readdirSync(join(root, 'node_modules/.cache/checkout-elements'))).not.toContain(`bench-${pid}`);
});

test('the bench finds every file that the build makes', { timeout: 120_000 }, async () => {
  const { stdout } = await bench('bytes', '--json');
  const { figures } = JSON.parse(stdout) as { figures: { rows: { what: string; figure?: number }[] }[] };
  const weighed = figures[0]!.rows.map(({ what }) => what);
  for (const name of [
    'checkout.js',
    'locales/ar.js',
    'locales/ru.js',
    'define',
    '<p2p-transfer>',
    '<product-pay>',
    '<plan-subscribe>',
    'headless',
    'merchant',
  ]) {
    expect(weighed).toContainEqual(expect.stringContaining(name));
  }
  // No bundle is empty: each has at least a kilobyte.
  expect(Math.min(...figures[0]!.rows.map(({ figure = 0 }) => figure))).toBeGreaterThan(1);
});

test('an unknown figure is refused, with the list of known names', async () => {
  await expect(bench('speed')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no speed\. Usage: .*bytes \| sealing/) as unknown,
  });
});
