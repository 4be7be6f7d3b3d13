// The sandbox against a bare Hono server: start, memory, and requests per second of checks and polls.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../build/bundle.mjs';
import { ms, number } from '../report.mjs';
import { compare } from '../statistics.mjs';
import { peakMemory, processorTime, start, startLoad } from './processes.mjs';
import { httpText, makeChecks, makeKeyPair, prepareSandbox } from './requests.mjs';

const STARTS = 5;
const ROUNDS = 4;
const WARM_UP_MS = 500;
const ROUND_MS = 800;
const CONNECTIONS = 16;

/** @typedef {{ pid: number, port: number, request: string }} Target */

/** @param {number | undefined} bytes */
const megabytes = (bytes) => (bytes === undefined ? 'unknown here' : `${Math.round(bytes / 1e6)} MB`);

/** @param {number} rate */
const perSecond = (rate) => `${number(Math.round(rate))}/s`;

/**
 * Sends requests to several servers in turn.
 *
 * @param {ReturnType<typeof startLoad>} load
 * @param {readonly Target[]} targets
 * @returns per target the requests per second of each round, and the processor's milliseconds per request over all.
 */
async function race(load, targets) {
  const results = targets.map(() => ({ rates: /** @type {number[]} */ ([]), requests: 0, processor: 0 }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { pid, port, request }] of targets.entries()) {
      const before = processorTime(pid) ?? NaN;
      const milliseconds = round < 0 ? WARM_UP_MS : ROUND_MS;
      const done = await load.run({ port, request, milliseconds, connections: CONNECTIONS });
      if (done.refusal !== undefined) throw new Error(`A request was refused: ${done.refusal}`);
      const result = results[index];
      if (round < 0 || !result) continue;
      result.rates.push((done.requests * 1000) / done.milliseconds);
      result.requests += done.requests;
      result.processor += (processorTime(pid) ?? NaN) - before;
    }
  }
  return results.map(({ rates, requests, processor }) => ({ rates, cost: processor / requests }));
}

/** @typedef {Awaited<ReturnType<typeof race>>[number] | undefined} Raced */

/**
 * @param {string} what
 * @param {Raced} ours
 * @param {Raced} bare
 * @param {number} [atLeast]
 * @returns {import('../report.mjs').Row[]}
 */
function rowsOf(what, ours, bare, atLeast) {
  if (!ours || !bare) throw new Error('Nothing was raced.');
  const { ratio, spread, ...rates } = compare(ours.rates, bare.rates);
  const cost = bare.cost / ours.cost;
  return [
    {
      what,
      ours: perSecond(rates.ours),
      beside: perSecond(rates.beside),
      figure: ratio,
      spread,
      ...(atLeast !== undefined && { target: { atLeast } }),
    },
    ...(Number.isFinite(cost)
      ? [{ what: '  by processor time of the server', ours: ms(ours.cost), beside: ms(bare.cost), figure: cost }]
      : []),
  ];
}

/** @typedef {() => ReturnType<typeof start>} Start */

/** The time from spawn to the JSON line, by turns. @param {Start} startSandbox @param {Start} startBare */
async function compareStarts(startSandbox, startBare) {
  /** @type {{ sandbox: number[], bare: number[] }} */
  const starts = { sandbox: [], bare: [] };
  for (let round = 0; round < STARTS; round += 1) {
    for (const [times, begin] of /** @type {const} */ ([
      [starts.sandbox, startSandbox],
      [starts.bare, startBare],
    ])) {
      const started = await begin();
      times.push(started.milliseconds);
      await started.stop();
    }
  }
  return compare(starts.sandbox, starts.bare);
}

/**
 * Races the sandbox against the other servers with each kind of request.
 *
 * @param {ReturnType<typeof startLoad>} load
 * @param {Readonly<Record<'sandbox' | 'bare', import('./processes.mjs').Started>>} servers
 * @param {string} bareKey The public key of the other servers.
 */
async function raceRows(load, { sandbox, bare }, bareKey) {
  const checks = await makeChecks();
  const { certified, storefront, jobId } = await prepareSandbox(sandbox.addresses, checks.plain);
  /** @type {(of: import('./processes.mjs').Started, path: string, options?: { body?: unknown, publicKey?: string }) => Target} */
  const target = ({ pid, addresses }, path, options) => {
    const url = `${addresses['checkout_url']}${path}`;
    return { pid, port: Number(new URL(url).port), request: httpText(url, options) };
  };
  const [plain, plainBare] = await race(load, [
    target(sandbox, '/ctp/api/verify-p2p', { body: checks.plain, publicKey: certified }),
    target(bare, '/parse', { body: checks.plain, publicKey: certified }),
  ]);
  const [polled, polledBare] = await race(load, [
    target(sandbox, `/ctp/api/async/jobs/${jobId}`, { publicKey: certified }),
    target(bare, `/jobs/${jobId}`, { publicKey: certified }),
  ]);
  const forBare = checks.sealed(bareKey);
  const [sealed, opens, parses] = await race(load, [
    target(sandbox, '/ctp/api/verify-p2p', { body: checks.sealed(storefront), publicKey: storefront }),
    target(bare, '/open', { body: forBare, publicKey: storefront }),
    target(bare, '/parse', { body: forBare, publicKey: storefront }),
  ]);
  return [
    ...rowsOf('check with plain card data, against bare Hono', plain, plainBare),
    ...rowsOf('poll of a job that is done, against bare Hono', polled, polledBare),
    ...rowsOf('check with sealed cards, against bare Hono that opens them too', sealed, opens, 0.5),
    ...rowsOf('check with sealed cards, against bare Hono that does not', sealed, parses),
  ];
}

/** @returns {Promise<import('../report.mjs').Figure>} */
export async function measureGateway() {
  const program = await bundle('gateway');
  const bareKey = makeKeyPair();
  process.env.BENCH_PRIVATE_KEY = bareKey.privateKey;
  const startSandbox = () => start(program, ['--port', '0']);
  const bareProgram = fileURLToPath(new URL('bare.mjs', import.meta.url));
  const startBare = () => start(bareProgram, []);
  const started = await compareStarts(startSandbox, startBare);

  const sandbox = await startSandbox();
  const bare = await startBare();
  const load = startLoad();
  try {
    const atStart = [peakMemory(sandbox.pid), peakMemory(bare.pid)];
    const raced = await raceRows(load, { sandbox, bare }, bareKey.publicKey);
    return {
      title: 'Sandbox gateway (against Hono that parses the same body)',
      rows: [
        {
          what: 'start, from spawn to the JSON line',
          ours: ms(started.ours),
          beside: ms(started.beside),
          figure: started.ratio,
          spread: started.spread,
        },
        { what: 'peak memory when it has started', ours: megabytes(atStart[0]), beside: megabytes(atStart[1]) },
        { what: '  after all these requests', ours: megabytes(peakMemory(sandbox.pid)), beside: megabytes(peakMemory(bare.pid)) },
        ...raced,
      ],
      notes: [
        `${CONNECTIONS} connections kept alive, ${ROUNDS} rounds of ${ROUND_MS} ms by turns, the client in a process of its own.`,
        'The second line of each is what the server alone used per request: it is valid on a busy machine too.',
        'Two RSA decryptions cost more than everything else together, so sealed checks are compared with a server that does both.',
      ],
    };
  } finally {
    await Promise.all([load.stop(), sandbox.stop(), bare.stop()]);
  }
}
