import type { BrowserContext } from 'playwright';
import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';
import type { ObservedDocument, ObservedReturn } from './observed-page.js';
import { isWebAddress } from './web-address.js';

/** Asks for each address that payers come back to: by https, or on this machine, where the page is there too. */
export async function observeReturns(
  context: BrowserContext,
  documents: readonly ObservedDocument[],
  { timeout, page: address }: { readonly timeout: number; readonly page: string },
): Promise<ObservedReturn[]> {
  const withoutHash = (url: string): string => url.split('#', 1)[0]!;
  const returns = new Map<string, ObservedReturn>();
  const scripts = documents.flatMap((each) => each.scripts.flatMap(({ url }) => parseUrl(url)?.pathname ?? []));
  for (const { tag, id, frame, addresses } of documents.flatMap(({ elements }) => elements)) {
    const url = addresses['return-url'];
    // The page itself has answered.
    if (url === undefined || !isWebAddress(url) || withoutHash(url) === withoutHash(address) || returns.has(url)) continue;
    const { protocol, hostname } = new URL(url);
    const isAllowed = protocol === 'https:' || (isLoopback(hostname) && isLoopback(new URL(address).hostname));
    // Another finding is about these addresses.
    if (isAllowed)
      returns.set(url, { tag, id, frame, address: url, ...(await ask(context, url, timeout, [`<${tag}`, ...scripts])) });
  }
  return [...returns.values()];
}

/** @param signs Of which one is in a page that shows the element, or has a script that may. */
async function ask(
  context: BrowserContext,
  url: string,
  timeout: number,
  signs: readonly string[],
): Promise<Pick<ObservedReturn, 'status' | 'failed' | 'isElsewhere'>> {
  try {
    const response = await context.request.get(url, { timeout });
    const text = await response.text();
    const isElsewhere = response.ok() && !signs.some((sign) => text.includes(sign));
    return { status: response.status(), ...(isElsewhere && { isElsewhere }) };
  } catch (error) {
    const [failed = ''] = (error as Error).message.replace(/^\w+\.get: /, '').split('\n');
    return { failed };
  }
}
