import { spawn } from 'node:child_process';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '../../../build/install.mjs';

test('the pictures of the documentation show what their pages show', { timeout: 300_000 }, async () => {
  const child = spawn(process.execPath, ['build/pictures.mjs', '--check'], { cwd: root });
  expect(await text(child.stderr)).toBe('');
  expect(child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))).toBe(0);
});
