// A checkout page as it is often written, in a real browser: on any trouble it tries again with a new id and a new seal, and it
// calls every error a failure.
import { importKey } from '../../../../src/checkout/key.js';
import { sealSections, systemRandom } from '../../../../src/checkout/seal.js';
import { runNow } from './fast-clock.js';

const {
  attributes: {
    'checkout-url': address = '',
    'public-key': publicKey = '',
    amount: sum = '',
    currency = '',
    card = '',
    recipient = '',
    code = '',
  },
} = globalThis.setup;
const amount = Number(sum);

const state = { over: false, paid: false };
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Polls for ten seconds, and accepts only what looks like success. */
async function ask(method: string, path: string, body?: string): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('timeout')), 10_000);
  try {
    const response = await fetch(address + path, {
      method,
      signal: controller.signal,
      ...(body !== undefined && { body }),
      headers: { authorization: `Bearer ${publicKey}`, 'x-api-version': '2', 'content-type': 'application/json' },
    });
    if (!response.ok) throw new Error(String(response.status));
    return await response.json();
  } finally {
    clearTimeout(timer);
  }
}

async function tryOnce(): Promise<boolean> {
  const trackingId = globalThis.setup.attributes['tracking-id'] ?? crypto.randomUUID();
  const source = { number: card, exp_month: '11', exp_year: '2032', verification_value: code };
  const sealed = await sealSections(
    { credit_card: source, recipient_card: { number: recipient } },
    { operation: 'transfer', amount, currency, trackingId, issuedAt: runNow() },
    await importKey(publicKey),
    systemRandom,
  );
  const request = { amount, currency, description: 'Rent', ...sealed, tracking_id: trackingId, duplicate_check: true };
  const { job_id: job } = (await ask('POST', '/ctp/api/async/p2p', JSON.stringify({ request }))) as { readonly job_id: string };
  for (let polls = 0; polls < 60; polls += 1) {
    await wait(1000);
    const { status, response } = (await ask('GET', `/ctp/api/async/jobs/${job}`)) as {
      readonly status: string;
      readonly response?: { readonly transaction?: { readonly status: string } };
    };
    if (status === 'failed') return false;
    if (status === 'done') return ['successful', 'incomplete'].includes(response?.transaction?.status ?? '');
  }
  return false;
}

async function pay(): Promise<void> {
  Object.assign(state, { over: false, paid: false });
  for (let tries = 0; tries < 3 && !state.paid; tries += 1) {
    state.paid = await tryOnce().catch(() => false);
    if (!state.paid) await wait(2000);
  }
  state.over = true;
}

Object.assign(globalThis, { acts: { pay: () => void pay(), state: () => state } });
void pay();
