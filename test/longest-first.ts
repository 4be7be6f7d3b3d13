import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of at least some ten seconds, the longest first. Vitest would begin with the largest in bytes, and wait for one of these. */
const LONGEST = [
  'conformance/sandbox.test.ts',
  'scripted/same-as-sandbox.test.ts',
  'elements/session/settings/live-requests.browser.test.ts',
  'explore/one-deviation-first-half.test.ts',
  'explore/one-deviation-second-half.test.ts',
  'elements/session/hidden-element.browser.test.ts',
  'elements/session/later-checks.browser.test.ts',
  'journeys/transfer/races.journey.ts',
  'journeys/docs/site.journey.ts',
  'journeys/frame/honest-payers.journey.ts',
  'journeys/frame/attack/attacks.journey.ts',
  'journeys/frame/lost-frame.journey.ts',
  'journeys/page/routes.journey.ts',
  'journeys/bank/challenge.journey.ts',
  'journeys/frame/attack/spending.journey.ts',
  'journeys/product/changed-offer.journey.ts',
  'journeys/bank/challenge-modes.journey.ts',
  'elements/product-pay/changes-during-payment.browser.test.ts',
  'gateway/main.test.ts',
];

/** Begins the longest files first, so that no worker is left with one of them when the others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const longest = LONGEST.map((name) => join(root, 'test', name));
    const place = ({ moduleId }: TestSpecification): number =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
