// The sandbox on each of its databases: start, memory, and how fast it answers requests that store or look up data.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../build/bundle.mjs';
import { findPostgres, startPostgres } from '../../postgres.mjs';
import { ms, number } from '../report.mjs';
import { compare, median } from '../statistics.mjs';
import { peakMemory, start, startLoad } from './processes.mjs';
import { httpText, makeChecks, makeKeyPair } from './requests.mjs';

const STARTS = 3;
const ROUNDS = 4;
const WARM_UP_MS = 500;
const ROUND_MS = 800;
const CONNECTIONS = 16;
const PRODUCTS = 20;

/** @typedef {import('./processes.mjs').Started} Started */
/** @typedef {{ what: string, path: string, beside: string, options: Parameters<typeof httpText>[1] }} Question */

/** @param {Started} gateway @returns {Promise<Question[]>} */
async function prepare({ addresses }) {
  /** @type {{ shop_id: number, secret_key: string, public_key: string, pci_certified: boolean }[]} */
  const shops = await (await fetch(`${addresses['console_url']}/sandbox/shops`)).json();
  const shop = shops.find(({ pci_certified: certified }) => certified);
  if (!shop) throw new Error('The sandbox has no certified shop.');
  const publicKey = shop.public_key;
  const authorization = `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}`;
  const transfer = {
    request: {
      amount: 10_000,
      currency: 'USD',
      description: 'Rent',
      duplicate_check: false,
      credit_card: { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' },
      recipient_card: { number: '5204240000015029' },
    },
  };
  /** @param {string} path @param {unknown} body @param {string} [credentials] */
  const post = async (path, body, credentials = `Bearer ${publicKey}`) => {
    const headers = { authorization: credentials, 'x-api-version': '2', 'content-type': 'application/json' };
    return (await fetch(`${addresses['gateway_url']}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const product = {
    name: 'Tea pot',
    description: 'Holds one litre',
    currency: 'USD',
    amount: '2500',
    quantity: '3',
    immortal: true,
  };
  for (let index = 0; index < PRODUCTS; index += 1) await post('/products', product, authorization);
  const { job_id: waiting } = await post('/ctp/api/async/p2p', transfer);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return [
    { what: 'check', path: '/ctp/api/verify-p2p', beside: '/parse', options: { body: (await makeChecks()).plain, publicKey } },
    { what: 'transfer', path: '/ctp/api/p2p', beside: '/parse', options: { body: transfer, publicKey } },
    {
      what: 'poll of a transfer that is done',
      path: `/ctp/api/async/jobs/${waiting}`,
      beside: `/jobs/${waiting}`,
      options: { publicKey },
    },
    { what: `list of ${PRODUCTS} products`, path: '/products', beside: '/jobs/1', options: { authorization } },
  ];
}

/**
 * @param {ReturnType<typeof startLoad>} load
 * @param {Started} gateway
 * @param {Started} bare
 * @param {Question} question
 * @returns {Promise<import('../report.mjs').Row>}
 */
async function race(load, gateway, bare, { what, path, beside, options }) {
  const targets = [{ url: `${gateway.addresses['gateway_url']}${path}` }, { url: `${bare.addresses['checkout_url']}${beside}` }];
  const [ours, theirs] = targets.map(({ url }) => ({
    url,
    rates: /** @type {number[]} */ ([]),
    p99: /** @type {number[]} */ ([]),
  }));
  if (!ours || !theirs) throw new Error('Expected two servers to compare.');
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { url, rates, p99 } of [ours, theirs]) {
      const milliseconds = round < 0 ? WARM_UP_MS : ROUND_MS;
      const done = await load.run({
        port: Number(new URL(url).port),
        request: httpText(url, options),
        milliseconds,
        connections: CONNECTIONS,
      });
      if (done.refusal !== undefined) throw new Error(`A request was refused: ${done.refusal}`);
      if (round < 0) continue;
      rates.push((done.requests * 1000) / done.milliseconds);
      p99.push(done.p99);
    }
  }
  const { ratio, spread, ...rates } = compare(ours.rates, theirs.rates);
  const words = (/** @type {number} */ rate, /** @type {number[]} */ p99) =>
    `${number(Math.round(rate))}/s, p99 ${ms(median(p99))}`;
  return { what: `  ${what}`, ours: words(rates.ours, ours.p99), beside: words(rates.beside, theirs.p99), figure: ratio, spread };
}

/**
 * @param {string} name
 * @param {(round: number) => Promise<Started>} begin
 * @param {Started} bare
 * @param {ReturnType<typeof startLoad>} load
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
async function rowsOf(name, begin, bare, load) {
  const times = [];
  for (let round = 0; round < STARTS; round += 1) {
    const started = await begin(round);
    times.push(started.milliseconds);
    await started.stop();
  }
  const gateway = await begin(STARTS);
  try {
    const memory = peakMemory(gateway.pid);
    const questions = await prepare(gateway);
    const rows = [];
    for (const question of questions) rows.push(await race(load, gateway, bare, question));
    const megabytes = memory === undefined ? 'unknown here' : `${Math.round(memory / 1e6)} MB`;
    return [{ what: `${name}: start, and peak memory then`, ours: `${ms(median(times))}, ${megabytes}` }, ...rows];
  } finally {
    await gateway.stop();
  }
}

/** @returns {Promise<import('../report.mjs').Figure>} */
export async function measureDatabases() {
  const program = await bundle('gateway');
  process.env.BENCH_PRIVATE_KEY = makeKeyPair().privateKey;
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const bin = findPostgres();
  const server = bin === undefined ? undefined : await startPostgres(bin);
  const bare = await start(fileURLToPath(new URL('bare.mjs', import.meta.url)), []);
  const load = startLoad();
  try {
    const flags = ['--port', '0'];
    const rows = [
      ...(await rowsOf('In memory', () => start(program, [...flags, '--data', 'memory']), bare, load)),
      ...(await rowsOf('In a folder', () => start(program, [...flags, '--data', folder]), bare, load)),
      ...(server
        ? await rowsOf('On a PostgreSQL server', () => start(program, flags, { DATABASE_URL: server.url }), bare, load)
        : []),
    ];
    return {
      title: "The sandbox's databases (against bare Hono that parses the same body)",
      rows,
      notes: [
        `${CONNECTIONS} connections kept alive, ${ROUNDS} rounds of ${ROUND_MS} ms by turns; p99 is the rounds' median.`,
        "A server's own memory and processor time are not counted; its fsync is off.",
        ...(server ? [] : ['No PostgreSQL was found on this machine.']),
      ],
    };
  } finally {
    await Promise.all([load.stop(), bare.stop(), server?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
