import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';

test('knip finds no unused file, export or dependency', { timeout: 120_000 }, () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['node_modules/knip/bin/knip.js', '--no-progress'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ found: stdout.trim(), stderr: status === 0 ? '' : stderr, status }).toEqual({ found: '', stderr: '', status: 0 });
});
