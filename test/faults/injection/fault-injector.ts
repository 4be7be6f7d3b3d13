import { parsed } from './answers.js';
import type { Dice } from '../dice.js';
import type { Exchange } from '../network/exchange.js';
import type { Fault, FaultContext, PlannedFault } from './fault.js';
import type { Ledger } from '../verdict/ledger.js';
import type { Limit } from '../verdict/limits.js';
import type { Sent } from '../network/network.js';
import { type RawMessage, statusOf } from '../network/raw-http.js';
import { movesMoney, type Role, roleOf } from '../network/roles.js';
import { briefBody, type Trace } from '../verdict/trace.js';

/** How long a request or an answer takes on its way, in milliseconds. */
const DELAY = [3, 60] as const;

export interface FaultInjectorOptions extends FaultContext {
  readonly planned: readonly PlannedFault[];
  readonly trace: Trace;
  readonly met: (limit: Limit) => void;
  readonly ledger: Ledger;
}

/** The network's faults in one run: which request meets which fault. */
export class FaultInjector {
  readonly #options: FaultInjectorOptions;
  readonly #delays: Dice;
  readonly #counts = new Map<Role, number>();
  readonly #checkJobs = new Set<string>();
  #isStopped = false;
  /** How often each fault took effect. */
  readonly effects = new Map<string, number>();
  /** When a poll last met a fault (ms). */
  lastPollFault = 0;

  constructor(options: FaultInjectorOptions) {
    this.#options = options;
    this.#delays = options.dice.for('delays');
  }

  /** The fault that the next request of a role will meet. */
  nextFault({ url }: Sent): Fault | undefined {
    return this.#faultOf(this.#role(new URL(url).pathname), 1);
  }

  /** Whether every poll from now on meets a fault. */
  get failsAllPolls(): boolean {
    return this.#options.planned.some(({ role, times = 1 }) => role === 'job' && times > 1000);
  }

  /** Ends all faults. */
  stop(): void {
    this.#isStopped = true;
  }

  readonly handle = async (exchange: Exchange): Promise<void> => {
    const { time, trace } = this.#options;
    const role = (exchange.role = this.#role(exchange.path));
    if (role === 'bank') return exchange.pass();
    const fault = this.#faultOf(role, 1);
    const number = (this.#counts.get(role) ?? 0) + 1;
    this.#counts.set(role, number);
    const name = `${role} ${number}`;
    trace.add(
      'proxy',
      `${name} ${exchange.method} (${exchange.warm ? 'warm' : 'cold'}, bytes ${exchange.fingerprint})${fault ? `: ${fault.name}` : ''}`,
    );
    const original = exchange.answer.bind(exchange);
    exchange.answer = (message) => {
      trace.add('proxy', `${name} is answered ${statusOf(message)} ${briefBody(message.body)}`);
      original(message);
    };
    const deliver = exchange.deliver.bind(exchange);
    exchange.deliver = async () => {
      if (movesMoney(role)) this.#options.ledger.delivered(time.now(), exchange.path, exchange.request.body);
      return this.#record(role, await deliver());
    };
    await time.wait(this.#delays.whole(...DELAY));
    if (fault) return this.#inject(fault, exchange);
    const answer = await exchange.deliver();
    await time.wait(this.#delays.whole(...DELAY));
    return exchange.answer(answer);
  };

  /** Counts a fault that takes effect outside of an exchange. */
  count(name: string): void {
    this.effects.set(name, (this.effects.get(name) ?? 0) + 1);
  }

  /** A refused connection counts too, although no request ever arrives. */
  countRefused(sent: Sent): void {
    const role = this.#role(new URL(sent.url).pathname);
    this.count(this.#faultOf(role, 1)?.name ?? 'connection refused');
    this.#counts.set(role, (this.#counts.get(role) ?? 0) + 1);
    if (role === 'job') this.lastPollFault = this.#options.time.now();
  }

  #inject(fault: Fault, exchange: Exchange): Promise<void> {
    const { time, met } = this.#options;
    this.count(fault.name);
    if (exchange.role === 'job') this.lastPollFault = time.now();
    if (fault.limit) met(fault.limit);
    return fault.act(exchange, this.#options);
  }

  #record(role: Role, answer: RawMessage): RawMessage {
    const job = role === 'check' ? parsed(answer)?.['job_id'] : undefined;
    if (typeof job === 'string') this.#checkJobs.add(job);
    this.#options.trace.add('gateway', `answers the ${role} ${statusOf(answer)} ${briefBody(answer.body)}`);
    return answer;
  }

  #role(path: string): Role {
    const role = roleOf(path);
    return role === 'job' && this.#checkJobs.has(decodeURIComponent(path.split('/').at(-1) ?? '')) ? 'check job' : role;
  }

  #faultOf(role: Role, ahead: number): Fault | undefined {
    if (this.#isStopped) return undefined;
    const number = (this.#counts.get(role) ?? 0) + ahead;
    return this.#options.planned.find(
      ({ role: of, from = 1, times = 1 }) => of === role && number >= from && number < from + times,
    )?.fault;
  }
}
