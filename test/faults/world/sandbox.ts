import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../../../demo/gateway/time/clock.js';
import { createGateway, type Gateway } from '../../../demo/gateway/gateway.js';
import { createLog } from '../../../demo/gateway/log/log.js';
import type { Habit } from '../../../demo/gateway/issuer/habit.js';
import { openShop, SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import type { TransactionRecord } from '../../../demo/gateway/store/store.js';
import type { Activity } from '../time/activity.js';
import { openDatabase, type RunDatabase } from './database.js';
import type { Dice } from '../dice.js';
import type { VirtualTime } from '../time/virtual-time.js';

/** The settings of one run's gateway. */
export interface GatewaySettings {
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly duplicatesBy: 'pan' | 'token';
  readonly habit: Habit;
  /** Where payers and merchants reach it: the proxy. */
  readonly address: string;
  readonly log: (line: string) => void;
}

const settings = SANDBOX_SHOPS.find(({ pciCertified }) => !pciCertified);
if (!settings) throw new Error('The sandbox has no shop that must encrypt.');
const { id, publicKey } = openShop(settings);

/** The shop of all runs: it must send card data encrypted. */
export const SHOP = { id: String(id), publicKey, secretKey: settings.secretKey } as const;

const clockOf = (time: VirtualTime): Clock => ({
  now: () => time.now(),
  frozen: false,
  state: { offset: 0, stoppedAt: null },
  follow() {},
  moveTo() {},
  freeze() {},
  release() {},
  alarm: (milliseconds, ring) => time.after(milliseconds, ring),
});

/** The real sandbox gateway behind an HTTP server in this process. It uses the run's time, and keeps its state in memory. */
export class Sandbox {
  readonly #activity: Activity;
  readonly #database: RunDatabase;
  readonly #server: Server;
  #settings: GatewaySettings | undefined;
  #vaultKey: Uint8Array = new Uint8Array(32);
  #gateway: Gateway | undefined;
  #gateways = 0;

  private constructor(activity: Activity, database: RunDatabase) {
    this.#activity = activity;
    this.#database = database;
    const answer = getRequestListener((request, sockets) => this.#answer(request, sockets), { overrideGlobalObjects: false });
    this.#server = createServer((request, response) => {
      response.once('close', () => activity.touch());
      void answer(request, response);
    });
    // The server's own timeouts use real time.
    Object.assign(this.#server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  }

  static async start(activity: Activity): Promise<Sandbox> {
    const sandbox = new Sandbox(activity, await openDatabase(activity));
    await new Promise<void>((resolve) => sandbox.#server.listen(0, '127.0.0.1', resolve));
    return sandbox;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** An empty gateway for another run. */
  async begin(run: GatewaySettings): Promise<void> {
    await this.#gateway?.close();
    await this.#database.empty();
    this.#settings = run;
    this.#vaultKey = run.dice.bytes(32);
    this.#gateway = this.#create(run);
  }

  /** Kills the process and starts it again: connections are cut, and the store keeps its data. */
  async restart(): Promise<void> {
    this.#server.closeAllConnections();
    await this.#gateway?.close();
    if (this.#settings) this.#gateway = this.#create(this.#settings);
  }

  /** Every transaction of the run, oldest first, as the gateway keeps them. */
  async transactions(): Promise<TransactionRecord[]> {
    return (await this.#database.store.transactions.latest(1000, 0)).toReversed();
  }

  /** Asks the gateway without the network: no fault affects the bank's page or a back office. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const address = this.#settings?.address ?? '';
    return this.#answer(new Request(address + path, init), {});
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#gateway?.close();
    await this.#database.close();
  }

  #answer(request: Request, sockets: object): Promise<Response> {
    const gateway = this.#gateway;
    if (!gateway) return Promise.resolve(new Response('starting', { status: 503 }));
    return this.#activity.during(async () => gateway.api.fetch(request, sockets));
  }

  #create({ time, dice, duplicatesBy, habit, address, log }: GatewaySettings): Gateway {
    // The store caches final records by id, so no two gateways may create the same id.
    this.#gateways += 1;
    const random = dice.for(`gateway ${this.#gateways}`);
    return createGateway({
      clock: clockOf(time),
      random: (size) => random.bytes(size),
      vaultKey: this.#vaultKey,
      store: this.#database.store,
      log: createLog(
        { write: log },
        SANDBOX_SHOPS.map(({ secretKey }) => secretKey),
      ),
      // A merchant's server that accepts every notification.
      fetch: async () => new Response(null, { status: 200 }),
      urls: { gateway: address, checkout: address, base: address, console: address },
      duplicatesBy,
      habit,
    });
  }
}
