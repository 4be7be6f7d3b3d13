import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';

// The workflow that publishes. What it says about itself is read as text; its last step runs here, with another npm.

const workflow = readFileSync('.github/workflows/release.yml', 'utf8');

/** The jobs by name, without comments. */
const jobs = new Map(
  workflow
    .replaceAll(/^\s*#.*\n/gm, '')
    .split(/^jobs:\n/m)[1]!
    .split(/^ {2}(?=\w+:\n)/m)
    .filter(Boolean)
    .map((text) => [text.split(':')[0]!, text]),
);
/** The permissions of a job. */
const permissionsOf = (job: string): readonly string[] =>
  /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(jobs.get(job)!)![1]!.trim().split(/\n\s*/);

test('the workflow’s own permissions are none, and each job names what it needs', () => {
  expect(workflow).toMatch(/^permissions: \{\}$/m);
  expect([...jobs.keys()]).toEqual(['build', 'publish']);
  expect(permissionsOf('build')).toEqual(['contents: read']);
  expect(permissionsOf('publish')).toEqual(['id-token: write']);
});

test('the job that runs the project’s code installs without scripts, and can’t publish', () => {
  const build = jobs.get('build')!;
  expect(build).toContain('- run: npm ci --ignore-scripts\n');
  const runs = [...build.matchAll(/- run: (.+)/g)].map(([, command]) => command);
  for (const command of ['npm test', 'npm run test:long', 'npm run test:engines']) {
    expect(runs).toContain(command);
  }
  expect(build).not.toMatch(/npm publish|id-token|environment:/);
});

test('the job that can publish takes files from the other one, and nothing from the repository or a registry', () => {
  const publish = jobs.get('publish')!;
  expect([...publish.matchAll(/uses: ([\w-]+\/[\w-]+)@/g)].map(([, action]) => action)).toEqual([
    'actions/download-artifact',
    'actions/setup-node',
  ]);
  expect(publish).not.toMatch(/npm (ci|install|i|run|test|exec|pack)\b|npx|checkout@/);
  expect(publish).toMatch(/^ {4}needs: build$/m);
});

test('every action is named by its commit', () => {
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used).toHaveLength(5);
  for (const action of used) expect(action).toMatch(/@[\da-f]{40}$/);
});

test('the step that packs names repository, homepage and bugs in both packages, as npm needs for its proof', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  for (const [path, name] of [
    ['.', 'one'],
    ['dist-sandbox', 'two'],
  ] as const) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ name, version: '1.0.0', files: ['*.js'] }));
  }
  const [, script = ''] = /id: pack\n[^]*?run: \|\n((?: {10}.*\n)+)/.exec(jobs.get('build')!)!;
  const run = (command: string) =>
    spawnSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        GITHUB_SERVER_URL: 'https://host.example',
        GITHUB_REPOSITORY: 'some/where',
        GITHUB_OUTPUT: join(folder, 'output'),
      },
    });
  const { status, stderr } = run(script.replaceAll(/^ {10}/gm, ''));
  expect(status, stderr).toBe(0);
  for (const name of ['one', 'two']) {
    const packed = run(`tar -xOf packages/${name}-1.0.0.tgz package/package.json`).stdout;
    expect(JSON.parse(packed)).toMatchObject({
      repository: { type: 'git', url: 'git+https://host.example/some/where.git' },
      homepage: 'https://host.example/some/where#readme',
      bugs: { url: 'https://host.example/some/where/issues' },
    });
  }
  // Without the names nothing is handed over.
  expect(run(script.replaceAll(/^ {10}/gm, '').replace(/npm pkg set/, 'true')).status).toBe(1);
  rmSync(folder, { recursive: true, force: true });
});

describe('the step that publishes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs it in a folder with two packages, of which another file may have taken the place of one. @returns the calls of npm. */
  function publish(refName: string, changed = false) {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "$@" >> calls\n');
    chmodSync(join(bin, 'npm'), 0o755);
    const names = ['checkout-elements-1.0.0.tgz', 'checkout-elements-sandbox-1.0.0.tgz'];
    const hashes = names.map((name) => {
      writeFileSync(join(folder, name), name);
      return `${createHash('sha256').update(name).digest('hex')}  ./${name}`;
    });
    if (changed) writeFileSync(join(folder, names[1]!), 'another');
    writeFileSync(join(folder, 'stray-1.0.0.tgz'), 'stray');
    writeFileSync(join(folder, 'calls'), '');
    const [, script = ''] = /name: Publish\n[^]*?run: \|\n((?: {10}.*\n)+)/.exec(jobs.get('publish')!)!;
    // GitHub's own shell.
    const { status } = spawnSync('bash', ['-e', '-c', script.replaceAll(/^ {10}/gm, '')], {
      cwd: folder,
      env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, HASHES: hashes.join('\n'), GITHUB_REF_NAME: refName },
    });
    return { status, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').filter(Boolean) };
  }
  const call = (name: string, tag: string): string =>
    `publish ./${name}-1.0.0.tgz --ignore-scripts --provenance --access public --tag ${tag}`;

  test.each([
    ['v1.0.0', 'latest'],
    ['v1.0.0-rc.1', 'next'],
  ])('publishes the two packages of %s as %s, and no stray file', (refName, tag) => {
    expect(publish(refName)).toEqual({
      status: 0,
      calls: [call('checkout-elements', tag), call('checkout-elements-sandbox', tag)],
    });
  });

  test('publishes nothing when a file is not the one that was built', () => {
    expect(publish('v1.0.0', true)).toEqual({ status: 1, calls: [] });
  });
});
