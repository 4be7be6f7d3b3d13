import { html as markup } from 'hono/html';
import { page } from './page.js';

/** Explains the server to a developer who opens its address in a browser. */
export const frontPage = (consoleUrl: string): Promise<Response> =>
  page({
    language: 'en',
    title: 'Sandbox gateway',
    header: ['Sandbox gateway', 'checkout-elements'],
    content: markup`<h1>This is a sandbox of a card gateway</h1>
<p>Programs and payment pages talk to this address. It charges no one: use the test cards, never a real one.</p>
<p><a href="${consoleUrl}">The console</a> shows payments, keys and test cards, moves the clock, and switches faults on.</p>
<p><a href="${consoleUrl}/reference">The API reference</a> lists every endpoint; <a href="/openapi.json">openapi.json</a> is the same for
programs.</p>
<p><a href="/checkout.js">checkout.js</a> is the script for your page.</p>`,
    footer: 'Everything here is for testing.',
  });
