import { expect, test } from 'vitest';
import { runList } from './explore.js';
import { REFUSED } from './gateway.js';
import { IDS, SCENES, SURROUNDINGS, surroundingsText } from './world.js';

// A rule that keeps a page from lying can also make it too careful. These payers pay once, and the answer to their request is lost: how many
// of them read "we don't know" in the end, by the habit of the gateway. Without a lost answer, no payer reads it (`report.tooCareful`).

const ENDS = ['normal', 'ends 45 s later', 'ends otherwise'];

/**
 * The most of 9 payers who may read it: all of them where there is no server to ask, and none where there is one. Where the gateway hides its
 * time, the server can't tell which attempt a failure is about: then the three whose payment failed read it.
 */
const CEILINGS = {
  'server asked, time exposed': 0,
  'server asked, time hidden': 3,
  'server absent, time exposed': 9,
  'server absent, time hidden': 9,
};

test.each(SURROUNDINGS.map((one) => [surroundingsText(one), one] as const))(
  'honest payers, %s',
  { timeout: 120_000 },
  async (text, one) => {
    for (const habit of [...REFUSED.map((how) => `copies are refused: ${how}`), 'jobs end: twice']) {
      const [point = '', way = ''] = habit.split(': ');
      let unknown = 0;
      for (const ids of IDS)
        for (const end of ENDS) {
          const scene = SCENES.find(({ course, ids: each, what }) => course === 'paid' && each === ids && what === 'transfer')!;
          const list = new Map([
            ['request 1', 'arrives, and its answer is lost'],
            ['bank 1', end],
            [point, way],
          ]);
          const { broken, world } = await runList(scene, one, list);
          expect(broken).toEqual([]);
          const words = world.oracle.words.map(({ outcome }) => outcome);
          if (words.includes('unknown') && words.every((word) => word === 'unknown')) unknown += 1;
        }
      expect([habit, unknown <= CEILINGS[text as keyof typeof CEILINGS]], String(unknown)).toEqual([habit, true]);
    }
  },
);
