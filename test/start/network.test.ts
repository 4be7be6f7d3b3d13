import { createServer, type AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { freePort, howToReach, lanAddresses } from '../../demo/start/network/network.mjs';

const at = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) => [
  { address, family, internal } as Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>,
];

describe("the machine's addresses for a phone", () => {
  test('begin with the most likely: home networks, then others, then bridges of virtual machines', () => {
    const found = lanAddresses({
      docker0: at('172.17.0.1'),
      'br-1a2b': at('192.168.200.1'),
      eth1: at('198.51.100.7'),
      eth0: at('172.20.0.5'),
      wlan0: at('10.0.0.8'),
      en0: at('192.168.1.5'),
    });
    expect(found).toEqual(['192.168.1.5', '10.0.0.8', '172.20.0.5', '198.51.100.7', '192.168.200.1', '172.17.0.1']);
  });

  test('leave out addresses that no phone can reach: loopback, IPv6 and addresses without a network', () => {
    expect(lanAddresses({ lo: at('127.0.0.1', 'IPv4', true), eth0: at('fe80::1', 'IPv6'), wlan0: at('169.254.3.4') })).toEqual(
      [],
    );
  });
});

describe('the hint for people', () => {
  const hints = (host: string, https: boolean, addresses = ['192.168.1.5']) => howToReach({ host, https }, addresses).join('\n');

  test('is empty for the demo on this machine over http', () => {
    expect(hints('127.0.0.1', false)).toBe('');
  });

  test('over http, for other machines, says that the form needs a secure context, and the cure', () => {
    expect(hints('192.168.1.5', false)).toMatch(/not a secure context.*\n.*start with --host --https/);
    expect(hints('192.168.1.5', false)).not.toContain('certificate');
  });

  test('over https says how to accept the certificate', () => {
    expect(hints('192.168.1.5', true)).toMatch(/This machine created the certificate[^]*accept the certificate at both/);
    expect(hints('192.168.1.5', true)).not.toContain('secure context');
    expect(hints('127.0.0.1', true)).toContain('accept the certificate at both');
  });

  test('for other machines says who can reach it, and lists the other addresses', () => {
    expect(hints('192.168.1.5', true, ['192.168.1.5', '10.0.0.8'])).toMatch(
      /Everyone on this network[^]*also has the address 10\.0\.0\.8: choose one with --host=ADDRESS/,
    );
    expect(hints('192.168.1.5', true)).not.toContain('choose one');
    expect(hints('127.0.0.1', true)).not.toContain('Everyone');
  });
});

describe('a free port', () => {
  test('is the requested one, or the next one when that is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    const { port } = taken.address() as AddressInfo;
    const next = await freePort('127.0.0.1', port);
    expect(next).toBeGreaterThan(port);
    await new Promise((resolve) => {
      taken.close(resolve);
    });
    expect(await freePort('127.0.0.1', port)).toBe(port);
  });

  test('skips ports that are reserved for other servers', async () => {
    const port = await freePort('127.0.0.1', 0);
    expect(await freePort('127.0.0.1', port, [port, port + 1])).toBeGreaterThan(port + 1);
  });

  test('is any free one when none is requested', async () => {
    expect(await freePort('127.0.0.1', 0)).toBeGreaterThan(1023);
  });
});
