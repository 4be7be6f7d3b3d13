import { parseUrl } from './parse-url.js';

// Spaces, control and formatting characters: a parser drops them and an eye misses them, so what a person read is not
// what is visited.
const UNSEEN = /[\p{C}\p{Z}]/u;

// A parser takes `https:host`, `https:///host` and back slashes for the same; what reads otherwise is refused.
const PLAIN = /^https?:\/\/[^/\\?#][^\\?#]*([?#]|$)/i;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name can only be this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** An address that is safe to visit or to render, or why it is not. */
export type UrlVerdict = { readonly url: URL } | { readonly problem: string };

/**
 * Judges an address before it is visited or rendered: absolute; https, or http on a loopback host; without
 * credentials, spaces or control characters.
 *
 * The problem is a clause that follows "it": `it is not an absolute address`.
 */
export function judgeUrl(text: string): UrlVerdict {
  if (UNSEEN.test(text)) return { problem: 'it holds spaces or control characters' };
  const url = parseUrl(text);
  if (!url) return { problem: 'it is not an absolute address such as https://shop.example/paid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'it is neither https nor http' };
  if (!PLAIN.test(text)) return { problem: 'it is not written as https://host/path' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: 'it is http, which is accepted on loopback hosts only; use https' };
  }
  if (url.username || url.password) return { problem: 'it holds a user name or a password' };
  return { url };
}

/** The address, when it is safe to visit or to render (see `judgeUrl`). */
export function safeUrl(text: string | null | undefined): URL | undefined {
  if (!text) return undefined;
  const verdict = judgeUrl(text);
  return 'url' in verdict ? verdict.url : undefined;
}
