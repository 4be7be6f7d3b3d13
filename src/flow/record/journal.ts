import { jobId } from '../../wire/response/job.js';
import type { CardFacts } from '../../card/card.js';
import { BRANDS } from '../../card/brand.js';
import { drop, namesIn, put, read, type RecordStorage } from './record-storage.js';

/** The prefix of each entry's name. */
const PREFIX = 'checkout-elements:';

/** The form of each entry's name. */
const NAME = /^checkout-elements(?::[^:]*){5}$/;

/** The version of the rows below. A release reads those of the last release as well. */
const VERSION = '1';

/** What an entry of the journal is about. `noticed`: when a release first met an attempt that it can't read. */
const PHASES = [
  'sent',
  'repeated',
  'answered',
  'accepted',
  'identified',
  'authentication',
  'withdrawn',
  'successful',
  'failed',
  'unseen',
  'seen',
  'noticed',
] as const;
export type EntryPhase = (typeof PHASES)[number];

/** The phases of an attempt that has not ended. Its last row repeats what they say, so they are removed then. */
export const WORKING: readonly EntryPhase[] = ['sent', 'repeated', 'answered', 'accepted', 'identified', 'authentication'];

/** Whose entry it is: `kind:key:tracking id:attempt`, each part escaped. */
export type AttemptName = string;

/** Most parts have nothing to escape. */
const escapePart = (text: string): string =>
  /[%:|.]/.test(text) ? text.replaceAll(/[%:|.]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`) : text;
const readPart = (text: string): string =>
  text.includes('%')
    ? text.replaceAll(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * The part of a key's thumbprint that names its shop: 48 bits, which no two shops of a site share by chance. An entry's name is most of
 * its size, and a storage holds about 5 MB.
 */
export const shopOf = (thumbprint: string): string => thumbprint.slice(0, 8);

/** The name of an attempt. Two shops of one site may use the same tracking ids. */
export const attemptName = (kind: string, shop: string, trackingId: string, attempt: string): AttemptName =>
  [kind, shop, trackingId, attempt].map(escapePart).join(':');

/** The beginning of the names of all attempts of a kind, of a shop's, or of an order's: `(kind, shop, trackingId)`. */
export const namesBegin = (...parts: readonly string[]): string => parts.map((part) => `${escapePart(part)}:`).join('');

/** The parts of an attempt's name. */
export function readAttemptName(name: AttemptName): { kind: string; key: string; trackingId: string; id: string } {
  const [kind, key, trackingId, id] = name.split(':').map(readPart) as [string, string, string, string];
  return { kind, key, trackingId, id };
}

/** Whether an entry of the storage belongs to the journal, or may have (`null`: all of the storage was cleared). */
export const isEntryName = (name: string | null): boolean => name === null || name.startsWith(PREFIX);

/** What an entry is about, by its name; undefined for another name. */
export const phaseIn = (name: string | null): string | undefined =>
  name?.startsWith(PREFIX) ? /:(\w+)[^:]*$/.exec(name)?.[1] : undefined;

/** The facts that every attempt begins with. Of the cards, only brand and last four digits are kept. */
export interface BaseRow {
  /** 1 for the first attempt with a tracking id, 2 for the next: the time can't tell, because clocks are set back. */
  readonly order: number;
  /** Milliseconds since 1970, by the device's clock. */
  readonly startedAt: number;
  readonly amount: number;
  readonly currency: string;
  readonly source: CardFacts;
  readonly recipient: CardFacts;
  readonly ahead?: number | undefined;
}

/** The row of an attempt that has ended. `at`: when that was recorded, by the gateway's clock where it was known. */
export interface EndRow extends BaseRow {
  readonly at: number;
  readonly uid?: string | undefined;
  readonly jobId?: string | undefined;
  readonly answeredAt?: number | undefined;
  readonly repeatedAt?: number | undefined;
}

const cardText = ({ brand, last4 }: CardFacts): string => `${brand ?? ''} ${last4 ?? ''}`.trimEnd();

const BRAND_IDS = new Map<string, CardFacts['brand']>(BRANDS.map(({ id }) => [id, id]));

function readCard(text: string): CardFacts {
  const [name, last4] = text.split(' ') as [string, string?];
  const brand = BRAND_IDS.get(name);
  return { ...(brand && { brand }), ...(last4 && { last4 }) };
}

/** Writes a row: its version and its values, each without the separator. Values that are missing at the end take no place. */
const row = (...values: readonly (string | number | undefined)[]): string =>
  [VERSION, ...values.map((value) => escapePart(String(value ?? '')))].join('|').replace(/\|+$/, '');

/** The values of a row; none of one that another release wrote. */
function readRow(text = ''): string[] {
  const [version, ...values] = text.split('|').map(readPart);
  return version === VERSION ? values : [];
}

/** A short number in letters: three digits in a row could be taken for a security code, for which pages are searched. */
const lettersOf = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(Math.trunc(value)).replaceAll(/\d/g, (digit) => DIGITS[Number(digit)]!);
const DIGITS = 'abcdefghij';
/** Of thousands of rows: without an expression for each letter. */
function numberInLetters(text: string | undefined): number | undefined {
  if (!text) return undefined;
  let figures = '';
  for (let index = 0; index < text.length; index += 1) {
    const digit = DIGITS.indexOf(text[index]!);
    figures += digit < 0 ? text[index] : String(digit);
  }
  return numberIn(figures);
}

const numberIn = (text: string | undefined): number | undefined => (text && /^-?\d{1,16}$/.test(text) ? Number(text) : undefined);
const plus = (start: number, offset: number | undefined): number | undefined =>
  offset === undefined ? undefined : start + offset;
const minus = (time: number | undefined, start: number): number | undefined => (time === undefined ? undefined : time - start);

const baseValues = ({ order, startedAt, amount, currency, source, recipient, ahead }: BaseRow) =>
  [order, Math.trunc(startedAt), amount, currency, cardText(source), cardText(recipient), lettersOf(ahead)] as const;

function baseOf(values: readonly string[]): BaseRow | undefined {
  const [order, startedAt, amount, currency, source = '', recipient = '', ahead] = values;
  const [place, at, sum] = [numberIn(order), numberIn(startedAt), numberIn(amount)];
  if (place === undefined || at === undefined || sum === undefined || !currency) return undefined;
  return {
    order: place,
    startedAt: at,
    amount: sum,
    currency,
    source: readCard(source),
    recipient: readCard(recipient),
    ahead: numberInLetters(ahead),
  };
}

/** Writes the rows of the journal, and reads them. A reader returns undefined for a row that it can't read. */
export const rows = {
  sent: (base: BaseRow): string => row(...baseValues(base)),

  readSent: (text: string | undefined): BaseRow | undefined => baseOf(readRow(text)),

  ended: ({ at, uid, jobId: job, answeredAt, repeatedAt, ...base }: EndRow): string => {
    const { startedAt } = base;
    const offset = (time: number | undefined): string | undefined => lettersOf(minus(time, startedAt));
    return row(...baseValues(base), offset(at), uid, job, offset(answeredAt), offset(repeatedAt));
  },

  readEnded(text: string | undefined): EndRow | undefined {
    const values = readRow(text);
    const base = baseOf(values);
    const [at, uid, job, answeredAt, repeatedAt] = values.slice(7);
    const took = numberInLetters(at);
    if (!base || took === undefined) return undefined;
    const { startedAt } = base;
    return {
      ...base,
      at: startedAt + took,
      uid: uid || undefined,
      jobId: readJobId(job),
      answeredAt: plus(startedAt, numberInLetters(answeredAt)),
      repeatedAt: plus(startedAt, numberInLetters(repeatedAt)),
    };
  },

  /** An entry that says when something happened, and perhaps a text about it. */
  moment: (at: number, text?: string): string => row(Math.trunc(at), text),

  readMoment(stored: string | undefined): { at: number; text: string | undefined } | undefined {
    const [at, text] = readRow(stored);
    const time = numberIn(at);
    return time === undefined ? undefined : { at: time, text: text || undefined };
  },
};

/** Any script of the page can write to the storage, so an id that can't be a job's counts as none. */
export const readJobId = (text: string | undefined): string | undefined => {
  // Most ended attempts have none, and a failed parse takes long.
  if (!text) return undefined;
  const parsed = jobId.safeParse(text);
  return parsed.success ? parsed.data : undefined;
};

/** The entries of one attempt: each phase with the texts after its name (`identified.uid-1` → `uid-1`) and its row. */
export interface AttemptEntries {
  readonly name: AttemptName;
  /** Entries of phases that this release does not know. */
  readonly unknown: readonly string[];
  readonly phases: ReadonlyMap<EntryPhase, readonly { readonly detail: string; readonly entry: string }[]>;
}

const KNOWN: ReadonlySet<string> = new Set(PHASES);
const isPhase = (word: string): word is EntryPhase => KNOWN.has(word);

/**
 * What the attempts of a browser have come to, as entries that are added and never changed: `kind:key:tracking id:attempt:phase`. So
 * an attempt never changes another one's entries, and of two tabs that write at once both are right.
 *
 * It lies in up to two storages, which may refuse to work or be emptied: the one that all tabs share, and the tab's own, which keeps a
 * second copy of what was sent from it. An entry is true wherever it is found.
 */
export class Journal {
  readonly #shared: RecordStorage | undefined;
  readonly #tab: RecordStorage | undefined;
  readonly #memory: Map<string, string>;

  /** @param memory What this page has written. It lasts as long as the page. */
  constructor(shared: RecordStorage | undefined, tab: RecordStorage | undefined, memory = new Map<string, string>()) {
    this.#shared = shared;
    this.#tab = tab;
    this.#memory = memory;
  }

  /**
   * Adds an entry to an attempt, wherever it is missing.
   *
   * @param detail Distinguishes several entries of one phase.
   * @param isSender Whether the attempt was sent from here: then the tab keeps a copy.
   * @param makeRoom Removes what it can where the shared storage refuses the entry.
   * @returns false when the shared storage refused it: then other tabs don't know of it. Also when none took it.
   */
  add(
    attempt: AttemptName,
    phase: EntryPhase,
    text: string,
    {
      detail,
      isSender,
      makeRoom,
    }: { readonly detail: string | undefined; readonly isSender: boolean; readonly makeRoom: () => void },
  ): boolean {
    const name = `${PREFIX}${attempt}:${phase}${detail === undefined ? '' : `.${escapePart(detail)}`}`;
    // An entry never changes: a copy that is missing gets what the others have.
    const entry = this.read(name) ?? text;
    const store = (storage: RecordStorage | undefined): boolean => put(storage, name, entry);
    const isShared = store(this.#shared) || (this.#shared !== undefined && (makeRoom(), store(this.#shared)));
    const isInTab = (isSender || !isShared) && store(this.#tab);
    // Also what was stored: the page's code, or an extension, may empty both storages, or take what is written and keep nothing.
    this.#memory.set(name, entry);
    return isShared || (!this.#shared && isInTab);
  }

  /** The text of an entry. */
  read(entry: string): string | undefined {
    for (const storage of this.#storages) {
      const text = read(storage, entry);
      if (text) return text;
    }
    return this.#memory.get(entry);
  }

  /** Whether this tab's own storage has an entry of an attempt. */
  isOfTab(attempt: AttemptName): boolean {
    return namesIn(this.#tab, `${PREFIX}${attempt}:`).length > 0;
  }

  /** Removes the entries of an attempt: of these phases, or all of them. */
  remove({ phases, unknown }: AttemptEntries, which?: readonly EntryPhase[]): void {
    const entries = [...phases].flatMap(([phase, found]) =>
      !which || which.includes(phase) ? found.map(({ entry }) => entry) : [],
    );
    for (const entry of which ? entries : [...entries, ...unknown]) {
      this.#memory.delete(entry);
      for (const storage of this.#storages) drop(storage, entry);
    }
  }

  get #storages(): readonly (RecordStorage | undefined)[] {
    return [this.#shared, this.#tab];
  }

  /**
   * The attempts whose names begin like this, by their entries' names alone.
   *
   * @param beginning Of `attemptName`; empty for all.
   */
  attempts(beginning = ''): AttemptEntries[] {
    type Found = { name: AttemptName; unknown: string[]; phases: Map<EntryPhase, { detail: string; entry: string }[]> };
    const found = new Map<AttemptName, Found>();
    for (const entry of this.#entries(PREFIX + beginning)) {
      if (!NAME.test(entry)) continue;
      const end = entry.lastIndexOf(':');
      const [word = '', detail = ''] = entry.slice(end + 1).split('.');
      const name = entry.slice(PREFIX.length, end);
      const attempt: Found = found.get(name) ?? { name, unknown: [], phases: new Map() };
      found.set(name, attempt);
      if (!isPhase(word)) attempt.unknown.push(entry);
      else if (attempt.phases.has(word)) attempt.phases.get(word)!.push({ detail: readPart(detail), entry });
      else attempt.phases.set(word, [{ detail: readPart(detail), entry }]);
    }
    return [...found.values()];
  }

  /** The names of entries that begin like this, wherever they are. */
  #entries(beginning: string): ReadonlySet<string> {
    const names = new Set<string>();
    for (const storage of this.#storages) for (const name of namesIn(storage, beginning)) names.add(name);
    for (const name of this.#memory.keys()) if (name.startsWith(beginning)) names.add(name);
    return names;
  }
}
