import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { launchArguments } from './browsers.mjs';

test('what Playwright switches off in Chromium stays off beside our own list', () => {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? [];
  const playwrights = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(playwrights.length).toBeGreaterThan(10);
  const [, ours = ''] = launchArguments.find((argument) => argument.startsWith('--disable-features='))?.split('=') ?? [];
  expect(ours.split(',')).toEqual(expect.arrayContaining(playwrights));
});
