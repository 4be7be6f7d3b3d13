import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Search from './search.js';
import type { Broken } from './oracle.js';

/** A rule that is taken out of a file, and what comes of it. */
export interface Defect {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Where to look for it: a part of the scenes' texts. */
  readonly scenes: string;
  readonly breaks: Broken['promise'];
  /** What else has to be changed, because two rules prevent the same. */
  readonly also?: readonly [from: string, to: string];
  /** The first deviation of the lists in which to look; absent: all lists, those with fewer deviations first. */
  readonly first?: string;
  /** How few deviations it takes. */
  readonly deviations: number;
}

const ATTEMPT = 'src/flow/attempt/payment-attempt.ts';
const POST = 'src/flow/request/post.ts';
const JOB = 'src/flow/outcome/follow-job.ts';
const STATUS = 'src/flow/outcome/ask-about-attempt.ts';
const GUARD = 'src/flow/attempt/repeat-guard.ts';
const STORE = 'src/flow/record/record-store.ts';

export const DEFECTS: readonly Defect[] = [
  {
    name: 'no answer is failed',
    file: ATTEMPT,
    from: "await this.#end({ outcome: 'unknown', reason });\n      return undefined;",
    to: "await this.#end({ outcome: 'failed' });\n      return undefined;",
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'a request that is refused with any text has failed',
    file: 'src/flow/request/judge-refusal.ts',
    from: "if (!provesNothingMoved(body, kind.isWrongByItself)) return { means: 'unknown' };",
    to: '',
    scenes: 'fresh id, paid',
    breaks: 'lost',
    deviations: 1,
  },
  {
    name: 'a repeat with other bytes',
    file: POST,
    from: 'await client.call(endpoint, { body, ...(parameters',
    to: "await client.call(endpoint, { body: body.replace('sealed ', () => 'sealed ').replace(/(sealed \\d+ )(\\w+)/, `$1$2x${repeats}`), ...(parameters",
    scenes: 'fresh id, paid',
    breaks: 'duplicated',
    deviations: 1,
  },
  {
    name: 'no lock',
    file: ATTEMPT,
    from: '    const begun = await withLock(\n      locks,',
    to: '    const begun = await withLock(\n      undefined,',
    scenes: 'fresh id, pressed in two tabs',
    breaks: 'duplicated',
    deviations: 0,
  },
  {
    name: 'no record when the request leaves',
    file: ATTEMPT,
    from: 'this.#record.begin(this.#facts);',
    to: 'if (isFirst) return;',
    scenes: 'fresh id, paid',
    breaks: 'lost',
    deviations: 1,
  },
  {
    name: 'a 500 is a decline',
    file: POST,
    from: 'if (refusal?.body && [400, 422].includes(refusal.status)) {',
    to: "if (error instanceof GatewayError && error.status >= 500)\n        return { result: 'refused', body: { code: '', message: 'x', fields: [{ path: ['currency'], messages: ['is invalid'] }] }, error };\n      if (refusal?.body && [400, 422].includes(refusal.status)) {",
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'no question before a second payment',
    file: GUARD,
    from: "      if (one.id === deciding || one.outcome === 'failed') return false;",
    to: '      if (one) return false;',
    scenes: 'fresh id, left',
    breaks: 'duplicated',
    deviations: 0,
  },
  {
    name: 'the failure of an own copy is a failure',
    file: JOB,
    from: "return outcome?.outcome === 'failed' && isRepeated ?",
    to: "return outcome?.outcome === 'failed' && isRepeated && !reader ?",
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'a success on record is undone',
    file: ATTEMPT,
    from: "const stands = recorded === 'successful' ? found.outcome !== 'successful' : found.outcome === 'unknown';",
    to: "const stands = found.outcome === 'unknown';",
    scenes: 'fresh id, paid',
    first: 'page 1 successful 1: reloaded',
    breaks: 'lied',
    deviations: 2,
  },
  {
    name: 'the answer of another job is believed',
    file: 'src/checkout/client.ts',
    from: 'if (named === undefined || named === null || named === jobId ||',
    to: 'if (job || named === undefined || named === null || named === jobId ||',
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'a failure under another uid is believed',
    file: JOB,
    from: 'const isAnother = attempt.uid !== undefined && answer.uid !== attempt.uid;',
    to: 'const isAnother = false as boolean;',
    scenes: 'fresh id, confirmed at the bank',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'another payment’s success is believed',
    file: 'src/flow/outcome/answer.ts',
    from: 'return answer && matchesAttempt(answer, attempt) ? answer : undefined;',
    to: 'return answer && attempt ? answer : undefined;',
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'an open failure is final',
    file: JOB,
    from: 'return isOver && body && isAboutWrongFields(body)',
    to: 'return body || (isOver && isAboutWrongFields(body!))',
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 0,
  },
  {
    name: 'a failed transaction is not asked about',
    file: STATUS,
    from: "|| (result.outcome === 'failed' && result.transaction !== undefined)",
    to: '',
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'an unreadable record asks nothing',
    file: STORE,
    from: 'return at - since < lifetimeBy(clock, one) ?',
    to: 'return at - since < -LIFETIME ?',
    scenes: 'fresh id, left',
    breaks: 'lost',
    deviations: 1,
  },
  {
    name: 'no second copy in the tab',
    file: 'src/flow/record/journal.ts',
    from: 'const isInTab = (isSender || !isShared) && store(this.#tab);',
    to: 'const isInTab = false as boolean;',
    scenes: 'fresh id, paid',
    first: 'page 1 price 1: storage full',
    breaks: 'duplicated',
    deviations: 2,
  },
  {
    name: 'the device’s clock tells how long ago a payment was',
    file: 'src/checkout/client.ts',
    from: 'wall - Math.max(0, this.#setSince(this.#certain))',
    to: 'wall - Math.max(0, this.#setSince(this.#certain)) * 0',
    scenes: 'fresh id, pressed in two tabs',
    breaks: 'duplicated',
    deviations: 1,
  },
  {
    name: 'the order is not asked about before it is paid',
    file: ATTEMPT,
    from: 'trackingId === settings.trackingId ? await orders.standing',
    to: 'trackingId === settings.trackingId && !orders ? await orders!.standing',
    scenes: 'fixed id, paid',
    breaks: 'duplicated',
    deviations: 1,
  },
  {
    name: 'no wait of 30 s',
    file: GUARD,
    from: 'return Math.max(0, ...sentHere.map(',
    to: 'return Math.min(0, ...sentHere.map(',
    scenes: 'prepared id, declined',
    breaks: 'stuck',
    deviations: 0,
  },
  {
    name: 'no tombstone of a request that was refused as a whole',
    file: ATTEMPT,
    from: "this.#record.write(this.#facts, 'withdrawn');",
    to: '',
    scenes: 'fresh id, paid',
    breaks: 'stuck',
    deviations: 1,
  },
  {
    name: 'a success is read as a failure',
    file: 'src/flow/outcome/answer.ts',
    from: 'return answer && matchesAttempt(answer, attempt) ? answer : undefined;',
    to: "const read = answer && matchesAttempt(answer, attempt) ? answer : undefined;\n  return read?.verdict === 'successful' ? { ...read, verdict: 'failed' } : read;",
    scenes: 'fresh id, paid',
    breaks: 'lied',
    deviations: 0,
  },
  {
    name: 'a failure is read as a success',
    file: 'src/flow/outcome/answer.ts',
    from: 'return answer && matchesAttempt(answer, attempt) ? answer : undefined;',
    to: "const read = answer && matchesAttempt(answer, attempt) ? answer : undefined;\n  return read?.verdict === 'failed' ? { ...read, verdict: 'successful' } : read;",
    scenes: 'fresh id, declined',
    breaks: 'lied',
    deviations: 0,
  },
  {
    name: 'records that are not kept',
    file: 'src/flow/record/record-storage.ts',
    from: 'if (storage?.getItem(name) !== text) storage?.setItem(name, text);\n    return storage?.getItem(name) === text;',
    to: 'return text !== name;',
    scenes: 'fresh id, left',
    breaks: 'duplicated',
    deviations: 0,
  },
  {
    name: 'a pause that never ends',
    file: 'src/checkout/poll-job.ts',
    from: 'await sleep(clock, least, signal).catch',
    to: 'await sleep(clock, least * 1e9, signal).catch',
    scenes: 'fresh id, paid',
    breaks: 'stuck',
    deviations: 0,
  },
  {
    name: 'polls without a pause',
    file: 'src/checkout/poll-job.ts',
    from: 'const least = Math.min(milliseconds, soonest);',
    to: 'const least = Math.min(milliseconds, soonest, 1);\n    milliseconds = least;',
    scenes: 'fresh id, confirmed at the bank',
    breaks: 'stuck',
    deviations: 0,
  },
  {
    name: 'a press counts at another price',
    file: 'src/flow/price/fixed-price.ts',
    from: 'state.quote.isUnread ? undefined : state.quote.price',
    to: 'state.quote.price',
    scenes: 'order, fixed id, paid',
    breaks: 'lied',
    deviations: 1,
  },
  {
    name: 'a press that never ends',
    file: 'src/flow/record/lock.ts',
    from: 'const cancel = clock.after(PATIENCE, () => patience.abort(new LockError()));',
    to: 'const cancel = clock.after(PATIENCE * 1e9, () => patience.abort(new LockError()));',
    scenes: 'fresh id, paid',
    breaks: 'stuck',
    deviations: 1,
  },
];

/** Looks for a defect: with no deviation first, then with one, then with two. */
export async function findDefect({ scenes, breaks, first, ...defect }: Defect, most = 1): Promise<Search.Found | undefined> {
  const { search } = await importWith<typeof Search>(defect, fileURLToPath(new URL('search.ts', import.meta.url)));
  return search({ scenes, breaks, first, most });
}

/** Imports a module in which one rule is taken out. */
export async function importWith<Module>(
  { file, from, to, also }: Pick<Defect, 'file' | 'from' | 'to' | 'also'>,
  path: string,
): Promise<Module> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const plant = {
    name: 'plant',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id === `${root}${file}` ? code.replace(from, () => to).replace(also?.[0] ?? from, () => also?.[1] ?? to) : undefined,
  };
  const { module } = await runnerImport<Module>(path, { root, configFile: false, logLevel: 'error', plugins: [plant] });
  return module;
}
