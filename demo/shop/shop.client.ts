// What a merchant's own script does: gives the element an order per attempt and somebody to ask, and listens.
// The rest of this file only shows it.
import { agreement } from './browser/agreement.js';
import { wireCopyButtons } from './browser/copy-buttons.js';
import { byId, clockTime, factList, make } from './browser/dom.js';
import { EVENTS, takeDown } from './browser/facts.js';
import { showKnowledge, type ServerKnowledge } from './browser/server-panel.js';
import { readStory, writeStory } from './browser/story.js';

interface PaymentElement extends HTMLElement {
  prepare: (attempt: { readonly attempt: number; readonly amount: number }) => Promise<{ readonly trackingId: string }>;
  resolveStatus: (asked: {
    readonly trackingId?: string | undefined;
    readonly uid?: string | undefined;
    readonly startedAt?: string | undefined;
  }) => Promise<{
    readonly outcome: 'successful' | 'failed' | 'unknown';
  }>;
}

const POLL_MS = 1500;

const payment = document.querySelector<PaymentElement>('p2p-transfer, product-pay, plan-subscribe')!;

async function json<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<Answer>;
}

// Of what the shop sells it names the thing, never its price: that is the server's to know.
const { sku } = payment.dataset;

payment.prepare = ({ amount }) =>
  json('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sku ? { sku } : { amount }),
  });

payment.resolveStatus = async ({ trackingId, uid, startedAt }) => {
  const asked = { ...(trackingId && { tracking_id: trackingId }), ...(uid && { uid }), ...(startedAt && { started_at: startedAt }) };
  const response = await fetch(`/api/status?${new URLSearchParams(asked)}`);
  // No order of this session: somebody else's, or none at all.
  if (response.status === 404) return { outcome: 'unknown' };
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<{ readonly outcome: 'successful' | 'failed' | 'unknown' }>;
};

const heard = readStory(sessionStorage);
let known: ServerKnowledge | undefined;

function show(): void {
  byId('heard').replaceChildren(
    ...heard.toReversed().map(({ type, at, facts }) => make('li', {}, clockTime(at), make('b', {}, type), factList(facts))),
  );
  if (!known) return;
  showKnowledge(byId('known'), known, (trackingId) => void ask(trackingId));
  const bought = [
    ...known.orders.flatMap(({ begun, item, ...order }) => (begun === 'on the payment page' && item.kind !== 'transfer' ? [{ ...order, sku: item.sku }] : [])),
    ...known.elsewhere,
  ];
  const { state, text } = agreement(heard, known.orders, bought.filter((each) => each.sku === sku));
  const line = byId('agreement');
  // The line is announced: it is written only when it changed.
  if (line.textContent !== text) line.textContent = text;
  line.dataset['state'] = state;
}

async function refresh(): Promise<void> {
  const before = JSON.stringify(known);
  known = await json<ServerKnowledge>('/api/transfers').catch(() => known);
  // Redrawing takes the focus from a button: only when there is news.
  if (JSON.stringify(known) !== before) show();
}

async function ask(trackingId: string): Promise<void> {
  await payment.resolveStatus({ trackingId }).catch(() => undefined);
  await refresh();
}

for (const type of EVENTS) {
  payment.addEventListener(type, (event) => {
    heard.push(takeDown(event, new Date()));
    writeStory(sessionStorage, heard);
    show();
    void refresh();
  });
}

setInterval(() => {
  if (document.visibilityState === 'visible') void refresh();
}, POLL_MS);

wireCopyButtons(document.querySelectorAll<HTMLButtonElement>('.copy'));
show();
void refresh();
