// Which of this machine's addresses a phone beside it can reach, and which of its ports are free.
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Bridges of virtual machines and containers, and tunnels: no phone is behind them. */
const VIRTUAL = /^(br-|docker|veth|virbr|vmnet|vboxnet|vnic|utun|tun|tap|wg|zt|tailscale|vEthernet)/i;
// From the likeliest at home or in an office on.
const PRIVATE = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];
const LINK_LOCAL = /^169\.254\./;

/** @param {string} address */
function rank(address) {
  const place = PRIVATE.findIndex((pattern) => pattern.test(address));
  return place < 0 ? PRIVATE.length : place;
}

/**
 * The IPv4 addresses of this machine on its networks, the likeliest for a phone first; none when it is on none.
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
 * What a person has to know to reach the demo at its address, a line each, an empty one last; nothing when there is
 * nothing to know.
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
          'The certificate is made by and for this machine, so a browser asks about it once per address. Open first the',
          'gateway, where nothing is to be seen, then the shop, and accept it at both (Chrome: Advanced, Proceed; Safari:',
          'Show Details, visit this website).',
        ]
      : []),
    ...(here || https
      ? []
      : [
          'Over http a page from another machine is no secure context: browsers encrypt no card in it, so the form says',
          'that instead of working. For a phone, start with --host --https.',
        ]),
    ...(here ? [] : ['Everybody on this network can reach it while it runs.']),
    ...(here || !others ? [] : [`This machine is also ${others}: choose by --host=ADDRESS.`]),
  ];
  return lines.length > 0 ? [...lines, ''] : [];
}

/** How many ports in a row are tried, as the shop does. */
const PORTS_TRIED = 20;

/**
 * A port that nobody listens on: the one asked for or the next that is free; 0 lets the system choose.
 *
 * @param {string} host
 * @param {number} first
 * @returns {Promise<number>} `first` where none is free: whoever listens there will say so.
 */
export async function freePort(host, first) {
  for (let port = first; port < Math.min(first + PORTS_TRIED, 65_536); port += 1) {
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
