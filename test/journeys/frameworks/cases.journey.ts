import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { useBrowser } from '../rig/browser.js';

const EVENTS = ['lowercaseevent', 'kebab-event', 'camelEvent', 'CAPSevent', 'PascalEvent', 'checkout-outcome'];

// The cases of custom-elements-everywhere.com with our elements: what each framework's own templates set, listen to and render.

const browser = useBrowser();

/** A framework's page as one module. */
async function bundle(framework: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } } }),
      svelte({ configFile: false }),
    ],
    define: { 'process.env.NODE_ENV': '"production"', ngDevMode: 'false' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, `test/journeys/frameworks/pages/${framework}.ts`), formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`The page of ${framework} was not built.`);
  return chunk.code;
}

describe.each(['react', 'vue', 'svelte', 'angular'])('%s', (framework) => {
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    const { checkout_url } = inject('gateway');
    const code = await bundle(framework);
    const context = await browser.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    // At the sandbox's own address: Chromium asks before a page of another host may reach this machine.
    const shop = `${checkout_url}/${framework}`;
    await context.route(`${shop}/**`, (route) =>
      route.fulfill(
        route.request().url().endsWith('.js')
          ? { contentType: 'text/javascript', body: code }
          : {
              contentType: 'text/html',
              body: `<!doctype html><html lang="en"><title>${framework}</title><div id="app"></div>
                <script type="module" src="${checkout_url}/checkout.js"></script><script type="module" src="page.js"></script></html>`,
            },
      ),
    );
    await page.goto(`${shop}/`);
    await page.locator('#declarative').waitFor({ state: 'attached' });
  }, 120_000);

  const render = (round: number) => page.evaluate((next) => void window.cases.render(next), round);
  const textOf = (id: string) => page.locator(`#${id}`).evaluate((element) => element.textContent.trim());

  test('shows an element without children', async () => {
    expect(await page.locator('#bare').evaluate(({ shadowRoot }) => (shadowRoot?.childElementCount ?? 0) > 0)).toBe(true);
    expect(await textOf('bare')).toBe('');
  });

  test('renders children, and renders them again in the same element', async () => {
    expect(await textOf('parent')).toBe('round 0');
    const before = await page.locator('#parent').elementHandle();
    await render(1);
    await expect.poll(() => textOf('parent')).toBe('round 1');
    expect(await page.locator('#parent').evaluate((element, old) => element === old, before)).toBe(true);
    await render(0);
    await expect.poll(() => textOf('parent')).toBe('round 0');
  });

  test('changes between elements', async () => {
    const tag = () => page.locator('#view').evaluate(({ localName }) => localName);
    expect(await tag()).toBe('product-pay');
    await render(1);
    await expect.poll(tag).toBe('plan-subscribe');
    await render(0);
    await expect.poll(tag).toBe('product-pay');
  });

  /** The element's values, and whether its objects are the very ones that the page passed. */
  const data = (round: number) =>
    page.locator('#data').evaluate((element, number) => {
      const given = window.cases.given(number);
      const {
        test: isTest,
        amount,
        currency,
        customer,
        senderBillingAddress,
        savedCards,
        prepare,
      } = element as unknown as Record<string, unknown>;
      return {
        isTest,
        amount,
        currency,
        object: customer === given.customer,
        camelCase: senderBillingAddress === given.address,
        array: savedCards === given.cards,
        function: prepare === given.prepare,
      };
    }, round);
  const same = { object: true, camelCase: true, array: true, function: true };

  test('passes booleans, numbers, strings, objects, arrays and functions', async () => {
    expect(await data(0)).toEqual({ isTest: true, amount: 100, currency: 'USD', ...same });
  });

  test('passes them again when they change', async () => {
    await render(1);
    await expect.poll(() => data(1)).toEqual({ isTest: false, amount: 200, currency: 'EUR', ...same });
    await render(0);
    await expect.poll(() => data(0)).toEqual({ isTest: true, amount: 100, currency: 'USD', ...same });
  });

  const dispatch = (id: string, type: string) =>
    page.locator(`#${id}`).evaluate((element, name) => {
      window.cases.heard.length = 0;
      element.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
      return window.cases.heard;
    }, type);

  test('receives an event by a listener that the page adds itself', async () => {
    expect(await dispatch('imperative', 'lowercaseevent')).toEqual(['lowercaseevent']);
  });

  test.each(EVENTS)('receives %s by a listener in its template', async (type) => {
    expect(await dispatch('declarative', type)).toEqual([type]);
  });

  test('has no error', () => {
    expect(complaints).toEqual([]);
  });
});
