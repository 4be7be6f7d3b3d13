import { afterEach, expect, inject } from 'vitest';
import type { BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright';
import { Canary, type Leak } from '../../canary/canary.js';
import { useBrowser } from './browser.js';
import { Payer } from './payer.js';
import { shopPath, TALL } from './fields-place.js';
import { watchContext } from './watch-context.js';

/** A payer with their own browser context at the shop. */
export interface Journey {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly payer: Payer;
  readonly canary: Canary;
  /** What the canary found in all pages and logs so far; clears the list. */
  readonly leaks: () => Promise<Leak[]>;
}

/** The shop's answer to its own page: what its server knows of this browser's orders, newest first. */
export interface KnownOrder {
  readonly trackingId: string;
  readonly state: 'open' | 'paid' | 'declined' | 'differs';
  readonly amount: number | undefined;
  readonly transactions: readonly { readonly uid: string; readonly status: string; readonly amount?: number }[];
}

/** The orders of a page's session, as the shop's server knows them. */
export async function knownOrders(page: Page): Promise<readonly KnownOrder[]> {
  const answer = await page.request.get(new URL('/api/transfers', page.url()).href);
  return ((await answer.json()) as { orders: KnownOrder[] }).orders;
}

/** Moves the sandbox's clock ahead, and runs everything that falls due meanwhile. */
export async function advanceSandbox(seconds: number, consoleUrl = inject('gateway').console_url): Promise<void> {
  const answer = await fetch(`${consoleUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  expect(answer.status).toBe(200);
}

let lastAmount = 1000 + Math.floor(Math.random() * 1_000_000);
/**
 * An amount that was never sent before, in minor units: the same amount from the same card within 30 s is a duplicate (spec 8).
 * Below 20,000 USD, and never with a whole part of three digits, which could be a verification value.
 */
export function freshAmount(): number {
  lastAmount = (lastAmount + 7) % 900_000;
  return 100_000 + lastAmount;
}

/** Starts journeys in the calling file; after each of them, the canary must have found no card data. */
export function useJourneys(launchOptions: LaunchOptions = {}): {
  start(path?: string, options?: BrowserContextOptions & { readonly shopUrl?: string }): Promise<Journey>;
} {
  const browser = useBrowser(launchOptions);
  // One for the whole file: what an earlier journey typed must not show up later either.
  const canary = new Canary();
  const open: { context: BrowserContext; snapshot: () => Promise<void> }[] = [];

  const leaks = async (): Promise<Leak[]> => {
    for (const { snapshot } of open) await snapshot();
    return canary.takeLeaks();
  };
  afterEach(async () => {
    const found = await leaks();
    for (const { context } of open.splice(0)) await context.close();
    expect(found).toEqual([]);
  });

  return {
    start: async (path = '/', { shopUrl = inject('shopUrl'), ...options } = {}) => {
      const place = inject('fieldsPlace');
      const context = await browser.newContext({ ...(place !== 'page' && TALL), ...options });
      // Shorter than the test's own limit, so that a failure names what the payer waited for.
      context.setDefaultTimeout(40_000);
      open.push({ context, snapshot: await watchContext(context, canary) });
      const page = await context.newPage();
      await page.goto(shopUrl + (shopUrl === inject('shopUrl') ? shopPath(path, place) : path));
      return { context, page, payer: new Payer(page, canary), canary, leaks };
    },
  };
}
