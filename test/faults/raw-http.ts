/** An HTTP/1.1 message as it is sent: first line, headers in order, body. */
export interface RawMessage {
  readonly first: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The callbacks for the messages that a reader finds. */
export interface MessageEvents {
  head(first: string, headers: RawMessage['headers']): void;
  body(part: Buffer): void;
  /** `whole`: everything that the headers announced came. */
  end(whole: boolean): void;
}

const HEAD_END = '\r\n\r\n';

export const headerOf = ({ headers }: Pick<RawMessage, 'headers'>, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** The status of an answer. */
export const statusOf = ({ first }: Pick<RawMessage, 'first'>): number => Number(first.split(' ')[1]);

/** A message as bytes, with the body's true length unless the headers set another. */
export function toBytes({ first, headers, body }: RawMessage): Buffer {
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const all = hasLength ? headers : [...headers, ['content-length', String(body.length)] as const];
  const head = [first, ...all.map(([name, value]) => `${name}: ${value}`)].join('\r\n') + HEAD_END;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Reads messages, one after another, from the parts in which they arrive. */
export class MessageReader {
  readonly #events: MessageEvents;
  readonly #isAnswer: boolean;
  #held: Buffer = Buffer.alloc(0);
  /** How many bytes of the body are still to come; Infinity: until the connection ends; undefined: a head comes next. */
  #left: number | undefined;
  #chunked = false;

  constructor(kind: 'request' | 'answer', events: MessageEvents) {
    this.#isAnswer = kind === 'answer';
    this.#events = events;
  }

  push(part: Buffer): void {
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, part]) : part;
    while (this.#step());
  }

  /** Call this when the connection has ended. */
  end(): void {
    if (this.#left === undefined) return;
    const whole = this.#left === Infinity && !this.#chunked;
    this.#left = undefined;
    this.#events.end(whole);
  }

  /** @returns whether the buffer may contain more to read. */
  #step(): boolean {
    if (this.#left === undefined) return this.#readHead();
    return this.#chunked ? this.#readChunk() : this.#readBody();
  }

  #readHead(): boolean {
    const end = this.#held.indexOf(HEAD_END);
    if (end < 0) return false;
    const [first = '', ...lines] = this.#held.subarray(0, end).toString('latin1').split('\r\n');
    this.#held = this.#held.subarray(end + HEAD_END.length);
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const length = headerOf({ headers }, 'content-length');
    this.#chunked = /chunked/i.test(headerOf({ headers }, 'transfer-encoding') ?? '');
    const hasNone = this.#isAnswer && [204, 304].includes(statusOf({ first }));
    this.#left = this.#chunked ? Infinity : hasNone ? 0 : length === undefined ? (this.#isAnswer ? Infinity : 0) : Number(length);
    this.#events.head(first, headers);
    if (this.#left === 0) this.#finish();
    return true;
  }

  #readBody(): boolean {
    const left = this.#left ?? 0;
    const part = this.#held.subarray(0, left);
    if (part.length === 0) return false;
    this.#held = this.#held.subarray(part.length);
    this.#left = left - part.length;
    this.#events.body(part);
    if (this.#left === 0) this.#finish();
    return this.#held.length > 0;
  }

  #readChunk(): boolean {
    const line = this.#held.indexOf('\r\n');
    if (line < 0) return false;
    const size = Number.parseInt(this.#held.subarray(0, line).toString('latin1'), 16);
    const from = line + 2;
    if (this.#held.length < from + size + 2) return false;
    if (size > 0) this.#events.body(this.#held.subarray(from, from + size));
    this.#held = this.#held.subarray(from + size + 2);
    if (size === 0) this.#finish();
    return true;
  }

  #finish(): void {
    this.#left = undefined;
    this.#events.end(true);
  }
}
