import type { BrowserContext } from 'playwright';
import type { ObservedDocument, ObservedFields } from './observed-page.js';
import { isLoopback } from '../../url/safe-url.js';
import { isWebAddress } from './web-address.js';

/** The addresses of the isolated fields in a page. */
export const fieldsUrlsOf = (documents: readonly ObservedDocument[]): readonly string[] => [
  ...new Set(documents.flatMap(({ elements }) => elements.flatMap(({ addresses }) => addresses['fields-url'] ?? []))),
];

/** Why an address is not opened. The page names it, and could name a file or a service of the machine or the network of the check. */
function refusal(url: string, isOfThisMachine: boolean): string | undefined {
  if (!isWebAddress(url)) return 'its address is neither http nor https';
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (isOfThisMachine && isLoopback(hostname)) ? undefined : 'its address is not https';
}

async function observe(context: BrowserContext, url: string, { timeout, page: address }: Options): Promise<ObservedFields> {
  const failed = refusal(url, isLoopback(new URL(address).hostname));
  if (failed) return { failed, headers: {}, html: '' };
  // Not in a frame: a browser shows no document there that refuses to be framed.
  const page = await context.newPage();
  try {
    const response = await page.goto(url, { waitUntil: 'commit', timeout });
    const [headers, html] = response ? [await response.allHeaders(), await response.text()] : [{}, ''];
    return { headers, html, ...(!response?.ok() && { failed: `it answers with status ${response?.status() ?? 'none'}` }) };
  } catch (error) {
    const [reason = ''] = (error as Error).message.replace(/^page\.goto: /, '').split('\n');
    return { failed: `it does not load: ${reason}`, headers: {}, html: '' };
  } finally {
    await page.close();
  }
}

interface Options {
  /** In milliseconds. */
  readonly timeout: number;
  /** The address of the page that names them. */
  readonly page: string;
}

/** Opens each document of isolated fields on its own: by https, or on this machine, where the page is there too. */
export async function observeFields(
  context: BrowserContext,
  urls: readonly string[],
  options: Options,
): Promise<Readonly<Record<string, ObservedFields>>> {
  return Object.fromEntries(await Promise.all(urls.map(async (url) => [url, await observe(context, url, options)] as const)));
}
