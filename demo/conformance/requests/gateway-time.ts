import { exchange, type Exchange } from '../answers/exchange.js';
import { member } from '../answers/table.js';

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The gateway's time, from the Date of its responses: seals need it, and a sandbox's clock can be moved. */
export class GatewayTime {
  readonly #console: string | undefined;
  #offset = 0;

  constructor(consoleUrl: string | undefined) {
    this.#console = consoleUrl;
  }

  get movable(): boolean {
    return this.#console !== undefined;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  read({ headers }: Exchange): void {
    const date = Date.parse(headers.get('date') ?? '');
    // Dates are whole seconds, so a smaller difference is no offset.
    if (!Number.isNaN(date)) this.#offset = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  }

  /** Whether the sandbox's clock is frozen, so that jobs never end. */
  async standsStill(): Promise<boolean> {
    if (this.#console === undefined) return false;
    const { json } = await exchange({ method: 'GET', url: `${this.#console}/sandbox/clock` });
    return member(json, 'frozen') === true;
  }

  /** Lets time pass at the gateway: moves the sandbox's clock, or waits. */
  async pass(seconds: number): Promise<void> {
    if (this.#console === undefined) return sleep(seconds * 1000);
    const moved = await exchange({
      method: 'POST',
      url: `${this.#console}/sandbox/clock`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: seconds }),
    });
    if (moved.status !== 200) throw new Error(`The console did not move its clock: ${moved.status} ${moved.text}`);
    this.read(moved);
  }
}
