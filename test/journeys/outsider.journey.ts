import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';

// The script in test/outsider is written against the specification alone and knows nothing of this code. It runs here
// as anybody would run it, in a process of its own.
const script = new URL('../outsider/run.mjs', import.meta.url).pathname;

test.concurrent.each(['gateway', 'page'])(
  'a script that knows only the specification finds the %s as specified',
  async (part) => {
    const { gateway_url, checkout_url, base_url, console_url } = inject('gateway');
    const child = spawn(
      process.execPath,
      [
        script, '--only', part, '--gateway-url', gateway_url, '--checkout-url', checkout_url, '--base-url', base_url,
        '--console-url', console_url, '--shop-url', inject('shopUrl'),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const output = await text(child.stdout);
    expect(output.split('\n').filter((line) => line.startsWith('not ok'))).toEqual([]);
    expect(output.trim().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  },
  300_000,
);
