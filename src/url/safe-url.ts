import { parseUrl } from './parse-url.js';

// Spaces, control and formatting characters: a parser drops them and people don't see them, so the page visited would not
// be the one they read.
const UNSEEN = /[\p{C}\p{Z}]/u;

// A parser treats `https:host`, `https:///host` and backslashes alike; addresses in such unusual spellings are refused.
const PLAIN = /^https?:\/\/[^/\\?#][^\\?#]*([?#]|$)/i;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name can only mean this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** An address that is safe to visit or render, or the reason why it is not. */
export type UrlVerdict = { readonly url: URL } | { readonly problem: string };

/**
 * Checks an address before it is visited or rendered. It must be absolute, use https (or http on a loopback host), and
 * have no credentials, spaces or control characters.
 *
 * The problem is a clause that starts with "it": `it is not an absolute address`.
 *
 * @example
 * const verdict = judgeUrl('http://bank.example/3ds');
 * console.log('url' in verdict ? verdict.url.href : `The address can’t be visited: ${verdict.problem}.`);
 */
export function judgeUrl(text: string): UrlVerdict {
  if (UNSEEN.test(text)) return { problem: 'it contains spaces or control characters' };
  const url = parseUrl(text);
  if (!url) return { problem: 'it is not an absolute address such as https://host/path' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'it is neither https nor http' };
  if (!PLAIN.test(text)) return { problem: 'it is not written as https://host/path' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: 'it is http, which is accepted on loopback hosts only; use https' };
  }
  if (url.username || url.password) return { problem: 'it contains a user name or a password' };
  return { url };
}

/**
 * The address, if it is safe to visit or render (see `judgeUrl`).
 *
 * @example
 * const bank = safeUrl(transaction.redirect_url);
 * if (bank) window.open(bank);
 */
export function safeUrl(text: string | null | undefined): URL | undefined {
  if (!text) return undefined;
  const verdict = judgeUrl(text);
  return 'url' in verdict ? verdict.url : undefined;
}
