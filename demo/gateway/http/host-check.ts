import type { MiddlewareHandler } from 'hono';
import { isIP } from 'node:net';
import { parseUrl } from '../../../src/url/parse-url.js';
import { isLoopback } from '../../../src/url/safe-url.js';
import { errorResponse } from './error-response.js';

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Refuses requests to another host name than this server's (421). Another site can point its own name at this machine
 * (DNS rebinding), but it can't make the browser send our name.
 *
 * @param addresses the server's own; other loopback names with the same ports pass too.
 * @param anyAddress also accepts every numeric address: for a server that listens on all interfaces.
 */
export function checkHost(addresses: readonly string[], anyAddress: boolean): MiddlewareHandler {
  const own = addresses.map((address) => new URL(address));
  const ownHosts = own.map((address) => address.host);
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    if (ownHosts.includes(host)) return next();
    const asked = parseUrl(`http://${host}`);
    const known =
      asked !== undefined &&
      own.some(
        ({ port, hostname }) =>
          asked.port === port &&
          (asked.hostname === hostname ||
            isLoopback(asked.hostname) ||
            (anyAddress && isIP(withoutBrackets(asked.hostname)) !== 0)),
      );
    if (known) return next();
    return errorResponse({
      status: 421,
      code: 'misdirected_request',
      message: `This server answers for ${own[0]?.host ?? ''} and its loopback names; the request names another host.`,
    });
  };
}
