import process from 'node:process';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { filesWith } from '../files-with.mjs';
import { findEngine } from './engines.mjs';
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
const mainJourneys = (): string[] => filesWith('test/journeys', '.journey.ts', /tags: \[[^\]]*'(main|engines)'/);

/** Chromium's element tests in another engine. */
const elementsIn = (engine: 'firefox' | 'webkit', elements: BrowserProject, browser: object): TestProjectInlineConfiguration => ({
  ...elements,
  // Only one page at a time has the focus and gets its events.
  test: { ...elements.test, name: engine, fileParallelism: false, browser: { ...elements.test.browser, ...browser } },
});

/** Chromium's project of journeys with other settings. One file at a time, because other projects already run an engine each. */
const journeysWith = (
  journeys: TestProjectInlineConfiguration,
  settings: TestProjectInlineConfiguration['test'] & {},
): TestProjectInlineConfiguration => ({ ...journeys, test: { ...journeys.test, fileParallelism: false, ...settings } });

/** Chromium's own journeys, as playwright drives them in another engine: in the page, and the most important ones in frames. */
const ownJourneys = (
  engine: 'firefox' | 'webkit',
  journeys: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration[] => [
  journeysWith(journeys, {
    name: `journeys ${engine}`,
    include: mainJourneys(),
    provide: { engine, fieldsPlace: 'page' },
  }),
  ...(['gateway', 'shop'] as const).map((fieldsPlace) =>
    journeysWith(journeys, {
      name: `journeys ${engine} in a frame of the ${fieldsPlace}`,
      include: ['transfer/transfer', 'bank/challenge', 'product/product', 'frame/attack/spending'].map(
        (name) => `test/journeys/${name}.journey.ts`,
      ),
      provide: { engine, fieldsPlace },
    }),
  ),
];

const firefoxProjects = (elements: BrowserProject, journeys: TestProjectInlineConfiguration) => [
  elementsIn('firefox', elements, {
    orchestratorScripts: unscaled,
    provider: findEngine('firefox')?.isPlaywrights ? playwright() : firefox(),
    // Two of them, each with its own focus, so that the longest files don't wait for the others.
    instances: [
      { browser: 'firefox', name: 'firefox desktop', viewport, exclude: LONGEST },
      { browser: 'firefox', name: 'firefox desktop, longest files', viewport, include: LONGEST },
    ],
  }),
  ...ownJourneys('firefox', journeys),
];

const webkitProjects = (elements: BrowserProject, journeys: TestProjectInlineConfiguration) => {
  const { isPlaywrights = false } = findEngine('webkit') ?? {};
  return [
    elementsIn('webkit', elements, {
      // WebKitGTK's driver has no headless mode; it has its own display.
      headless: isPlaywrights,
      provider: isPlaywrights ? playwright() : webkit(),
      instances: [{ browser: 'webkit', name: 'webkit desktop', viewport }],
    }),
    ...(isPlaywrights
      ? ownJourneys('webkit', journeys)
      : [
          journeysWith(journeys, {
            name: 'journeys webkit',
            include: ['test/engines/**/*.journey.ts'],
            provide: { fieldsPlace: 'page' },
          }),
        ]),
  ];
};

/**
 * The projects of `npm run test:engines`, for the engines in the variable ENGINES: the element tests and the journeys of
 * Chromium's projects, in other engines. Without ENGINES the list is empty.
 *
 * @param elements Chromium's project of element tests.
 * @param journeys Chromium's project of journeys.
 */
export function engineProjects(
  elements: BrowserProject,
  journeys: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration[] {
  const asked = (process.env['ENGINES'] ?? '').split(',');
  return [
    ...(asked.includes('firefox') ? firefoxProjects(elements, journeys) : []),
    ...(asked.includes('webkit') ? webkitProjects(elements, journeys) : []),
  ];
}
