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

test('the bench measures the requested figure, prints it as JSON and leaves no files', { timeout: 120_000 }, async () => {
  const running = bench('sealing', '--json');
  const { pid } = running.child;
  const { figures, broken } = JSON.parse((await running).stdout) as {
    figures: { rows: { figure?: number }[] }[];
    broken: string[];
  };
  expect([broken, figures.length]).toEqual([[], 1]);
  for (const { figure = 1 } of figures[0]!.rows) expect(figure).toBeGreaterThan(0);
  expect(readdirSync(join(root, 'node_modules/.cache/checkout-elements'))).not.toContain(`bench-${pid}`);
});

test('an unknown figure is refused, with the list of known names', async () => {
  await expect(bench('speed')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no speed\. Usage: .*sealing \| usable/) as unknown,
  });
});
