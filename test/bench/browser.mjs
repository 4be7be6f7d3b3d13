// Chromium on pages served from memory over loopback.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { findOrInstall, launchArguments } from '../browsers.mjs';

/**
 * A text, or a text with headers of its own, or one that is sent as at the start of a connection; `roundTrip` is in milliseconds.
 *
 * @typedef {string | { text: string, headers?: Readonly<Record<string, string>>, roundTrip?: number }} File
 */

/** @typedef {(path: string) => Promise<{ page: import('playwright').Page, cdp: import('playwright').CDPSession }>} Open */

/** The bytes that TCP sends before the first acknowledgement: ten segments (RFC 6928). */
const FIRST_WINDOW = 14_600;

/**
 * Sends a body as TCP does at the start of a connection: after each round trip, twice as much as before.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer} body
 * @param {number} roundTrip in milliseconds.
 */
async function sendFromSlowStart(response, body, roundTrip) {
  let sent = 0;
  for (let window = FIRST_WINDOW; sent < body.length; window *= 2) {
    if (sent > 0) await sleep(roundTrip);
    response.write(body.subarray(sent, sent + window));
    sent += window;
  }
  response.end();
}

/**
 * @param {Readonly<Record<string, File>>} files
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(files) {
  const bodies = new Map(
    Object.entries(files).map(([path, file]) => [path, brotliCompressSync(typeof file === 'string' ? file : file.text)]),
  );
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const body = bodies.get(path);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': path.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-store',
      // An isolated page may read the clock to 5 microseconds instead of 100.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      ...ownHeaders(files[path]),
    });
    const file = files[path];
    if (typeof file === 'object' && file.roundTrip) void sendFromSlowStart(response, body, file.roundTrip);
    else response.end(body);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {File | undefined} file */
const ownHeaders = (file) => (typeof file === 'object' ? file.headers : undefined) ?? {};

/** A page that runs one module. @param {string} script its path; empty: it runs none. */
export const pageOf = (script, body = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,">` +
  `<body>${body}${script && `<script type="module" src="${script}"></script>`}</body></html>`;

/**
 * Starts server and browser, and ends both whatever happens.
 *
 * @template Result
 * @param {Readonly<Record<string, File>>} files by path.
 * @param {(open: Open) => Promise<Result>} use
 * `open` loads a page in a context of its own, with a session of Chromium's own protocol.
 * @param {readonly string[]} [more] further arguments of the browser.
 * @returns {Promise<Result>}
 */
export async function inBrowser(files, use, more = []) {
  const server = await serve(files);
  try {
    const browser = await chromium.launch({ executablePath: findOrInstall(), args: [...launchArguments, ...more] });
    try {
      return await use(async (path) => {
        const context = await browser.newContext();
        const page = await context.newPage();
        page.on('pageerror', (error) => console.error(`An error in the page: ${error.message}`));
        const cdp = await context.newCDPSession(page);
        await page.goto(server.origin + path);
        return { page, cdp };
      });
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
