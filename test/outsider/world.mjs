// What every section shares: the addresses, the two shops, the HTTP caller, the six ways of spec 4.1.
import { request as plainRequest } from 'node:http';
import { encrypt, newAttempt, padded, plaintext, recipientName } from './jwe.mjs';

/** Three digits that never occur as an amount or month here, so a leak of them is recognisable. */
export const VERIFICATION_VALUE = '987';
export const CARD = {
  success: '4200000000000000', declined: '4005550000000019', challenge: '4012000000001097', challengeMc: '5204240000015029',
  recipient: '4200000000000000',
};
export const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Spec 8: equal amounts of one card within 30 s are duplicates, so each transfer takes an amount of its own.
let lastAmount = 100_000 + (Math.floor(Date.now() / 1000) % 80_000) * 10;
/** An amount (minor units) that this run and the run before did not use. */
export const newAmount = () => (lastAmount += 1);
let lastTracking = 0;
/** A tracking_id unique to this run. */
export const newTrackingId = () => `outsider-${process.pid}-${Date.now().toString(36)}-${(lastTracking += 1)}`;

const exchanges = [];
/** Every answer of the gateway so far: {method, url, text}, headers included in the text. */
export const allExchanges = () => exchanges;

/** One HTTP exchange; redirects are never followed, a body that is not JSON leaves `json` undefined. */
export async function call(method, url, { auth, version, body, headers = {}, raw } = {}) {
  const sent = new Headers();
  if (auth) sent.set('authorization', auth);
  if (version !== undefined) sent.set('x-api-version', version);
  if (body !== undefined || raw !== undefined) sent.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const init = { method, headers: sent, redirect: 'manual', signal: AbortSignal.timeout(30_000) };
  const response = await fetch(url, payload === undefined ? init : { ...init, body: payload });
  const text = await response.text();
  return keep(method, url, response.status, response.headers, text);
}

function keep(method, url, status, headers, text) {
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  exchanges.push({ method, url, text: `${[...headers].map((pair) => pair.join(': ')).join('\n')}\n\n${text}`, json });
  return { status, headers, text, json };
}

/** The same over node:http, for what fetch will not do: a foreign Host header, a body the server stops reading. */
export function rawCall(method, url, headers, body = '') {
  return new Promise((resolve, reject) => {
    const request = plainRequest(url, { method, headers: { 'content-length': Buffer.byteLength(body), ...headers } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve(keep(method, url, response.statusCode, new Headers(pairs), Buffer.concat(chunks).toString()));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Basic and Bearer as spec 5 has them. */
export const basic = (shop) => `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}`;
export const bearer = (shop) => `Bearer ${shop.public_key}`;
export const credentials = (way, shop) => (way.scheme === 'basic' ? { auth: basic(shop) } : { auth: bearer(shop), version: '2' });

/** Reads the shops and lays out the endpoints of spec 4.1, numbered as there. */
export async function openWorld(urls) {
  const shops = (await (await fetch(`${urls.console}/sandbox/shops`)).json());
  const listed = (await (await fetch(`${urls.console}/sandbox/cards`)).json());
  const cards = (Array.isArray(listed) ? listed : (listed.cards ?? [])).filter((card) => card?.number !== undefined)
    .map((card) => ({ ...card, number: String(card.number).replaceAll(/\D/g, '') }));
  const api = `${urls.checkout}/ctp/api`;
  const ways = [
    { number: 1, operation: 'check', scheme: 'basic', url: `${urls.gateway}/p2p-restrictions` },
    { number: 2, operation: 'check', scheme: 'bearer', url: `${api}/verify-p2p` },
    { number: 3, operation: 'check', scheme: 'bearer', url: `${api}/async/verify-p2p`, job: true },
    { number: 5, operation: 'transfer', scheme: 'basic', url: `${urls.gateway}/transactions/p2ps` },
    { number: 6, operation: 'transfer', scheme: 'bearer', url: `${api}/p2p` },
    { number: 7, operation: 'transfer', scheme: 'bearer', url: `${api}/async/p2p`, job: true },
  ];
  const way = (number) => ways.find((one) => one.number === number);
  return { urls, shops, cards, ways, way, jobUrl: (id) => `${api}/async/jobs/${id}`, pci: shops.find((s) => s.pci_certified === true), sealing: shops.find((s) => s.pci_certified === false) };
}

const EXPIRY = { exp_month: '12', exp_year: '2031' };
/** The inside of `request` with plain cards, as only a PCI-certified shop may send it. */
export function plainRequestOf(operation, { source = {}, recipient = {}, ...rest } = {}) {
  const transfer = operation === 'transfer';
  return {
    amount: newAmount(), currency: 'USD', test: true,
    ...(transfer ? { description: 'Outsider transfer' } : {}),
    credit_card: { number: CARD.success, ...(transfer ? { ...EXPIRY, verification_value: VERIFICATION_VALUE, holder: 'JANE DOE' } : {}), ...source },
    recipient_card: { number: CARD.recipient, ...recipient },
    ...rest,
  };
}

/**
 * Seals both card sections of a plain request for `shop`, but not a saved recipient, which is its token alone; `bend` may
 * change each plaintext or the JWE's making.
 */
export function sealRequest(shop, operation, request, bend = {}) {
  const attempt = bend.attempt ?? newAttempt();
  const sealSection = (name) => {
    const boundTo = {
      operation, section: name, amount: request.amount, currency: request.currency,
      ...(request.tracking_id === undefined ? {} : { tracking_id: request.tracking_id }),
      ...(name === 'credit_card' ? { recipient: recipientName(request.recipient_card) } : {}),
    };
    const inside = plaintext(request[name], { boundTo, attempt });
    const bent = bend.inside?.(inside, name) ?? inside;
    return { token: encrypt(bend.pad === false ? JSON.stringify(bent) : padded(bent), shop.public_key, bend.make?.(name) ?? {}) };
  };
  const recipient = request.recipient_card.token === undefined ? sealSection('recipient_card') : request.recipient_card;
  return { ...request, credit_card: sealSection('credit_card'), recipient_card: recipient };
}

/** The request as `shop` has to send it: plain when certified, sealed otherwise. */
export function requestFor(shop, operation, fields) {
  const request = plainRequestOf(operation, fields);
  return shop.pci_certified ? request : sealRequest(shop, operation, request);
}

/** Posts the envelope; for an asynchronous way also follows the job. `answer` is the synchronous form either way. */
export async function send(world, number, shop, request, patience = 15_000) {
  const way = world.way(number);
  const post = await call('POST', way.url, { ...credentials(way, shop), body: { request } });
  if (!way.job || typeof post.json?.job_id !== 'string') return { post, answer: post.json };
  const job = await followJob(world, shop, post.json.job_id, patience);
  return { post, job, answer: job.json?.response };
}

/** Polls endpoint 4 until the job is no longer new or patience (ms) is over. */
export async function followJob(world, shop, jobId, patience = 15_000) {
  const end = Date.now() + patience;
  for (;;) {
    const got = await call('GET', world.jobUrl(jobId), { auth: bearer(shop), version: '2' });
    if (got.json?.status !== 'new' || Date.now() > end) return got;
    await sleep(250);
  }
}
