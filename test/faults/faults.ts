import type { Reply } from '../explore/gateway.js';
import type { Exchange } from './server.js';
import { type RawMessage, toBytes } from './raw-http.js';

/** What a fault can use. */
export interface Means {
  /** Does the work that the request asks for. @returns the answer. */
  readonly deliver: () => RawMessage;
  /** Waits for a time of the run (ms). */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Waits until the written bytes have arrived. */
  readonly settled: () => Promise<void>;
}

/** Something that goes wrong with the bytes of one request or of its answer. */
export interface Fault {
  readonly name: string;
  readonly act: (exchange: Exchange, means: Means) => void | Promise<void>;
  /** The connection that the request needs: one that has carried a request before, a new one, or none that is accepted. */
  readonly connection?: 'warm' | 'cold' | 'refused';
}

/** The headers that a page needs to read an answer. */
const CORS = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'Date, Retry-After'],
] as const;

/** A reply as bytes are written from it. `date`: the gateway's time (ms), where it is exposed. */
export const message = ({ status, body }: Reply, date?: number): RawMessage => ({
  first: `HTTP/1.1 ${status} Status`,
  headers: [
    ...CORS,
    ['content-type', 'application/json'],
    ...(date === undefined ? [] : [['date', new Date(date).toUTCString()] as const]),
  ],
  body: Buffer.from(body === undefined ? '<html>' : JSON.stringify(body)),
});

const withBody = (answer: RawMessage, body: string | Buffer): RawMessage => ({ ...answer, body: Buffer.from(body) });
const withHeader = (answer: RawMessage, name: string, value: string): RawMessage => ({
  ...answer,
  headers: [...answer.headers.filter(([each]) => each !== name), [name, value]],
});

/** The gateway does the work; then this happens to its answer. */
const after = (name: string, spoil: (answer: RawMessage) => RawMessage): Fault => ({
  name,
  act: (exchange, { deliver }) => exchange.answer(spoil(deliver())),
});

/** The same, where members are put before those of the answer. */
const members = (name: string, text: string): Fault =>
  after(name, (answer) =>
    withBody(
      answer,
      answer.body.toString().replace(/^\{/, () => `{${text},`),
    ),
  );

const ends = (how: 'reset' | 'close', connection: 'warm' | 'cold', isDone: boolean): Fault => ({
  name: `${how} ${isDone ? 'after the work' : 'before it is read'}, ${connection}`,
  connection,
  act(exchange, { deliver }) {
    if (isDone) deliver();
    exchange[how]();
  },
});

/** What only sockets do. All else is a choice of the explorer's own network. */
export const FAULTS: readonly Fault[] = [
  { name: 'connection refused', connection: 'refused', act: (exchange) => exchange.reset() },
  ...(['reset', 'close'] as const).flatMap((how) =>
    (['warm', 'cold'] as const).flatMap((connection) => [ends(how, connection, false), ends(how, connection, true)]),
  ),
  {
    name: 'headers, then reset',
    async act(exchange, { deliver, settled }) {
      exchange.write(toBytes({ ...withHeader(deliver(), 'content-length', '500'), body: Buffer.alloc(0) }));
      await settled();
      exchange.reset();
    },
  },
  {
    name: 'wrong content-length',
    act(exchange, { deliver }) {
      const answer = deliver();
      exchange.write(toBytes(withHeader(answer, 'content-length', String(answer.body.length + 20))));
      exchange.close();
    },
  },
  {
    name: 'cut in the middle',
    act(exchange, { deliver }) {
      exchange.write(toBytes(deliver()).subarray(0, -10));
      exchange.close();
    },
  },
  {
    name: 'a chunk that never ends',
    act(exchange, { deliver }) {
      const answer = withHeader(deliver(), 'transfer-encoding', 'chunked');
      exchange.write(toBytes({ ...answer, body: Buffer.from(`5\r\n${answer.body.toString('latin1', 0, 5)}\r\n`) }));
    },
  },
  {
    name: 'drip',
    async act(exchange, { deliver, wait }) {
      const bytes = toBytes(deliver());
      const size = Math.ceil(bytes.length / 40);
      for (let at = 0; at < bytes.length; at += size) {
        exchange.write(bytes.subarray(at, at + size));
        await wait(300);
      }
    },
  },
  after('empty answer', (answer) => withBody(answer, '')),
  after('5 MB', (answer) =>
    withBody(
      answer,
      answer.body.toString().replace(/^\{/, () => `{"pad":"${'x'.repeat(5_000_000)}",`),
    ),
  ),
  members('nested 10,000 deep', `"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  members('keys twice', '"status":"failed","job_id":"other","response":{"finished":true}'),
  members('__proto__', '"__proto__":{"status":"done","finished":true,"outcome":"failed"}'),
  after('wrong types', (answer) =>
    withBody(answer, JSON.stringify({ ...JSON.parse(answer.body.toString()), status: 7, job_id: ['x'] })),
  ),
  after('another content-type', (answer) => withHeader(answer, 'content-type', 'text/html; charset=utf-16')),
  after('redirect', (answer) => ({ ...withHeader(answer, 'location', 'https://login.example/'), first: 'HTTP/1.1 302 Found' })),
  after('503 without CORS', () => ({ first: 'HTTP/1.1 503 Busy', headers: [], body: Buffer.from('busy') })),
];
