import { connect, type Socket } from 'node:net';
import type { Activity } from '../time/activity.js';
import { MessageReader, type RawMessage, toBytes } from './raw-http.js';

interface Line {
  readonly socket: Socket;
  waiting: { readonly resolve: (answer: RawMessage) => void; readonly reject: (error: Error) => void } | undefined;
}

/** The proxy's own connections to the gateway. No fault affects them. */
export class Upstream {
  readonly #port: () => number;
  readonly #activity: Activity;
  readonly #idle: Line[] = [];

  constructor(port: () => number, activity: Activity) {
    this.#port = port;
    this.#activity = activity;
  }

  /** @throws Error when the gateway cut the connection instead of answering. */
  ask(request: RawMessage): Promise<RawMessage> {
    return this.#activity.during(
      () =>
        new Promise((resolve, reject) => {
          const line = this.#idle.pop() ?? this.#open();
          line.waiting = { resolve, reject };
          line.socket.write(toBytes(request));
        }),
    );
  }

  close(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  #open(): Line {
    const line: Line = { socket: connect(this.#port(), '127.0.0.1'), waiting: undefined };
    let head: Pick<RawMessage, 'first' | 'headers'> = { first: '', headers: [] };
    let parts: Buffer[] = [];
    const reader = new MessageReader('answer', {
      head(first, headers) {
        head = { first, headers };
        parts = [];
      },
      body: (part) => void parts.push(part),
      end: () => {
        const { waiting } = line;
        line.waiting = undefined;
        this.#idle.push(line);
        // The parts of a chunked body are joined, so that it has a length from here on.
        const headers = head.headers.filter(([name]) => !/^transfer-encoding$/i.test(name));
        waiting?.resolve({ first: head.first, headers, body: Buffer.concat(parts) });
      },
    });
    line.socket.setNoDelay(true);
    line.socket.on('data', (part) => reader.push(part));
    line.socket.on('error', () => undefined);
    line.socket.on('close', () => {
      this.#activity.touch();
      const at = this.#idle.indexOf(line);
      if (at >= 0) this.#idle.splice(at, 1);
      line.waiting?.reject(new Error('The gateway cut the connection.'));
    });
    return line;
  }
}
