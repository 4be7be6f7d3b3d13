import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../../demo/start/network/network.mjs';
import { endCommandsAfterEach, startCommand } from '../rig/command.js';

endCommandsAfterEach();

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

test('the gateway alone prints its addresses in one line, everything else on standard error, and ends at SIGTERM', async () => {
  const gateway = startCommand('gateway', '--port', '0', '--data', 'memory');
  const line = await gateway.prints(/\n/);
  const addresses = JSON.parse(line) as Record<string, string>;
  expect(Object.keys(addresses).sort()).toEqual(['base_url', 'checkout_url', 'console_url', 'gateway_url']);
  for (const address of Object.values(addresses)) expect(address).toBe(new URL(address).origin);
  expect(await isUp(`${addresses['console_url']}/sandbox/shops`)).toBe(true);

  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);
  expect(gateway.stdout).toBe(line);
  expect(await isUp(`${addresses['console_url']}/sandbox/shops`)).toBe(false);
});

test('the demo says what it does, prints the cards it is asked for, the ports in use and its addresses last, and Ctrl-C ends all of it', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port));
  });
  try {
    const demo = startCommand(
      'demo',
      '--cards',
      '--data',
      'memory',
      '--gateway-port',
      '0',
      '--shop-port',
      String(port),
      '--docs-port',
      '0',
    );
    const output = await demo.prints(/Ctrl-C/);
    const shop = /Shop +(\S+)/.exec(output)?.[1] ?? '';
    const console = /Console +(\S+)/.exec(output)?.[1] ?? '';
    const docs = /Docs +(\S+)/.exec(output)?.[1] ?? '';
    expect(output).toContain(`Port ${port} is in use; the shop listens on ${new URL(shop).port}.`);
    expect(output).toMatch(/^Starting the sandbox gateway, a shop/);
    expect(output).toMatch(/Ready after [\d.]+ s\.[^]*Gateway +\S+\n +Shop +\S+\n +Console +\S+\n +Docs +\S+\n\nCtrl-C/);
    expect(output).toMatch(/4200 0000 0000 0000 +\S/);
    expect(output).toMatch(/4012 0000 0000 1097 +\S/);
    expect(new URL(shop).origin).not.toBe(new URL(console).origin);
    expect(await isUp(shop)).toBe(true);
    await expect.poll(() => isUp(`${docs}/docs/quick-start`), { timeout: 40_000, interval: 500 }).toBe(true);

    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
    expect([await isUp(shop), await isUp(console), await isUp(docs)]).toEqual([false, false, false]);
  } finally {
    taken.close();
  }
});

test('asked for the cards beside a running sandbox, the demo lists them, and starts nothing', async () => {
  const wanted = String(await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000)));
  const gateway = startCommand('gateway', '--port', wanted, '--data', 'memory');
  const { gateway_url, console_url } = JSON.parse(await gateway.prints(/\n/)) as Record<string, string>;
  const { port } = new URL(gateway_url ?? '');
  const demo = startCommand('demo', '--cards', '--gateway-port', port);
  expect(await demo.ended).toBe(0);
  expect(demo.stdout).toMatch(/^Test cards[^]*4200 0000 0000 0000 +\S/);
  expect(demo.stdout).toContain(`The sandbox at ${console_url} runs already`);
});
