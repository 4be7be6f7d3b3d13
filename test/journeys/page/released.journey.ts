import { expect, test } from 'vitest';
import { useBrowser } from '../rig/browser.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';

// Without the canary, which keeps every element that it watches.
const browser = useBrowser();
const ELEMENTS = 20;

const shop = useOwnPage(({ pathname }) =>
  pathname === '/' ? html(transferMarkup({ amount: '4000', hidden: '' }) + scriptMarkup()) : undefined,
);

// Not `main`: only Chromium counts the objects in memory.
test('no removed element stays in memory', { tags: ['sample'] }, async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(shop.url);
  await page.evaluate('customElements.whenDefined("p2p-transfer")');
  const cdp = await page.context().newCDPSession(page);
  const alive = async (): Promise<number> => {
    // The second collection frees what the first one finalized.
    for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'customElements.get("p2p-transfer").prototype' });
    const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
    const { result: count } = await cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    await cdp.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
    return Number(count.value);
  };
  await page.evaluate((count) => {
    const [element] = document.getElementsByTagName('p2p-transfer');
    const ready = new Promise<void>((resolve) => {
      let missing = count;
      addEventListener('checkout-ready', () => (missing -= 1) || resolve());
    });
    for (let made = 0; made < count; made += 1) {
      const copy = element!.cloneNode() as HTMLElement;
      copy.hidden = false;
      document.body.append(copy);
    }
    return ready;
  }, ELEMENTS);
  expect(await alive()).toBe(1 + ELEMENTS);
  await page.evaluate('for (const copy of document.querySelectorAll("body > p2p-transfer")) copy.remove()');
  // Well before the patience of any timer that an element may have set.
  await expect.poll(alive, { timeout: 2000 }).toBe(1);
});
