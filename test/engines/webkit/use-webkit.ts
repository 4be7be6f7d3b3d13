import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { Canary } from '../../canary/canary.js';
import { CODE } from '../../journeys/rig/payer.js';
import type { Session } from './webdriver.js';
import { openWebKit, type WebKit } from './webkit.js';
import { WebKitPage } from './webkit-page.js';

/** A payer's WebKit in the journeys of one file. */
export interface WebKitJourneys {
  readonly page: WebKitPage;
  readonly session: Session;
  /** Registers a card with the canary before it is typed. */
  hides(pan: string): void;
  /** Answers the bank's 3-D Secure page. */
  confirmAtBank(): Promise<void>;
}

/** Opens WebKit for each journey of the calling file, and checks after it that no card data has leaked. */
export function useWebKit(): WebKitJourneys {
  const canary = new Canary();
  let webkit: WebKit | undefined;
  const opened = (): WebKit => {
    if (!webkit) throw new Error('WebKit is opened before each journey: use it inside a test.');
    return webkit;
  };

  async function lookForCards({ session }: WebKit): Promise<void> {
    const kept = await session.run<string>(
      'return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
    );
    canary.see('storage', kept);
    canary.see('address', await session.address());
    for (const log of [inject('gatewayLog'), inject('shopLog')]) canary.seeLog(readFileSync(log, 'utf8'));
  }

  // A new browser each time, because nothing else clears the storage of all origins.
  beforeEach(async () => {
    webkit = await openWebKit();
  });
  afterEach(async () => {
    try {
      await lookForCards(opened());
    } finally {
      await webkit?.close();
      webkit = undefined;
    }
    expect(canary.takeLeaks()).toEqual([]);
  });

  return {
    get page() {
      return new WebKitPage(opened().session);
    },
    get session() {
      return opened().session;
    },
    hides: (pan) => {
      canary.keepPan(pan);
      canary.keepCode(CODE);
    },
    async confirmAtBank() {
      await this.page.arrives(/\/3ds\//);
      await this.page.type('123456', 'Code');
      await this.page.click('button', 'Confirm');
    },
  };
}
