// A merchant's script: sets `prepare` and `resolveStatus`, and listens to events. The rest of this file only shows them.
import type { ResolvedOutcome } from '../../src/merchant/index.js';
import { compareOutcomes } from './browser/compare-outcomes.js';
import { wireCopyButtons } from './browser/copy-buttons.js';
import { byId, clockTime, factList, make } from './browser/dom.js';
import { EVENTS, readEvent } from './browser/element-events.js';
import { showServerState, type ServerState } from './browser/server-panel.js';
import { readEventLog, writeEventLog } from './browser/event-log.js';
import { addLanguageMenu } from './browser/language-menu.js';

interface PaymentElement extends HTMLElement {
  /** Undefined where the payment is on the gateway's page. */
  readonly step?: string;
  /** What is on offer. */
  product?: unknown;
  plan?: unknown;
  prepare: (attempt: { readonly attempt: number; readonly amount: number }) => Promise<{ readonly trackingId: string }>;
  resolveStatus: (asked: {
    readonly trackingId?: string | undefined;
    readonly uid?: string | undefined;
    readonly startedAt?: string | undefined;
    readonly repeatedAt?: string | undefined;
  }) => Promise<ResolvedOutcome>;
}

const POLL_MS = 1500;

const payment = document.querySelector<PaymentElement>('p2p-transfer, product-pay, plan-subscribe')!;
addLanguageMenu(payment, sessionStorage);

async function json<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<Answer>;
}

/** Without this the button still leads to the gateway's page. */
async function showOffer(path: string): Promise<void> {
  payment[payment.localName === 'plan-subscribe' ? 'plan' : 'product'] = await json(path);
}

// The page names only the item: the server knows its price.
const { sku, offer } = payment.dataset;

payment.prepare = ({ amount }) =>
  json('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sku ? { sku } : { amount }),
  });

payment.resolveStatus = async ({ trackingId, uid, startedAt, repeatedAt }) => {
  const asked = {
    ...(trackingId && { tracking_id: trackingId }),
    ...(uid && { uid }),
    ...(startedAt && { started_at: startedAt }),
    ...(repeatedAt && { repeated_at: repeatedAt }),
  };
  const response = await fetch(`/api/status?${new URLSearchParams(asked)}`);
  // No order of this session.
  if (response.status === 404) return { outcome: 'unknown' };
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<ResolvedOutcome>;
};

const events = readEventLog(sessionStorage);
/** The number of events from earlier visits, which are about earlier payments. */
const earlier = events.length;
let known: ServerState | undefined;

function show(): void {
  byId('heard').replaceChildren(
    ...events.toReversed().map(({ type, at, facts }) => make('li', {}, clockTime(at), make('b', {}, type), factList(facts))),
  );
  if (!known) return;
  showServerState(byId('known'), known, (trackingId) => void ask(trackingId));
  const bought = [
    ...known.orders.flatMap(({ begun, item, ...order }) =>
      begun === 'on the payment page' && item.kind !== 'transfer' ? [{ ...order, sku: item.sku }] : [],
    ),
    ...known.elsewhere,
  ];
  const { state, text } = compareOutcomes(
    events.slice(earlier),
    known.orders,
    bought.filter((each) => each.sku === sku),
    payment.step === 'details',
  );
  const line = byId('agreement');
  // Screen readers announce the line, so it is written only when it has changed.
  if (line.textContent !== text) line.textContent = text;
  line.dataset['state'] = state;
}

async function refresh(): Promise<void> {
  const before = JSON.stringify(known);
  known = await json<ServerState>('/api/transfers').catch(() => known);
  // Redrawing moves the focus away from a button, so only after a change.
  if (JSON.stringify(known) !== before) show();
}

async function ask(trackingId: string): Promise<void> {
  await payment.resolveStatus({ trackingId }).catch(() => undefined);
  await refresh();
}

for (const type of EVENTS) {
  payment.addEventListener(type, (event) => {
    events.push(readEvent(event, new Date()));
    writeEventLog(sessionStorage, events);
    show();
    void refresh();
  });
}

// The payer's way back to the form is a press inside the element, without an event of its own.
payment.addEventListener('click', () => setTimeout(show));

setInterval(() => {
  if (document.visibilityState === 'visible') void refresh();
}, POLL_MS);

if (offer) void showOffer(offer).catch(console.error);
wireCopyButtons(document.querySelectorAll<HTMLButtonElement>('.copy'));
show();
void refresh();
