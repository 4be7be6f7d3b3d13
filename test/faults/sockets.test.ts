import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DEFECTS, importWith } from '../explore/planted-defects.js';
import { SCENES, sceneText } from '../explore/world.js';
import { sampleOrAll } from '../sample-or-all.js';
import { FAULTS } from './faults.js';
import { Sockets, type searchOverSockets } from './sockets.js';

// The explorer's pages, payers and gateway, with real connections between them: each fault that only sockets have, at each request.

const sockets = new Sockets();
const scenes = SCENES.filter((scene) =>
  ['transfer, fresh id, paid', 'order, fixed id, paid', 'transfer, fresh id, confirmed at the bank'].includes(sceneText(scene)),
).slice(0, sampleOrAll(1, 3));

test.each(scenes.map((scene) => [sceneText(scene), scene] as const))(
  'whatever bytes come or don’t, every promise is kept: %s',
  { timeout: 600_000 },
  async (_, scene) => {
    const report = await sockets.explore(scene);
    expect(report.lists).toBe('');
    expect(report.runs).toBeGreaterThan(100);
  },
);

test('every fault took effect', () => {
  expect(FAULTS.filter(({ name }) => !sockets.effects.has(name))).toEqual([]);
});

test('a page that calls no answer a failure is found', { timeout: 600_000 }, async () => {
  const defect = DEFECTS.find(({ name }) => name === 'no answer is failed')!;
  const path = fileURLToPath(new URL('sockets.ts', import.meta.url));
  const planted = await importWith<{ searchOverSockets: typeof searchOverSockets }>(defect, path);
  expect(await planted.searchOverSockets('fresh id, paid', 'lied')).toContain('lied');
});
