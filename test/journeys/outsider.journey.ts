import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addressFlags } from '../../demo/start/process/server.mjs';
import { useOwnSandbox } from './own-sandbox.js';

// The script in test/outsider is written against the specification alone and knows nothing of this code. It runs here
// as anybody would run it, in a process of its own.
const script = new URL('../outsider/run.mjs', import.meta.url).pathname;

// Its clock is the real one: the script knows no other.
const own = useOwnSandbox();

test.concurrent.each(['gateway', 'page'])(
  'a script that knows only the specification finds the %s as specified',
  async (part) => {
    const child = spawn(
      process.execPath,
      [script, '--only', part, ...addressFlags(own.gateway), '--shop-url', own.shopUrl],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const output = await text(child.stdout);
    expect(output.split('\n').filter((line) => line.startsWith('not ok'))).toEqual([]);
    expect(output.trim().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  },
  300_000,
);
