import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { readAccount } from '../../demo/shop/gateway/sandbox-account.js';
import { listen } from '../../demo/shop/http/listen.js';

const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe('the sandbox account', () => {
  const shop = (id: number | string, pci_certified: boolean) => ({
    shop_id: id,
    secret_key: `s${id}`,
    public_key: `p${id}`,
    pci_certified,
  });

  test('is the shop that is not PCI-certified, its id as text', async () => {
    const account = await readAccount('http://127.0.0.1:4011', answering(200, [shop(1, true), shop(2, false)]));
    expect(account).toEqual({ shopId: '2', secretKey: 's2', publicKey: 'p2' });
  });

  test.each([
    ['all are certified', answering(200, [shop(1, true)]), /without PCI certificate/],
    ['the console answers 500', answering(500, {}), /got 500/],
    ['the answer is something else', answering(200, [{ shop_id: 1 }]), /Unexpected response/],
  ])('is an error that says why when %s', async (_, fetch, words) => {
    await expect(readAccount('http://127.0.0.1:4011', fetch)).rejects.toThrow(words);
  });
});

describe('listening', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const server = (): Server => {
    servers.push(createServer());
    return servers.at(-1)!;
  };

  test('takes the next free port when one is taken, and says so', async () => {
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
    };
    const first = await listen(server(), { host: '127.0.0.1', port: 0, log });
    const second = await listen(server(), { host: '127.0.0.1', port: first, log });
    expect(second).toBeGreaterThan(first);
    expect(lines[0]).toBe(`port ${first} is in use, trying ${first + 1}`);
  });
});
