// The pages that are visited, and the scripts that they load.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../build/install.mjs';
import { pageOf } from './browser.mjs';
import { bundleFile, packageFolder, staticCode } from './build.mjs';

/** Milliseconds of a round trip in a slow network, without the margin of the browsers' tools for requests. */
const ROUND_TRIP = 150;

/**
 * Part of each page, so that no query disturbs it while it works: watches for the first field that takes input.
 *
 * @param {string} isUsable an expression.
 */
const watchFor = (isUsable) => `<script>
  const tasks = [];
  const note = (list) => tasks.push(...list.getEntries());
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
  (function look() {
    if (!(${isUsable})) return requestAnimationFrame(look);
    const usable = performance.now();
    setTimeout(() => {
      const before = tasks.filter(({ startTime }) => startTime < usable).map(({ duration }) => duration);
      globalThis.visit = {
        usable,
        // The browser reports no task of less than 50 ms.
        longest: Math.max(50, ...before),
        blocked: before.reduce((sum, duration) => sum + duration - 50, 0),
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      };
    }, 1000);
  })();
</script>`;

/** @param {string} tag */
const watcher = (tag) =>
  watchFor(
    `(document.querySelector('${tag}')?.shadowRoot ?? document.querySelector('${tag}'))?.querySelector('input')?.getBoundingClientRect().height`,
  );

/** The element shows a frame's fields as soon as they are drawn and take input. */
const frameWatcher = watchFor(
  `document.querySelector('p2p-transfer')?.shadowRoot?.querySelector('.isolated:not(.coming) > slot')`,
);

/**
 * The same files below `/slow`, sent as at the start of a connection.
 *
 * @param {Readonly<Record<string, string>>} files
 */
const fromSlowStart = (files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      `/slow${path}`,
      { text: text.replaceAll(/(?<=(?:src|href)=")(?=\/)/g, '/slow'), roundTrip: ROUND_TRIP },
    ]),
  );

/**
 * The document of the isolated fields, as the command writes it.
 *
 * @param {string} publicKey
 * @param {string[]} flags
 */
export function fieldsFile(publicKey, ...flags) {
  const out = mkdtempSync(join(tmpdir(), 'bench-fields-'));
  const given = ['--out', out, '--checkout-url', 'http://127.0.0.1:9', '--key', publicKey, '--parent', 'http://127.0.0.1:8'];
  execFileSync(process.execPath, [join(packageFolder, 'dist/check.js'), 'fields', ...given, ...flags]);
  // The page's port is not known yet, and the command takes whole origins only.
  const anyPort = (/** @type {string} */ name) =>
    readFileSync(join(out, name), 'utf8').replaceAll('http://127.0.0.1:8', 'http://127.0.0.1:*');
  const headers = Object.fromEntries(
    anyPort('headers.txt')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const text = anyPort('index.html');
  rmSync(out, { recursive: true });
  return { text, headers };
}

/** What every element has, but for its key. */
export const ATTRIBUTES = {
  'checkout-url': 'http://127.0.0.1:9',
  currency: 'USD',
  amount: '10000',
  description: 'Bench',
};

/** The pages that are visited, and the scripts that they load. @param {string} gateway The origin of the isolated fields. @param {string} publicKey */
export async function pagesOf(gateway, publicKey) {
  const attributes = Object.entries({ ...ATTRIBUTES, 'public-key': publicKey })
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
  const bundled = async (/** @type {string} */ name) =>
    staticCode(await bundleFile(join(root, 'test/bench/pages', `${name}.ts`)));
  const page = (/** @type {string} */ tag, /** @type {string} */ script) =>
    pageOf(script, `<${tag} ${attributes}></${tag}>${watcher(tag)}`);
  const built = (/** @type {string} */ name) => readFileSync(join(packageFolder, 'dist/cdn', name), 'utf8');
  const inputs = execFileSync(process.execPath, [join(packageFolder, 'dist/check.js'), 'markup', 'p2p-transfer']).toString();
  // The attribute is there before the script runs.
  const framed = (/** @type {string} */ fieldsUrl) =>
    pageOf(
      '/checkout.js',
      `<p2p-transfer ${attributes}></p2p-transfer><script>document.querySelector('p2p-transfer').setAttribute('fields-url', ${fieldsUrl})</script>${frameWatcher}`,
    );
  const parts = {
    '/whole.html': page('p2p-transfer', '/checkout.js'),
    '/transfer.html': page('p2p-transfer', '/p2p-transfer.js'),
    '/twin.html': page('plain-transfer', '/twin.js'),
    '/react.html': page('react-transfer', '/react.js'),
    '/slot.html': pageOf(
      '/p2p-transfer.js',
      `<p2p-transfer fields="slot" ${attributes}>${inputs}</p2p-transfer>${watcher('form')}`,
    ),
    '/checkout.js': built('checkout.js'),
    '/p2p-transfer.js': built('p2p-transfer.js'),
    '/twin.js': await bundled('plain-transfer'),
    '/react.js': await bundled('react-transfer'),
  };
  return {
    ...parts,
    ...fromSlowStart(parts),
    '/gateway.html': framed(`'${gateway}/fields.html'`),
    '/shop.html': framed(`location.origin + '/fields.html'`),
    '/fields.html': fieldsFile(publicKey, '--same-host'),
    // As heavy as the page with fields="slot", and with the same inputs to lay out; only the script is missing.
    '/inputs.html': pageOf('', `<div fields="slot" ${attributes}>${inputs}</div>${watcher('form')}`),
    '/plain.html': `<!doctype html><title>Bench</title><form><input></form>${watcher('form')}`,
    '/mounted.html': pageOf('/mounted.js'),
    '/mounted.js': await bundled('mounted'),
    '/sealing.html': pageOf('/sealing.js'),
    '/sealing.js': await bundled('sealing'),
    '/empty.html': '<!doctype html><title>Bench</title>',
  };
}
