import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../build/install.mjs';

// Anyone can build the package from its sources and compare: dist depends only on them, not on folder, time or machine.

const top = mkdtempSync(join(tmpdir(), 'built-twice-'));
afterAll(() => rmSync(top, { recursive: true, force: true }), 120_000);

/** Copies the project's sources; most of its packages are shared. */
function copySources(name: string): string {
  const folder = join(top, name);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  for (const each of readdirSync(from)) {
    if (each !== '.cache') symlinkSync(join(from, each), join(to, each), 'junction');
  }
  return folder;
}

function build(folder: string, variables: Readonly<Record<string, string>>): void {
  const commands = [
    ['vite/bin/vite.js', 'build', '--app', '--logLevel', 'error'],
    ['typescript/bin/tsc', '-p', 'src/tsconfig.json'],
  ];
  for (const [program = '', ...given] of commands) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(folder, 'node_modules', program), ...given], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...variables },
    });
    if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`);
  }
}

/** The SHA-256 of every file below `dist`, by its path. */
function hashes(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')] as const;
    }),
  );
}

test('two builds in different folders, time zones and languages give the same files', { timeout: 600_000 }, () => {
  const [one, two] = [copySources('one'), copySources('another/deeper')];
  build(one, { TZ: 'UTC', LANG: 'C' });
  build(two, { TZ: 'Asia/Kathmandu', LANG: 'ru_RU.UTF-8' });
  const built = hashes(one);
  expect(Object.keys(built).length).toBeGreaterThan(50);
  expect(hashes(two)).toEqual(built);
});
