import { NORMAL } from '../explore/choices.js';
import { bodyOf, markIn, roleOf } from '../explore/gateway.js';
import type { Way } from '../explore/network.js';
import type { World } from '../explore/world.js';
import { Client } from './client.js';
import { type Fault, FAULTS, message } from './faults.js';
import type { Exchange } from './server.js';
import type { Sockets } from './sockets.js';

/** How long a message takes (ms). */
const TAKES = 20;

/** Real connections between the pages of a run and its gateway. */
export class SocketWay implements Way {
  readonly #world: World;
  readonly #sockets: Sockets;
  readonly #client: Client;
  /** The faults that requests meet on their way. */
  readonly #planned = new Map<string, Fault>();

  constructor(world: World, sockets: Sockets) {
    this.#world = world;
    this.#sockets = sockets;
    this.#client = new Client(sockets.activity, ({ body = '' }) => {
      if (body !== '') world.gateway.unseenCopies.add(markIn(body));
    });
    sockets.server.handle = (exchange) => this.#handle(exchange);
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const { server } = this.#sockets;
    const role = roleOf(url);
    const names = FAULTS.map(({ name }) => name);
    const way = this.#world.choices.at(role, names, role === 'price' ? 1 : 2);
    const { pathname } = new URL(url);
    const fault = way === NORMAL ? undefined : FAULTS.find(({ name }) => name === way);
    if (fault) {
      this.#planned.set(`${pathname} ${bodyOf(init)}`, fault);
      await this.#prepare(fault);
    }
    return this.#client.fetch(server.address + pathname, init);
  }

  recover(): void {
    this.#planned.clear();
  }

  /** Ends every connection of the run. */
  close(): void {
    this.#client.close();
  }

  /** Makes the connection that a fault needs. */
  async #prepare({ name, connection }: Fault): Promise<void> {
    const { server, effects } = this.#sockets;
    if (connection === 'cold') this.#client.closeIdle();
    if (connection === 'warm' && !this.#client.isWarm) {
      const warming = await this.#client.fetch(`${server.address}/warm`, { method: 'OPTIONS', headers: {} });
      await warming.text();
    }
    if (connection !== 'refused') return;
    effects.set(name, (effects.get(name) ?? 0) + 1);
    await server.shut();
    this.#world.time.after(1, () => void server.open());
  }

  async #handle(exchange: Exchange): Promise<void> {
    const { time, gateway, date } = this.#world;
    const { activity, effects } = this.#sockets;
    const { path, method, body } = exchange;
    const now = (): number | undefined => (date === 'exposed' ? time.true : undefined);
    if (method === 'OPTIONS') return exchange.answer(message({ status: 200, body: {} }));
    const wanted = `${path} ${body}`;
    const fault = this.#planned.get(wanted);
    this.#planned.delete(wanted);
    await time.wait(TAKES);
    const deliver = () => message(gateway.answer(path, body === '' ? undefined : body), now());
    if (!fault) return exchange.answer(deliver());
    effects.set(fault.name, (effects.get(fault.name) ?? 0) + 1);
    await fault.act(exchange, { deliver, wait: (milliseconds) => time.wait(milliseconds), settled: () => activity.rest() });
  }
}
