import { connect, type Socket } from 'node:net';
import type { Activity } from '../time/activity.js';
import { headerOf, MessageReader, type RawMessage, statusOf } from './raw-http.js';

type Head = Pick<RawMessage, 'first' | 'headers'>;

/** What listens to one answer. */
export interface AnswerEvents {
  head(head: Head): void;
  body(part: Buffer): void;
  /** The answer is over; `whole`: all that its headers announced came. */
  end(whole: boolean): void;
  /** The connection died before the first byte of an answer. */
  unanswered(): void;
}

/** One connection of a client, that carries one request after another. */
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
    // Under way until it stands or is refused; then every byte counts.
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

  /** The answer is not wanted any more. */
  drop(): void {
    this.#events = undefined;
    this.#socket.destroy();
  }

  /** The line is gone; who waits for an answer learns of it. */
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
