import { test as base } from 'playwright/test';
import { connect } from 'checkout-elements-sandbox';

/** Playwright's `test`, with the sandbox that playwright.config.js starts; its console is on the next port. */
export const test = /** @type {typeof base.extend<{}, { sandbox: import('checkout-elements-sandbox').ConnectedSandbox }>} */ (
  base.extend
)({
  sandbox: [async ({}, use) => use(await connect('http://127.0.0.1:4411')), { scope: 'worker' }],
});
