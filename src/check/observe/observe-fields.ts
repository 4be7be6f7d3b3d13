import type { BrowserContext } from 'playwright';
import type { ObservedDocument, ObservedFields } from './observed-page.js';
import { isWebAddress } from './web-address.js';

/** The addresses of the isolated fields in a page. */
export const fieldsUrlsOf = (documents: readonly ObservedDocument[]): readonly string[] => [
  ...new Set(documents.flatMap(({ elements }) => elements.flatMap(({ addresses }) => addresses['fields-url'] ?? []))),
];

async function observe(context: BrowserContext, url: string, timeout: number): Promise<ObservedFields> {
  // The page names the address, and could name a file of the machine that the check runs on.
  if (!isWebAddress(url)) return { failed: 'its address is neither http nor https', headers: {}, html: '' };
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

/**
 * Opens each document of isolated fields on its own.
 *
 * @param timeout In milliseconds.
 */
export async function observeFields(
  context: BrowserContext,
  urls: readonly string[],
  timeout: number,
): Promise<Readonly<Record<string, ObservedFields>>> {
  return Object.fromEntries(await Promise.all(urls.map(async (url) => [url, await observe(context, url, timeout)] as const)));
}
