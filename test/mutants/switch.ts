// In the page: which changes are on, and which ones a test file has reached.
import { afterAll, expect } from 'vitest';

interface Switch {
  activeMutants?: readonly string[];
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const { fetch } = globalThis;
const { active, limit } = (await (await fetch('/mutants')).json()) as { active: readonly string[]; limit: number };
const known: Switch = active.length > 0 ? { activeMutants: active, hitCount: 0, hitLimit: limit } : {};
// The name by which changed sources find it.
Object.assign(globalThis, { ['__stryker__']: known });

afterAll(async () => {
  if (active.length > 0 || !known.mutantCoverage) return;
  const { static: always, perTest } = known.mutantCoverage;
  const ids = [always, ...Object.values(perTest)].flatMap((hits) => Object.keys(hits));
  await fetch('/mutants', { method: 'POST', body: JSON.stringify({ file: expect.getState().testPath, ids: [...new Set(ids)] }) });
});
