import { connect, type Socket } from 'node:net';
import type { Activity } from './activity.js';
import { headerOf, MessageReader, type RawMessage, statusOf } from './raw-http.js';

type Head = Pick<RawMessage, 'first' | 'headers'>;

/** The callbacks for one answer. */
export interface AnswerEvents {
  head(head: Head): void;
  body(part: Buffer): void;
  /** Called when the answer has ended; `whole`: everything that its headers announced came. */
  end(whole: boolean): void;
  /** Called when the connection died before the first byte of an answer. */
  unanswered(): void;
}

/** One connection of a client, which carries one request after another. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader: MessageReader;
  #events: AnswerEvents | undefined;
  #heard = false;
  #keeps = true;
  #used = 0;

  constructor(port: number, activity: Activity, gone: (connection: Connection) => void) {
    const socket = (this.#socket = connect(port, '127.0.0.1'));
    this.#reader = new MessageReader('answer', {
      head: (first, headers) => {
        this.#keeps = !/close/i.test(headerOf({ headers }, 'connection') ?? '') && statusOf({ first }) !== 101;
        this.#events?.head({ first, headers });
      },
      body: (part) => this.#events?.body(part),
      end: (whole) => this.#over(whole),
    });
    socket.setNoDelay(true);
    socket.on('connect', () => activity.touch());
    socket.on('data', (part) => {
      activity.touch();
      this.#heard = true;
      this.#reader.push(part);
    });
    socket.on('error', () => undefined);
    socket.on('end', () => {
      activity.touch();
      this.#reader.end();
    });
    // A connection that dies emits "close" alone.
    socket.on('close', () => {
      activity.touch();
      gone(this);
      if (this.#heard) this.#over(false);
      else this.#unanswered();
    });
    // Connecting counts as work under way until it succeeds or is refused; then every byte counts.
    void activity.during(
      () =>
        new Promise<void>((resolve) => {
          socket.once('connect', resolve);
          socket.once('close', () => resolve());
        }),
    );
  }

  /** Whether it has carried a request before. */
  get isUsed(): boolean {
    return this.#used > 1;
  }

  /** Whether it can carry another request. */
  get keeps(): boolean {
    return this.#keeps && !this.#socket.destroyed;
  }

  send(bytes: Buffer, events: AnswerEvents): void {
    this.#used += 1;
    this.#events = events;
    this.#heard = false;
    this.#socket.write(bytes);
  }

  /** Abandons the answer. */
  drop(): void {
    this.#events = undefined;
    this.#socket.destroy();
  }

  /** The connection is gone. A request that waits for an answer is notified. */
  cut(): void {
    this.#socket.destroy();
  }

  #over(whole: boolean): void {
    const events = this.#events;
    this.#events = undefined;
    if (!whole) this.#keeps = false;
    events?.end(whole);
  }

  #unanswered(): void {
    const events = this.#events;
    this.#events = undefined;
    events?.unanswered();
  }
}
