import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../demo/gateway/store/database/folder-lock.js';
import { killAfterEach, startProgram } from '../program.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
killAfterEach();

const lock = () => join(folder, 'lock');

describe('a folder', () => {
  test('is locked once', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by another sandbox, process ${process.pid}`);
    unlock();
    lockFolder(folder)();
    expect(existsSync(lock())).toBe(false);
  });

  test.each([
    ['a process that is gone', () => JSON.stringify({ pid: spawnSync('true').pid, began: null })],
    ['one that had the number of a later one', () => JSON.stringify({ pid: process.ppid, began: '1' })],
    ["one that had this one's number", () => JSON.stringify({ pid: process.pid, began: '1' })],
    ['an unreadable holder', () => '{"pid":'],
  ])('is taken over from %s', async (_, holder) => {
    await writeFile(lock(), holder());
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow('in use');
    unlock();
  });

  test('is not released by a process that has lost it', async () => {
    const unlock = lockFolder(folder);
    const other = JSON.stringify({ pid: process.ppid, began: null });
    await writeFile(lock(), other);
    unlock();
    expect(() => lockFolder(folder)).toThrow(`process ${process.ppid}`);
  });
});

describe('two gateways on one folder', () => {
  test('are refused: the error of the second names the process and the cure', async () => {
    const flags = ['--port', '0', '--data', folder];
    const { child, end } = await startProgram(flags);
    await expect(startProgram(flags)).rejects.toThrow(
      new RegExp(
        `^exit 1: The folder .* is in use by another sandbox, process ${child.pid}\\. .*--data memory.*--data postgres:`,
      ),
    );
    await end('SIGKILL');
    expect(existsSync(lock())).toBe(true);
    const again = await startProgram(flags);
    expect(await again.end('SIGTERM')).toBe(0);
    expect(existsSync(lock())).toBe(false);
  });
});
