// Spaces and control characters: a URL parser drops or trims them, so what a person read is not what is visited.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/;

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
  if (!URL.canParse(text)) return { problem: 'it is not an absolute address such as https://shop.example/paid' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'it is neither https nor http' };
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
