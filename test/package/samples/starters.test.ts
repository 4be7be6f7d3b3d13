import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inject, test } from 'vitest';
import { root } from '../../../demo/start/build/install.mjs';
import { STARTERS, useStarters } from '../../starters/starter.js';

// The starters with the packed package and our own copies of their other packages; test/starters installs them as a reader does.

const { run } = useStarters();

const PROGRAMS = {
  express: ['--env-file=sandbox.env', 'server.js'],
  vite: [join(root, 'node_modules/vite/bin/vite.js')],
} as const;

test.each(['express', 'vite'] as const)('a payer pays in the starter for %s', { timeout: 120_000 }, async (name) => {
  const folder = join(inject('packed').consumer, `starter-${name}`);
  cpSync(join(root, 'demo/starters', name), folder, { recursive: true });
  await STARTERS[name](await run(folder, process.execPath, PROGRAMS[name]));
});
