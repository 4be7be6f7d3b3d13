import { type TestBed, startTestBed } from '../world/test-bed.js';
import type { Engine, LiveBrowser } from './live-browser.js';
import { buildPageScripts } from './page-scripts.js';
import { launchPlaywright } from './playwright-browser.js';
import { ShopServer } from './shop-server.js';
import { launchWebKit } from './webkit-browser.js';

/** What all runs in one engine share. */
export interface LiveTestBed {
  readonly engine: Engine;
  readonly network: TestBed;
  readonly shop: ShopServer;
  readonly browser: LiveBrowser;
  close(): Promise<void>;
}

export async function startLiveTestBed(engine: Engine): Promise<LiveTestBed> {
  const scripts = await buildPageScripts();
  const browser = engine === 'webkit' ? await launchWebKit() : await launchPlaywright(engine);
  const shop = await ShopServer.start(scripts);
  const network = await startTestBed();
  return {
    engine,
    network,
    shop,
    browser,
    async close() {
      await browser.close();
      shop.close();
      await network.close();
    },
  };
}
