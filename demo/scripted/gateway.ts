import { checkRequest } from '../../src/wire/request/check.js';
import { transferRequest } from '../../src/wire/request/transfer.js';
import type { CheckResponse } from '../../src/wire/response/check.js';
import type { CardReading } from '../gateway/card/present-card.js';
import { cardBody } from '../gateway/card/saved-card.js';
import { createIdentifiers } from '../gateway/crypto/identifiers.js';
import { errorResponse, notFound, Refusal, unauthorized, wrongVersion } from '../gateway/http/error-response.js';
import { brandName } from '../gateway/issuer/card-facts.js';
import { asSource, type JobBehavior } from '../gateway/issuer/cards.js';
import { decide, decidePayment, isFault, missingFields } from '../gateway/issuer/decide.js';
import { bankFee } from '../gateway/issuer/fees.js';
import { type Habit, HABITS, isRefusedCopy, refusedJob } from '../gateway/issuer/habit.js';
import { echoOrder } from '../gateway/order/order-echo.js';
import { readOrder } from '../gateway/order/read-order.js';
import { echoRequest } from '../gateway/payment/request-echo.js';
import { pagesOf, transactionBody } from '../gateway/payment/transaction-body.js';
import { subscribedPlan } from '../gateway/subscription/subscription-body.js';
import type { TransactionRecord } from '../gateway/store/store.js';
import type { PlanRecord } from '../gateway/store/record/sale-records.js';
import { timestampOf } from '../gateway/time/clock.js';
import { answerTo } from '../gateway/transfer/check.js';
import { readRequest } from '../gateway/transfer/read-request.js';
import { Ledger, type Verdict } from './ledger.js';
import { Offers } from './offers.js';
import { answer, type Arrived, Script } from './script.js';
import type { ScriptedShop } from './shop.js';

/** What an accepted request started (spec 2.4). */
type Job = { readonly id: string; readonly endsAt: number; readonly ending: JobBehavior['ending'] | undefined } & (
  | { readonly kind: 'check'; readonly response: CheckResponse }
  | { readonly kind: 'payment'; readonly uid: string }
);

interface Subscription {
  readonly id: string;
  readonly plan: PlanRecord;
  readonly customer: string;
}

export interface ScriptedGatewayOptions {
  readonly shop: ScriptedShop;
  /** The gateway's address, without a trailing slash. It is never called. */
  readonly checkoutUrl?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The page of the bank, where there is one: it calls `confirm`. Otherwise its address leads nowhere. */
  readonly bankPage?: (uid: string) => string;
}

const CANNOT_FOLLOW = 'The operation could not be followed to its end';

/** How long (ms) a job that ends twice has its first end. */
const FIRST_END_LASTS = 4000;

/**
 * A gateway inside a page or a test: a `fetch` with a memory, without network, server and waiting. It reads, judges and decides
 * with the sandbox's own code, decrypts what it is sent, and answers what the elements call. What it should answer otherwise is
 * scripted: see `Script`.
 */
export class ScriptedGateway extends Script {
  readonly url: string;
  readonly shop: ScriptedShop;
  readonly offers: Offers;
  readonly ledger: Ledger;
  /** What becomes of a copy of a payment. By default every copy pays again, so that a test may pay the same sum twice. */
  habit: Habit = HABITS.paid;
  /** How the payer's bank ends a challenge, once the payer has been sent there; `asks`: not before `confirm`. */
  bank: Verdict | 'asks' = 'asks';
  readonly #ownBankPage: ScriptedGatewayOptions['bankPage'];
  readonly #identifiers = createIdentifiers((size) => crypto.getRandomValues(new Uint8Array(size)));
  readonly #jobs = new Map<string, Job>();
  readonly #subscriptions = new Map<string, Subscription>();

  constructor({ shop, checkoutUrl = 'https://gateway.example', now = Date.now, bankPage }: ScriptedGatewayOptions) {
    super(now);
    this.#ownBankPage = bankPage;
    this.url = checkoutUrl;
    this.shop = shop;
    const identifiers = this.#identifiers;
    const failed = ({ purchase }: TransactionRecord): void => this.offers.move(purchase?.id ?? '', 1);
    this.ledger = new Ledger({ identifiers, now, habit: () => this.habit, failed });
    this.offers = new Offers({ shop, identifiers, now, urls: { base: checkoutUrl, checkout: checkoutUrl } });
  }

  /** The transactions so far, oldest first, as the gateway reports them to the shop's server. */
  get transactions(): Record<string, unknown>[] {
    return this.ledger.all.map((record) => this.#body(record));
  }

  /** The payer ends the challenge of a payment at their bank. */
  async confirm(uid: string, verdict: Verdict = 'passed'): Promise<void> {
    await this.ledger.confirm(uid, verdict);
  }

  protected override async itself(arrived: Arrived): Promise<Response> {
    const respond = async (): Promise<Response> => {
      try {
        this.#authenticate(arrived.headers);
        return answer(200, await this.#serve(arrived));
      } catch (error) {
        if (error instanceof Refusal) return errorResponse(error.answer);
        throw error;
      }
    };
    const response = await respond();
    response.headers.set('date', new Date(this.now()).toUTCString());
    return response;
  }

  #authenticate(given: Record<string, string>): void {
    const headers = new Headers(given);
    if (headers.get('authorization') !== `Bearer ${this.shop.publicKey}`) throw unauthorized('Bearer');
    const version = headers.get('x-api-version') ?? undefined;
    if (version !== '2') throw wrongVersion(version);
  }

  #serve({ kind, path, text, jobId = '' }: Arrived): unknown {
    const [, id = ''] = /\/confirm_order\/([^/]+)\//.exec(path) ?? [];
    const body = (): unknown => JSON.parse(text);
    if (kind === 'check') return this.#check(body());
    if (kind === 'job') return this.#poll(jobId);
    if (kind === 'transfer') return id ? this.#order(id, body()) : this.#transfer(body());
    const offer = this.offers.offer(id);
    if (!offer) throw notFound('The product or plan');
    return offer;
  }

  #reading(): CardReading {
    return {
      now: this.now(),
      refuseUsedSeals: (ids) => this.ledger.refuseUsedSeals(ids),
      savedCard: (token) => this.ledger.savedCard(token),
    };
  }

  async #check(body: unknown): Promise<unknown> {
    const { shop } = this;
    const read = await readRequest(body, { operation: 'check', schema: checkRequest, shop }, this.#reading());
    const job = asSource(read.cards.source.pan).checkJob;
    return this.#start({ kind: 'check', response: answerTo(read) }, job);
  }

  async #transfer(body: unknown): Promise<unknown> {
    const { shop, ledger } = this;
    const read = await readRequest(body, { operation: 'transfer', schema: transferRequest, shop }, this.#reading());
    const { request, cards, exponent, sealIds } = read;
    const { source, recipient } = cards;
    const { amount, currency, duplicate_check } = request;
    const claim = { shopId: shop.id, source: source.pan, amount, sealIds, compare: duplicate_check !== false };
    const judged = await ledger.claim(claim);
    const saves = request.additional_data?.contract?.includes('oneclick') ?? false;
    const uid = ledger.add({
      shopId: shop.id,
      type: 'p2p',
      request: echoRequest(request),
      source: ledger.show(source, saves ? ledger.save(source) : null),
      recipient: ledger.show(recipient, saves ? ledger.save(recipient) : null),
      purchase: null,
      decision: judged(decide(cards, await ledger.countUse(source))),
      bankFee: bankFee({ pan: source.pan, brand: brandName(source.pan), amount, currency, exponent }),
      requiredFields: missingFields(cards),
      expiresAt: request.expired_at ? Date.parse(request.expired_at) : null,
    });
    return this.#start({ kind: 'payment', uid }, asSource(source.pan).transferJob);
  }

  async #order(id: string, body: unknown): Promise<unknown> {
    const { shop, ledger } = this;
    const item = this.offers.item(id);
    if (!item) throw notFound('The product or plan');
    const { request, card, sealIds } = await readOrder(body, item, shop, this.#reading());
    const { amount, type, plan, expiresAt } = item;
    const claim = { shopId: shop.id, source: card.pan, amount, sealIds, compare: request.duplicate_check !== false };
    const judged = await ledger.claim(claim);
    this.offers.move(id, -1);
    const subscription = plan && this.#identifiers.next('sbs');
    const uid = ledger.add({
      shopId: shop.id,
      type,
      request: echoOrder({ request, shop, ip: '127.0.0.1', language: request.language ?? item.language }, item),
      source: ledger.show(card),
      purchase: subscription ? { kind: 'subscription', id: subscription } : { kind: 'product', id },
      decision: judged(decidePayment(card, await ledger.countUse(card))),
      expiresAt,
    });
    if (plan && subscription)
      this.#subscriptions.set(subscription, { id: subscription, plan, customer: this.#identifiers.next('cst') });
    return this.#start({ kind: 'payment', uid }, asSource(card.pan).transferJob);
  }

  #start(
    work: { kind: 'check'; response: CheckResponse } | { kind: 'payment'; uid: string },
    { lasts = 0, ending }: JobBehavior = {},
  ): unknown {
    const id = `${work.kind}-${this.#identifiers.next()}`;
    this.#jobs.set(id, { ...work, id, endsAt: this.now() + lasts, ending });
    return { status: 'new', job_id: id };
  }

  async #poll(id: string): Promise<unknown> {
    const job = this.#jobs.get(id);
    if (!job) throw notFound('The job');
    const { endsAt, ending } = job;
    if (this.now() < endsAt) return { status: 'new', job_id: id };
    const record = job.kind === 'payment' ? await this.ledger.settle(job.uid) : undefined;
    if (ending === 'lost') throw notFound('The job');
    const failed = (response: unknown): unknown => ({ status: 'failed', job_id: id, response });
    if (record && this.habit.jobsEndTwice && this.now() < endsAt + FIRST_END_LASTS)
      return failed(refusedJob({ words: 'The acquirer did not answer in time' }));
    if (record && this.habit.refused === 'job' && isRefusedCopy(record)) return failed(refusedJob(this.habit));
    if (ending === 'failed') return failed({ status: 'error', errors: [CANNOT_FOLLOW], message: CANNOT_FOLLOW, finished: false });
    const response = job.kind === 'check' ? job.response : await this.#result(job.uid);
    return { status: 'done', job_id: id, response };
  }

  /** The result of a payment's job. Once it has told the payer of a challenge, the bank ends it, unless it asks. */
  async #result(uid: string): Promise<unknown> {
    const record = this.ledger.reported(uid);
    const subscription = this.#subscriptions.get(record.purchase?.id ?? '');
    const response = subscription ? this.#subscriptionBody(record, subscription) : { transaction: this.#body(record) };
    if (record.status === 'incomplete' && this.bank !== 'asks') await this.confirm(uid, this.bank);
    return response;
  }

  #body(record: TransactionRecord): Record<string, unknown> {
    const body = transactionBody(record, this.shop.name, this.url);
    return { ...body, redirect_url: this.#bankPage(record) };
  }

  /** The bank's page; where the bank does not ask, the page that the payer returns to. */
  #bankPage(record: TransactionRecord): string {
    const { return_url: returnUrl } = record.request;
    if (this.#ownBankPage) return this.#ownBankPage(record.uid);
    if (this.bank === 'asks' || returnUrl === null) return pagesOf(record, this.url).redirect_url;
    const address = new URL(returnUrl);
    address.searchParams.set('uid', record.uid);
    address.searchParams.set('status', this.bank === 'passed' ? 'successful' : 'failed');
    return address.href;
  }

  #subscriptionBody(record: TransactionRecord, { id, plan, customer }: Subscription): unknown {
    const { status, message, createdAt, uid, source, request, decision } = record;
    const paid = plan.trial ? 'trial' : 'active';
    const states = {
      successful: paid,
      failed: isFault(decision) ? 'error' : 'failed',
      incomplete: 'redirecting',
      pending: 'pending',
    };
    const redirect = status === 'incomplete' ? { redirect_url: this.#bankPage(record) } : {};
    const runs = status === 'successful';
    // The calendar is the sandbox's: here every cycle has 30 days.
    const next = runs ? timestampOf(createdAt + 30 * 86_400_000) : null;
    return {
      subscription: {
        id,
        state: states[status],
        tracking_id: request.tracking_id,
        device_id: request.customer['device_id'] ?? null,
        created_at: timestampOf(createdAt),
        renew_at: next,
        active_to: next,
        card: { ...cardBody(source), token: null },
        customer: { id: customer },
        paid_billing_cycles: runs && !plan.trial ? 1 : 0,
        number_failed_payment_attempts: status === 'failed' ? 1 : 0,
        additional_data: {},
        plan: subscribedPlan(plan, { base: this.url, checkout: this.url }),
        ...redirect,
        cancel_url: runs ? `${this.url}/subscriber/${id}` : null,
        last_transaction: { uid, status, message, created_at: timestampOf(createdAt), ...redirect },
      },
    };
  }
}
