import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, inject, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { expectOwn, STARTERS, useStarters } from '../../starters/starter.js';
import { unpackSandbox } from '../sandbox/sandbox-package.js';

// The starters with the packed package, the packed sandbox, and our own copies of their other packages; test/starters installs them as a reader does.

const { run } = useStarters(async () => join(await unpackSandbox(inject('packed').consumer), 'sandbox.js'));

const PROGRAMS = {
  express: ['server.js'],
  vite: [join(root, 'node_modules/vite/bin/vite.js')],
} as const;

test.each(['express', 'vite'] as const)('a payer pays in the starter for %s', { timeout: 120_000 }, async (name) => {
  const folder = join(inject('packed').consumer, `starter-${name}`);
  cpSync(join(root, 'demo/starters', name), folder, { recursive: true });
  const running = await run(folder, process.execPath, PROGRAMS[name]);
  await running.prints(`The shop is at ${running.url}\n`);
  await STARTERS[name](running);
  await expectOwn(running);
});

test.each(['express', 'vite'] as const)(
  'without its file of settings, the starter for %s says what is missing, and where it is',
  (name) => {
    const folder = join(inject('packed').consumer, `starter-${name}-without-settings`);
    cpSync(join(root, 'demo/starters', name), folder, { recursive: true, filter: (path) => !path.endsWith('sandbox.env') });
    const { status, stderr } = spawnSync(process.execPath, PROGRAMS[name], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(
      'Expected SHOP_ID in the environment. For the sandbox, the file sandbox.env of this starter has it.',
    );
  },
);
