// Before and after the tests of each file.
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { renewGateway, silenceGateway } from './gateway.js';
import { expectNoLeaks, requests } from './watch-leaks.js';
import { expectNoRejection } from './watch-rejections.js';
import { decryptWholeKeys } from './whole-keys.js';

beforeAll(decryptWholeKeys);
beforeAll(async () => {
  await requests.start();
  return requests.stop;
});
beforeEach(renewGateway);
afterEach(silenceGateway);
afterEach(expectNoLeaks);
afterEach(expectNoRejection);
