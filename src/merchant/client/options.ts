import { type Clock, systemClock } from '../../clock/clock.js';
import type { Fetch } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import { basicAuthorization } from '../basic-authorization.js';
import { requireTexts } from '../require-texts.js';

/** The shop's credentials, and the gateway's addresses. */
export interface MerchantClientOptions {
  /** The shop's id, as text. */
  readonly shopId: string;
  /** The shop's secret key. It stays inside the client and never appears in an error or a log. */
  readonly secretKey: string;
  /** The gateway's address: https (http on loopback). For everything, unless `baseUrl` names another one. */
  readonly gatewayUrl: string;
  /** The address of products, plans and customers, where your gateway has another one for them; absent: `gatewayUrl`. */
  readonly baseUrl?: string | undefined;
  /** How long each answer may take, in milliseconds; 60,000 when absent. Each retry has the same time again. */
  readonly timeout?: number | undefined;
  /** How often a request that changes nothing is retried after a temporary failure; 2 when absent. */
  readonly retries?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Replaces the system clock. */
  readonly clock?: Clock | undefined;
  /** Replaces `Math.random`, which spreads retries: returns a number from 0 up to, but not including, 1. */
  readonly random?: (() => number) | undefined;
}

/** Valid options. */
export interface CheckedOptions {
  readonly authorization: string;
  readonly hosts: { readonly gateway: string; readonly base: string };
  readonly timeout: number;
  readonly retries: number;
  readonly fetch: Fetch;
  /** Whether `fetch` is the platform's. */
  readonly isOwnFetch: boolean;
  readonly clock: Clock;
  readonly random: () => number;
}

function addressOf(name: string, text: string): string {
  const verdict = judgeUrl(text);
  const problem = 'problem' in verdict ? verdict.problem : /[?#]/.test(text) && 'it has a ? or #';
  // Not quoted: an address can contain a password.
  if (problem) throw new TypeError(`${name}: expected the gateway's address; got one that can't be used: ${problem}.`);
  return text.replace(/\/+$/, '');
}

function wholeNumber(name: string, value: number, least: number, unit: string): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new TypeError(`${name}: expected a whole number${unit}, ${least} or more; got ${String(value)}.`);
}

/** @throws TypeError that names the option, what was expected and what was passed. */
export function checkOptions(options: MerchantClientOptions): CheckedOptions {
  const { shopId, secretKey, gatewayUrl, baseUrl = gatewayUrl, timeout = 60_000, retries = 2 } = options;
  requireTexts({ shopId, secretKey, gatewayUrl, baseUrl });
  // RFC 7617: a colon ends the user name, so the gateway would read a different shop and key.
  if (shopId.includes(':')) throw new TypeError('shopId: expected an id without a colon; got one with it.');
  return {
    authorization: basicAuthorization(shopId, secretKey),
    hosts: { gateway: addressOf('gatewayUrl', gatewayUrl), base: addressOf('baseUrl', baseUrl) },
    timeout: wholeNumber('timeout', timeout, 1, ' of milliseconds'),
    retries: wholeNumber('retries', retries, 0, ''),
    // Looked up at each call: instrumentation may replace it later.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    isOwnFetch: options.fetch === undefined,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}
