import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepIdentity } from '../../demo/start/network/certificate.mjs';

const DAY = 86_400_000;
let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'kept', 'identity.pem');
});
afterEach(() => {
  rmSync(dirname(dirname(path)), { recursive: true, force: true });
});

const read = (): string => readFileSync(path, 'utf8');

describe('the certificate', () => {
  test('covers every name of this machine, is valid for a year, and is stored with its key', async () => {
    expect(await keepIdentity(['192.168.1.5'], { path })).toBe(path);
    const certificate = new X509Certificate(read());
    expect(certificate.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.5',
    );
    expect(certificate.checkPrivateKey(createPrivateKey(read()))).toBe(true);
    const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    expect(from).toBeLessThan(Date.now() - DAY / 2);
    // Phones refuse a server's certificate that is valid for more than 825 days, or for no named purpose.
    expect((to - from) / DAY).toBeCloseTo(366, 0);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  test('can’t sign other certificates', async () => {
    await keepIdentity([], { path });
    expect(new X509Certificate(read()).ca).toBe(false);
  });

  test('is readable by its owner only, and leaves nothing unfinished beside it', async () => {
    await keepIdentity([], { path });
    // Windows knows no such modes.
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(['identity.pem']);
  });

  test('differs on each machine', async () => {
    await keepIdentity([], { path });
    const first = read();
    rmSync(path);
    await keepIdentity([], { path });
    expect(read()).not.toBe(first);
  });

  test('is trusted only by clients that have it', async () => {
    await keepIdentity([], { path });
    const server = createServer({ cert: read(), key: read() }, (_, answer) => answer.end('here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = (ca?: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get(url, { agent: false, ...(ca && { ca }) }, (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      });
    try {
      expect(await ask(read())).toBe(200);
      await expect(ask()).rejects.toThrow(/self.signed/);
    } finally {
      server.close();
    }
  });
});

describe('a kept certificate', () => {
  const keptFor = async (
    addresses: string[],
    change: () => { addresses?: string[]; now?: number } | undefined,
  ): Promise<boolean> => {
    await keepIdentity(addresses, { path });
    const first = read();
    const { addresses: others = addresses, now = Date.now() } = change() ?? {};
    await keepIdentity(others, { path, now });
    return read() === first;
  };

  test.each<[string, () => { addresses?: string[]; now?: number } | undefined]>([
    ['nothing changed', () => undefined],
    ['an address is gone', () => ({ addresses: [] })],
    ['it is valid for two more months', () => ({ now: Date.now() + 300 * DAY })],
  ])('is used again when %s: a phone has accepted it', async (_, change) => {
    expect(await keptFor(['192.168.1.5'], change)).toBe(true);
  });

  test.each<[string, () => { addresses?: string[]; now?: number } | undefined]>([
    ['the machine has another address', () => ({ addresses: ['10.0.0.8'] })],
    ['it is about to expire', () => ({ now: Date.now() + 340 * DAY })],
    ['its file is broken', () => writeFileSync(path, 'broken') as undefined],
  ])('is replaced when %s', async (_, change) => {
    expect(await keptFor(['192.168.1.5'], change)).toBe(false);
    expect(new X509Certificate(read()).checkPrivateKey(createPrivateKey(read()))).toBe(true);
  });
});
