/** @param {string} folder @param {readonly string[]} names */
const tests = (folder, ...names) => names.map((name) => `test/flow/${folder}${name}.test.ts`);

/**
 * The files that are mutated, and the tests that have to notice. Tests against the sandbox are left out: each mutant
 * would start a database, and the scripted gateway tests these files as well.
 *
 * @type {Readonly<Record<string, { readonly mutate: readonly string[], readonly tests: readonly string[] }>>}
 */
export const GROUPS = {
  url: { mutate: ['src/url/*.ts'], tests: ['test/url/*.test.ts'] },
  seal: { mutate: ['src/checkout/seal.ts'], tests: ['test/checkout/seal.test.ts', 'test/checkout/vectors.test.ts'] },
  key: {
    mutate: ['src/checkout/key.ts', 'src/wire/rsa-key.ts'],
    tests: ['key', 'key-errors', 'public-key-bytes'].map((name) => `test/checkout/${name}.test.ts`),
  },
  outcome: {
    mutate: [
      'src/flow/outcome/answer.ts',
      'src/flow/outcome/follow-job.ts',
      'src/flow/request/post.ts',
      'src/flow/request/judge-refusal.ts',
      'src/wire/response/duplicate.ts',
    ],
    tests: [
      ...tests('attempt/', 'payment-attempt', 'challenge', 'waiting'),
      ...tests('outcome/', 'ask-job', 'follow-job', 'earlier-attempts'),
      ...tests('request/', 'first-answer', 'post', 'judge-refusal'),
      ...tests('', 'never-lies', 'order-flow'),
      'test/wire/response/duplicate.test.ts',
    ],
  },
  record: {
    mutate: ['record-storages', 'record-store', 'payment-record'].map((name) => `src/flow/record/${name}.ts`),
    tests: [
      ...tests('record/', 'record-store', 'two-storages', 'unseen-outcomes'),
      ...tests('', 'single-flight', 'prepare'),
      ...tests('attempt/', 'earlier-attempt', 'repeat-guard'),
      ...tests('outcome/', 'order-inquiry', 'order-inquiry-press', 'inquiry'),
    ],
  },
  lock: { mutate: ['src/flow/record/lock.ts'], tests: [...tests('record/', 'lock'), ...tests('', 'single-flight', 'prepare')] },
  guard: {
    mutate: ['src/flow/attempt/repeat-guard.ts', 'src/flow/attempt/questions.ts'],
    tests: [
      ...tests('attempt/', 'repeat-guard', 'questions', 'earlier-attempt'),
      ...tests('', 'single-flight', 'prepare', 'order-flow'),
    ],
  },
};
