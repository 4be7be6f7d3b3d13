/** Files about what a page does once, such as limiting its keys or defining an element. */
const FRESH_PAGE = [
  'elements/page/fields-urls',
  'elements/page/on-a-page',
  'elements/page/thumbprints',
  'locales/languages',
  'react/hydration',
].map((name) => `test/${name}.browser.test.ts`);

interface ElementPage<Engine> {
  readonly browser: Engine;
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly include?: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
}

/**
 * The pages of a browser for element tests: one for all files, and one anew for each file that needs it.
 *
 * @param apart Files for another page beside these, so that the others don't wait for them.
 */
export function elementPages<Engine extends 'chromium' | 'firefox' | 'webkit'>(
  browser: Engine,
  apart: readonly string[] = [],
): ElementPage<Engine>[] {
  const page = (what: string, settings: Partial<ElementPage<Engine>>): ElementPage<Engine> => ({
    browser,
    name: `${browser} desktop${what}`,
    viewport: { width: 1024, height: 768 },
    ...settings,
  });
  return [
    page('', { exclude: [...apart, ...FRESH_PAGE] }),
    ...(apart.length > 0 ? [page(', longest files', { include: [...apart] })] : []),
    page(', fresh pages', { include: FRESH_PAGE, isolate: true }),
  ];
}
