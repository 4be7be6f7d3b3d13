import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listText, readList } from './choices.js';
import { explore } from './explore.js';
import { DEFECTS } from './planted-defects.js';
import { replay } from './report.js';
import { SCENES, sceneText, SURROUNDINGS } from './world.js';

// Lists that broke a promise once. Each was the shortest one. What they reached last may be out of reach now.

test.each([
  // The device's clock is set ahead between the answers of the gateway and the press in the other tab.
  'transfer, fresh id, pressed in two tabs / server asked, time exposed / page 1 accepted 1: clock two days ahead; payments are compared by: seal',
  // The merchant's server knows that it is paid, and the payer does not.
  'transfer, fresh id, left, and come back / server asked, time exposed / page 1 sending 1: a record spoiled',
  // Noticed by a device that is two days behind, and forgotten as soon as the gateway named the time.
  'transfer, fresh id, left, and come back / server asked, time exposed / page 1 price 1: clock two days back; page 1 sending 1: a record spoiled',
  // An end is recorded by the gateway's time, and the next page counts its age by a device that is an hour ahead.
  'order, fresh id, pressed in two tabs / server asked, time exposed / page 1 price 1: clock an hour ahead; page 1 successful 1: reloaded; page 3 successful 1: paid once more',
  // Sent before any answer has named the time, by a device that is two days behind: by the gateway's it seems two days old.
  'order, fresh id, pressed in two tabs / server asked, time exposed / page 1 price 1: clock two days back; request 2: arrives, and is refused for its token; page 1 unknown 1: paid once more',
  // What can't be read was dated by both clocks, and the next page knows only that of the device, which is two days ahead by then.
  'transfer, fresh id, paid / server asked, time exposed / page 1 sending 1: a record spoiled; page 1 accepted 1: reloaded; page 2 price 1: clock two days ahead',
  // Set back after the request has left, and recorded as paid by a page that has had one answer.
  'transfer, fresh id, confirmed at the bank / server asked, time exposed / page 1 sending 1: clock an hour back; poll 2: is lost; page 2 successful 1: paid once more',
  'transfer, prepared id, confirmed at the bank / server asked, time exposed / page 1 sending 1: clock two days back; page 2 followed 1: frozen for 40 s; page 2 successful 1: paid once more',
  // What the first tab writes down seems two days old to the second, which asks about no payment so old.
  'transfer, fresh id, pressed in two tabs / server asked, time exposed / page 1 price 1: clock two days back; request 1: arrives, and its answer takes 20 s; payments are compared by: seal',
  // Set back again after the second press: the clock was ahead at the press, and nothing but the gateway's time could have told.
  'transfer, fresh id, pressed in two tabs / server absent, time hidden / page 1 accepted 1: clock two days ahead; payments are compared by: seal; page 1 successful 1: clock two days back',
])('keeps every promise: %s', async (text) => {
  const { broken } = await replay(text);
  expect(broken).toEqual([]);
});

test('two tabs that wait for the same end are run apart where the gateway hides its time', async () => {
  const scene = SCENES.find((one) => sceneText(one) === 'transfer, prepared id, pressed in two tabs')!;
  const list = readList('request 1: is refused for its currency');
  const dates: string[] = [];
  for await (const run of explore({ scene, most: 1, begin: { list, alike: SURROUNDINGS } }))
    if (listText(run.list) === listText(list)) dates.push(run.surroundings.date);
  expect(new Set(dates)).toEqual(new Set(['exposed', 'hidden']));
});

test('every planted defect changes its file', () => {
  for (const { file, from, to, also } of DEFECTS)
    for (const [rule, without] of [[from, to], ...(also ? [also] : [])] as const) {
      expect(readFileSync(file, 'utf8').split(rule), `${file}: ${rule}`).toHaveLength(2);
      expect(rule).not.toBe(without);
    }
});
