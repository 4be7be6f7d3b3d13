import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { firefox, unscaled } from './firefox/firefox-provider.js';
import { webkit } from './webkit/webkit-provider.js';

/** The tests of a project for one engine, and how Vitest shows them their page. */
type BrowserProject = TestProjectInlineConfiguration & { test: { browser: object } };

const viewport = { width: 1024, height: 768 };

/** About half of the time of all element tests. */
const LONGEST = [
  'session/settings/live',
  'steps/outcome/outcome-view',
  'p2p-transfer/quote',
  'session/resumed',
  'base/appearance',
].map((name) => `test/elements/${name}.browser.test.ts`);

/** The files with a journey tagged `main` or `engines`: no other file would run a test, but all would be loaded. */
const mainJourneys = (): string[] =>
  readdirSync('test/journeys', { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.journey.ts'))
    .map((name) => `test/journeys/${name}`)
    .filter((path) => /tags: \[[^\]]*'(main|engines)'/.test(readFileSync(path, 'utf8')));

/**
 * The projects `npm run test:engines` runs, by the engines it names in ENGINES: the element tests and the journeys that
 * Chromium's projects hold, in other engines. Without ENGINES the list is empty.
 *
 * @param elements Chromium's project of element tests.
 * @param journeys Chromium's project of journeys.
 */
export function engineProjects(
  elements: BrowserProject,
  journeys: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration[] {
  const asked = (process.env['ENGINES'] ?? '').split(',');
  const inEngine = (engine: 'firefox' | 'webkit', browser: object): TestProjectInlineConfiguration => ({
    ...elements,
    // Only one page at a time has the focus and gets its events.
    test: { ...elements.test, name: engine, fileParallelism: false, browser: { ...elements.test.browser, ...browser } },
  });
  const projects: TestProjectInlineConfiguration[] = [];
  if (asked.includes('firefox')) {
    projects.push(
      inEngine('firefox', {
        orchestratorScripts: unscaled,
        provider: firefox(),
        // Two of them, each with its own focus, so that the longest files don't wait for the others.
        instances: [
          { browser: 'firefox', name: 'firefox desktop', viewport, exclude: LONGEST },
          { browser: 'firefox', name: 'firefox desktop, longest files', viewport, include: LONGEST },
        ],
      }),
      {
        ...journeys,
        test: {
          ...journeys.test,
          // Two engines are already running.
          fileParallelism: false,
          name: 'journeys firefox',
          include: mainJourneys(),
          provide: { engine: 'firefox', fieldsPlace: 'page' },
        },
      },
      ...(['gateway', 'shop'] as const).map((place) => ({
        ...journeys,
        test: {
          ...journeys.test,
          fileParallelism: false,
          name: `journeys firefox in a frame of the ${place}`,
          include: ['transfer/transfer', 'bank/challenge', 'product/product'].map((name) => `test/journeys/${name}.journey.ts`),
          provide: { engine: 'firefox' as const, fieldsPlace: place },
        },
      })),
    );
  }
  if (asked.includes('webkit')) {
    projects.push(
      inEngine('webkit', {
        // Its driver has no headless mode; it has its own display.
        headless: false,
        provider: webkit(),
        instances: [{ browser: 'webkit', name: 'webkit desktop', viewport }],
      }),
      {
        ...journeys,
        test: {
          ...journeys.test,
          fileParallelism: false,
          name: 'journeys webkit',
          include: ['test/engines/**/*.journey.ts'],
          provide: { fieldsPlace: 'page' },
        },
      },
    );
  }
  return projects;
}
