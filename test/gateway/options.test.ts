import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAGS, OPTIONS } from '../../demo/gateway/options.js';
import { bundle } from '../../build/bundle.mjs';

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
