// The documentation's site beside the demo. It takes some seconds to start; nothing waits for it.
import { join } from 'node:path';
import { root } from './install.mjs';
import { freePort } from '../demo/start/network/network.mjs';
import { spawnFollower, stopChild, whenEnded } from '../demo/start/process/server.mjs';

/**
 * Starts the site.
 *
 * @param {string} host the address that it listens on.
 * @param {number} wanted its port, or the next free one; 0 for any.
 */
export async function startSite(host, wanted) {
  const port = await freePort(host, wanted);
  const program = join(root, 'node_modules/vitepress/bin/vitepress.js');
  const child = spawnFollower(program, ['dev', 'docs', '--host', host, '--port', String(port)], ['ignore', 'ignore', 'ignore']);
  let isStopped = false;
  void whenEnded(child).then(({ words }) => isStopped || console.error(`The documentation's site ${words}.`));
  const named = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${named}:${port}`,
    stop: () => {
      isStopped = true;
      return stopChild(child);
    },
  };
}
