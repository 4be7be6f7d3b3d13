import { chromium, type Browser, type BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createReport, type Report } from '../../../src/check/report.js';
import { visit } from '../../../src/check/observe/visit.js';
import { find, launchArguments } from '../../browsers.mjs';
import { document, element, OWN_SCRIPT, PAGE_SCRIPT, POLICY, published, script } from './checked-page.js';

interface Served {
  readonly type: string;
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the report's first finding with this code says. */
export const whatOf = (report: Report, code: string): string => report.findings.find((found) => found.code === code)?.what ?? '';

/** Everything that exists besides the page itself, by address. */
const pagesBeside = (): Readonly<Record<string, Served>> => ({
  'http://shop.example/checkout.js': { type: 'text/javascript', body: script() },
  'https://shop.example/frame': { type: 'text/html', body: document(element({ test: '' }) + OWN_SCRIPT) },
  'https://shop.example/checkout.js': { type: 'text/javascript', body: script() },
  // The page's own script, before or after the elements are defined.
  ...Object.fromEntries(
    ['http', 'https'].map((scheme) => [`${scheme}://shop.example/page.js`, { type: 'text/javascript', body: PAGE_SCRIPT }]),
  ),
  'https://shop.example/changed.js': { type: 'text/javascript', body: `${script()}\n// changed` },
});

/** Answers the requests of a browser. A slow page is never answered, and a request without a page is refused. @returns their addresses. */
async function answerRequests(context: BrowserContext, pageAt: (url: string) => Served | undefined): Promise<readonly string[]> {
  const asked: string[] = [];
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    asked.push(url);
    if (url.endsWith('/slow')) return;
    const served = pageAt(url);
    await (served
      ? route.fulfill({
          contentType: served.type,
          body: served.body,
          status: served.status ?? 200,
          headers: { ...served.headers },
        })
      : route.abort());
  });
  return asked;
}

/** Opens a browser while the tests of the file run, and checks pages in it. */
export function useCheck() {
  let browser: Browser;
  beforeAll(async () => {
    const { chromium: executablePath } = find();
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: launchArguments });
  });
  afterAll(() => browser.close());

  const further: Record<string, Served> = {};
  afterEach(() => {
    for (const url of Object.keys(further)) delete further[url];
  });

  /** Checks a page of shop.example, which exists only in this browser; all other requests are refused. */
  async function check(
    html: string,
    headers: Readonly<Record<string, string>> = { 'content-security-policy': POLICY },
    patience = 8_000,
    address = 'https://shop.example/pay',
  ) {
    const context = await browser.newContext();
    const pages: Readonly<Record<string, Served>> = { [address]: { type: 'text/html', body: html, headers }, ...pagesBeside() };
    const asked = await answerRequests(context, (url) => further[url] ?? pages[url]);
    try {
      const report = createReport(await visit(context, address, patience), [], published());
      return { report, codes: report.findings.map(({ code }) => code), asked };
    } finally {
      await context.close();
    }
  }

  /** Serves something at an address, in this test only. */
  const serve = (url: string, served: Served): void => void (further[url] = served);
  return { check, serve, newContext: () => browser.newContext() };
}
