// Finds this machine's addresses for a phone on the same network, and free ports.
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Bridges of virtual machines and containers, and tunnels, which no phone can reach. */
const VIRTUAL = /^(br-|docker|veth|virbr|vmnet|vboxnet|vnic|utun|tun|tap|wg|zt|tailscale|vEthernet)/i;
// The most likely at home or in an office first.
const PRIVATE = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];
const LINK_LOCAL = /^169\.254\./;

/** @param {string} address */
function rank(address) {
  const place = PRIVATE.findIndex((pattern) => pattern.test(address));
  return place < 0 ? PRIVATE.length : place;
}

/**
 * The IPv4 addresses of this machine on its networks, the most likely for a phone first; empty without a network.
 *
 * @param {NodeJS.Dict<Pick<import('node:os').NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>} interfaces
 * @returns {string[]}
 */
export function lanAddresses(interfaces = networkInterfaces()) {
  return Object.entries(interfaces)
    .flatMap(([name, all = []]) =>
      all
        .filter(({ address, family, internal }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
        .map(({ address }) => ({ address, order: rank(address) + (VIRTUAL.test(name) ? 10 : 0) })),
    )
    .toSorted((one, other) => one.order - other.order)
    .map(({ address }) => address);
}

/**
 * Hints for reaching the demo at its address, as lines with an empty one at the end; empty when no hint is needed.
 *
 * @param {{ host: string, https: boolean }} where
 * @param {readonly string[]} addresses of this machine.
 */
export function howToReach({ host, https }, addresses) {
  const here = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
  const others = addresses.filter((address) => address !== host).join(', ');
  const lines = [
    ...(https
      ? [
          'This machine created the certificate, so a browser asks about it once per address. Open the gateway first, then',
          'the shop, and accept the certificate at both (Chrome: Advanced, Proceed; Safari: Show Details, visit this website).',
        ]
      : []),
    ...(here || https
      ? []
      : [
          'Over http, browsers can’t encrypt cards on a page from another machine (it is not a secure context), so the form',
          'shows an error. For a phone, start with --host --https.',
        ]),
    ...(here ? [] : ['Everyone on this network can reach the demo while it runs.']),
    ...(here || !others ? [] : [`This machine also has the address ${others}: choose one with --host=ADDRESS.`]),
  ];
  return lines.length > 0 ? [...lines, ''] : [];
}

/** The number of ports that are tried, as in the shop. */
const PORTS_TRIED = 20;

/**
 * A free port: the given one or the next; 0 lets the system choose.
 *
 * @param {string} host
 * @param {number} first
 * @param {readonly number[]} [reserved] Ports for servers that start later.
 * @returns {Promise<number>} `first` when none is free: then listening on it reports the error.
 */
export async function freePort(host, first, reserved = []) {
  for (let port = first; port < Math.min(first + PORTS_TRIED, 65_536); port += 1) {
    if (reserved.includes(port)) continue;
    const server = createServer();
    /** @type {number | undefined} */
    const bound = await new Promise((resolve) => {
      server.once('error', () => resolve(undefined));
      server.listen(port, host, () => {
        const address = server.address();
        server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined));
      });
    });
    if (bound !== undefined) return bound;
  }
  return first;
}
