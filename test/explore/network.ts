import { bodyOf, jobIn, markIn, type Reply, roleOf } from './gateway.js';
import { NORMAL } from './choices.js';
import type { World } from './world.js';

/** How long a message takes (ms). */
const WAY = 20;

/** A refusal that the payer can correct. */
export const REFUSED_FIELD = 'is refused for the holder';

/** What can become of the request of a payment, and of its answer. */
const REQUEST = [
  'is lost',
  'arrives, and its answer is lost',
  'arrives, and its answer is cut',
  'gets a 503',
  'arrives, and gets a 503',
  'gets no answer',
  'arrives, and gets no answer',
  'takes 6 s to arrive',
  'takes 20 s to arrive',
  'seems lost, and arrives 6 s later',
  'seems lost, and arrives 20 s later',
  'arrives, and its answer takes 20 s',
  'is sent twice by the browser',
  'is sent twice by the browser, and gets a 401',
  'is sent twice by the browser, and gets a 404',
  'is refused for its currency',
  REFUSED_FIELD,
  'gets a 404',
  'arrives, and gets a 404',
  'arrives, and gets a 409 that names a field',
  'gets a 429 with Retry-After',
  'arrives, and gets a failed transaction',
  'is refused in other words',
  'arrives, and is refused in other words',
  'is refused for its token',
  'arrives, and is refused for its token',
  'takes 20 min to arrive',
  'is lost, as all is for a minute',
] as const;

/** What can become of the questions for a price. */
const PRICE = ['is lost', 'gets a 500', 'gets a page', 'gets no answer', 'takes 20 s', 'is refused for a field'] as const;

/** What can become of a poll, and of its answer. */
const POLL = [
  'is lost',
  'gets a 500',
  'gets a page',
  'gets a 404',
  'gets a 404 from now on',
  'gets no answer from now on',
  'gets another job',
  'gets another payment',
  'gets an open failure',
  'gets a 422 that names a field',
  'gets a 429 with Retry-After',
  'is new again',
  'is done without a response',
  'is done with a refusal',
  'gets an unknown status',
  'gets another sum',
] as const;
const UNREADABLE_SUM = 'gets a sum that can’t be read';
const OTHER_UID = 'gets a failure with another uid';
const REVERSED = 'gets a failure after the success';

type Settle = { readonly resolve: (response: Response) => void; readonly reject: (error: Error) => void };

/** What carries the requests of pages to the gateway, and its answers back. */
export interface Way {
  /** Sends a request. The promise settles when the page gets the answer; if the answer is lost, it stays pending. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Everything works again. */
  recover(): void;
  /** The run is over. */
  close?(): void;
}

/** The way between pages and the gateway. */
export class Network implements Way {
  readonly #world: World;
  /** Jobs whose polls are not answered any more, and how. */
  readonly #gone = new Map<string, 'gone' | 'silent'>();
  /** Until when everything is lost (ms since the run began). */
  #outageEnds = 0;

  constructor(world: World) {
    this.#world = world;
  }

  recover(): void {
    this.#gone.clear();
    this.#outageEnds = 0;
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const settle = { resolve, reject };
      const role = roleOf(url);
      if (this.#world.time.elapsed < this.#outageEnds) this.#lose(settle);
      else if (role === 'price') this.#ask(url, settle);
      else if (role === 'poll') this.#poll(jobIn(url), settle);
      else this.#send(bodyOf(init), settle);
    });
  }

  #lose({ reject }: Settle): void {
    this.#world.time.after(WAY, () => reject(new TypeError('Failed to fetch')));
  }

  #ask(url: string, settle: Settle): void {
    const { choices, gateway } = this.#world;
    const way = choices.at('price', PRICE, 2);
    if (way === 'gets no answer') return;
    if (way === 'is lost') return this.#lose(settle);
    if (way === 'gets a 500') return this.#answer(settle, { status: 500, body: undefined });
    if (way === 'gets a page') return this.#answer(settle, { status: 200, body: undefined });
    if (way === 'is refused for a field') return this.#answer(settle, REFUSED_FORM);
    this.#answer(settle, gateway.answer(url, undefined), way === 'takes 20 s' ? 20_000 : WAY);
  }

  #send(body: string, settle: Settle): void {
    const { gateway, choices, time } = this.#world;
    const receive = (): Reply => gateway.receive(body);
    const later = (milliseconds: number, act: () => void): void => void time.after(milliseconds, act);
    const lose = (): void => this.#lose(settle);
    const refuse = (errors: unknown): void => this.#answer(settle, { status: 422, body: { message: 'No', errors } });
    const way = choices.at('request', REQUEST, 3);
    switch (way) {
      case 'is lost':
        return lose();
      case 'arrives, and its answer is lost':
        receive();
        return lose();
      case 'arrives, and its answer is cut':
        receive();
        return this.#answer(settle, { status: 200, body: undefined });
      case 'gets a 503':
        return this.#answer(settle, { status: 503, body: undefined });
      case 'arrives, and gets a 503':
        receive();
        return this.#answer(settle, { status: 503, body: undefined });
      case 'gets no answer':
        return undefined;
      case 'arrives, and gets no answer':
        return void receive();
      case 'takes 6 s to arrive':
        return later(6000, () => this.#answer(settle, receive()));
      case 'takes 20 s to arrive':
        return later(20_000, () => this.#answer(settle, receive()));
      case 'seems lost, and arrives 6 s later':
        later(6000, receive);
        return lose();
      case 'seems lost, and arrives 20 s later':
        later(20_000, receive);
        return lose();
      case 'arrives, and its answer takes 20 s':
        return this.#answer(settle, receive(), 20_000);
      case 'is refused for its currency':
        return this.#answer(settle, REFUSED_CURRENCY);
      case REFUSED_FIELD:
        return this.#answer(settle, REFUSED_FORM);
      case 'gets a 404':
        return this.#answer(settle, NOT_FOUND);
      case 'arrives, and gets a 404':
        receive();
        return this.#answer(settle, NOT_FOUND);
      case 'arrives, and gets a 409 that names a field':
        receive();
        return this.#answer(settle, { ...REFUSED_CURRENCY, status: 409 });
      case 'gets a 429 with Retry-After':
        return this.#answer(settle, SLOW_DOWN);
      case 'arrives, and gets a failed transaction':
        receive();
        return this.#answer(settle, {
          status: 200,
          body: { transaction: { uid: 'uid-other', status: 'failed', message: 'No' } },
        });
      case 'is refused in other words':
        return refuse({ base: ['operazione non consentita'] });
      case 'arrives, and is refused in other words':
        receive();
        return refuse({ base: ['operazione non consentita'] });
      case 'is refused for its token':
        return refuse({ credit_card: { token: ['can not be used'] } });
      case 'arrives, and is refused for its token':
        receive();
        return refuse({ credit_card: { token: ['can not be used'] } });
      case 'takes 20 min to arrive':
        return later(20 * 60_000, () => this.#answer(settle, receive()));
      case 'is lost, as all is for a minute':
        this.#outageEnds = time.elapsed + 60_000;
        return lose();
      case NORMAL:
        return this.#answer(settle, receive());
      default:
        return this.#sendTwice(way, body, settle);
    }
  }

  /** Browsers send a request again by themselves when a reused connection breaks, which no script can see. */
  #sendTwice(way: string, body: string, settle: Settle): void {
    const { gateway } = this.#world;
    gateway.receive(body);
    gateway.unseenCopies.add(markIn(body));
    const status = way.endsWith('401') ? 401 : way.endsWith('404') ? 404 : undefined;
    this.#answer(settle, status ? { status, body: { message: 'No', errors: {} } } : gateway.receive(body));
  }

  #poll(jobId: string, settle: Settle): void {
    const { gateway, choices, time } = this.#world;
    const job = gateway.job(jobId);
    const gone = this.#gone.get(jobId);
    const isEnding = job !== undefined && job.charge.ends === 'successful' && job.charge.endsAt <= time.elapsed;
    const way = gone
      ? NORMAL
      : choices.at(
          'poll',
          [
            ...POLL,
            ...(isEnding ? [UNREADABLE_SUM] : []),
            ...(job?.isNamed ? [OTHER_UID] : []),
            ...(job?.word === 'successful' ? [REVERSED] : []),
          ],
          3,
        );
    if (way === 'gets a 404 from now on') this.#gone.set(jobId, 'gone');
    if (way === 'gets no answer from now on') this.#gone.set(jobId, 'silent');
    const now = this.#gone.get(jobId);
    if (now === 'silent') return;
    if (now === 'gone') return this.#answer(settle, NOT_FOUND);
    if (way === 'is lost') return this.#lose(settle);
    this.#answer(settle, way === NORMAL ? gateway.poll(jobId) : this.#deviating(way, jobId));
  }

  #deviating(way: string, jobId: string): Reply {
    const { gateway, price, what } = this.#world;
    const charge = gateway.job(jobId)?.charge;
    const done = (transaction: object, named = jobId): Reply => {
      const facts = { uid: charge?.uid, amount: price, currency: 'USD', tracking_id: charge?.trackingId, message: null };
      const type = what === 'order' ? 'payment' : 'p2p';
      return {
        status: 200,
        body: { status: 'done', job_id: named, response: { transaction: { ...facts, type, ...transaction } } },
      };
    };
    const failure = { uid: 'uid-other', status: 'failed', message: 'Insufficient funds' };
    switch (way) {
      case 'gets a 500':
        return { status: 500, body: undefined };
      case 'gets a page':
        return { status: 200, body: undefined };
      case 'gets another job':
        return done(failure, 'job-other');
      case 'gets another payment':
        return done({ uid: 'uid-other', status: 'successful', tracking_id: 'another' });
      case 'gets an open failure':
        return { status: 200, body: { status: 'failed', job_id: jobId, response: { message: 'Later', finished: false } } };
      case 'gets a 422 that names a field':
        return REFUSED_CURRENCY;
      case 'gets a 429 with Retry-After':
        return SLOW_DOWN;
      case 'is new again':
        return { status: 200, body: { status: 'new', job_id: jobId } };
      case 'is done without a response':
        return { status: 200, body: { status: 'done', job_id: jobId } };
      case 'is done with a refusal':
        return { status: 200, body: { status: 'done', job_id: jobId, response: REFUSED_CURRENCY.body } };
      case 'gets an unknown status':
        return done({ status: 'clearing' });
      case 'gets another sum':
        return done({ status: 'successful', amount: 1 });
      case UNREADABLE_SUM:
        return done({ status: 'successful', amount: '1e4' });
      case OTHER_UID:
        return done(failure);
      case REVERSED:
        return done({ status: 'failed', message: 'Reversed' });
      default:
        return NOT_FOUND;
    }
  }

  #answer({ resolve }: Settle, reply: Reply, wait = WAY): void {
    const { time, date } = this.#world;
    time.after(wait, () => {
      const named = date === 'exposed' ? time.true : undefined;
      resolve(response(reply, named));
    });
  }
}

const NOT_FOUND: Reply = { status: 404, body: { message: 'Record not found' } };
const REFUSED_CURRENCY: Reply = {
  status: 422,
  body: { message: 'Invalid', errors: { currency: ['is unknown ISO 4217 Alpha-3 code'] }, error_code: 'invalid_params' },
};
const SLOW_DOWN: Reply = { status: 429, body: { message: 'Slow down' }, retryAfter: '7' };
const REFUSED_FORM: Reply = {
  status: 422,
  body: { message: 'Invalid', errors: { credit_card: { holder: ['is required'] } }, error_code: 'invalid_params' },
};

const encoder = new TextEncoder();

/** The part of a response that pages read. A real one would stream its text in tasks that no run could count. */
function response({ status, body, retryAfter }: Reply, date: number | undefined): Response {
  const chunks = [encoder.encode(body === undefined ? '<html>' : JSON.stringify(body))];
  const values = new Map([
    ['Date', date === undefined ? undefined : new Date(date).toUTCString()],
    ['Retry-After', retryAfter],
  ]);
  const headers = { get: (name: string) => values.get(name) ?? null };
  const reader = {
    read: () => {
      const value = chunks.shift();
      return Promise.resolve(value ? { done: false, value } : { done: true, value: undefined });
    },
    cancel: () => Promise.resolve(),
  };
  return { status, headers, body: { getReader: () => reader } } as unknown as Response;
}
