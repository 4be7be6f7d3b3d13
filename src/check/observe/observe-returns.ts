import type { BrowserContext } from 'playwright';
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
  const found = new Map<string, ObservedReturn>();
  for (const { tag, id, addresses } of documents.flatMap(({ elements }) => elements)) {
    const url = addresses['return-url'];
    // The page itself has answered.
    if (url === undefined || !isWebAddress(url) || withoutHash(url) === withoutHash(address) || found.has(url)) continue;
    const { protocol, hostname } = new URL(url);
    const isAllowed = protocol === 'https:' || (isLoopback(hostname) && isLoopback(new URL(address).hostname));
    // Another finding is about these addresses.
    if (isAllowed) found.set(url, { tag, id, address: url, ...(await ask(context, url, timeout)) });
  }
  return [...found.values()];
}

async function ask(context: BrowserContext, url: string, timeout: number): Promise<Pick<ObservedReturn, 'status' | 'failed'>> {
  try {
    const response = await context.request.get(url, { timeout });
    return { status: response.status() };
  } catch (error) {
    const [failed = ''] = (error as Error).message.replace(/^\w+\.get: /, '').split('\n');
    return { failed };
  }
}
