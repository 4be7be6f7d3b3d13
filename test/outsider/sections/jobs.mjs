// Spec 2.4 and 4.1: asynchronous jobs; the slow, failing and lost ones are the sandbox's own cards.
import { bearer, call, CARD, credentials, followJob, requestFor, send, sleep } from '../world.mjs';

const describe = (card) => JSON.stringify({ ...card, number: undefined }).toLowerCase();
/** A listed card whose description matches. */
export const findCard = (world, pattern) => world.cards.find((card) => pattern.test(describe(card)));

const start = (world, number, fields) => {
  const way = world.way(number);
  return call('POST', way.url, { ...credentials(way, world.pci), body: { request: requestFor(world.pci, way.operation, fields) } });
};

/** The job's life for both operations. */
export async function jobs(t, world) {
  for (const [number, shop] of [[3, world.pci], [7, world.pci], [3, world.sealing], [7, world.sealing]]) {
    const { post, job } = await send(world, number, shop, requestFor(shop, world.way(number).operation));
    const where = `endpoint ${number}, ${shop.pci_certified ? 'plain' : 'sealed'}`;
    t.equal(`${where}: the POST answers status new`, post.json?.status, 'new');
    t.match(`${where}: job_id is a string`, post.json?.job_id, /^\S+$/);
    t.ok(`${where}: the POST holds no response yet`, post.json && !('response' in post.json), 'status and job_id', post.json);
    t.equal(`${where}: the job answers 200`, job?.status, 200);
    t.equal(`${where}: the job gets done`, job?.json?.status, 'done');
    t.equal(`${where}: the job repeats its id`, job?.json?.job_id, post.json?.job_id);
    t.equal(`${where}: response is the synchronous answer`, number === 3 ? job?.json?.response?.status : job?.json?.response?.transaction?.status, 'successful');
    const again = await call('GET', world.jobUrl(post.json?.job_id), { auth: bearer(shop), version: '2' });
    t.equal(`${where}: a finished job reads the same again`, again.json, job?.json);
  }
  const one = await start(world, 7, {});
  const foreign = await call('GET', world.jobUrl(one.json?.job_id), { auth: bearer(world.sealing), version: '2' });
  t.equal("another shop's job is not found", foreign.status, 404);
  const unknown = await call('GET', world.jobUrl('000000000000000000000000'), { auth: bearer(world.pci), version: '2' });
  t.equal('an unknown job is not found', unknown.status, 404);
}

/** Jobs that take 2 s, 20 s, 5 min, that fail or get lost (facts, test cards). */
export async function slowJobs(t, world) {
  const cards = {
    two: findCard(world, /(?<![\d.])2(\.0)? ?s(ec|\b)/), twenty: findCard(world, /(?<![\d.])20 ?s(ec|\b)/), five: findCard(world, /5 ?min/),
    failed: findCard(world, /finished\W+false/), lost: findCard(world, /\blost\b/),
  };
  for (const [name, card] of Object.entries(cards)) t.ok(`the list describes a card for: ${name}`, card, 'a card', 'none');
  const begin = async (card) => {
    const post = await start(world, 7, { source: { number: card.number } });
    return { at: Date.now(), id: post.json?.job_id, post };
  };
  const poll = (job) => call('GET', world.jobUrl(job.id), { auth: bearer(world.pci), version: '2' });
  const runs = [];
  if (cards.two) {
    runs.push((async () => {
      const job = await begin(cards.two);
      const early = await poll(job);
      t.equal('2 s job: new at first', early.json?.status, 'new');
      const late = await followJob(world, world.pci, job.id, 8000);
      t.equal('2 s job: done', late.json?.status, 'done');
      const took = Date.now() - job.at;
      t.ok('2 s job: takes about 2 s', took > 1500 && took < 5000, '1.5 to 5 s', `${took} ms`);
    })());
  }
  if (cards.twenty) {
    runs.push((async () => {
      const job = await begin(cards.twenty);
      await sleep(15_000);
      t.equal('20 s job: still new after 15 s', (await poll(job)).json?.status, 'new');
      const late = await followJob(world, world.pci, job.id, 12_000);
      t.equal('20 s job: done', late.json?.status, 'done');
      t.equal('20 s job: pays', late.json?.response?.transaction?.status, 'successful');
    })());
  }
  if (cards.five) {
    runs.push((async () => {
      const job = await begin(cards.five);
      await sleep(25_000);
      t.equal('5 min job: still new after 25 s', (await poll(job)).json?.status, 'new');
    })());
  }
  if (cards.failed) {
    runs.push((async () => {
      const job = await followJob(world, world.pci, (await begin(cards.failed)).id, 15_000);
      const r = job.json?.response;
      t.equal('failing job: status failed', job.json?.status, 'failed');
      t.equal('failing job: response.status error', r?.status, 'error');
      t.ok('failing job: errors is an array of strings', Array.isArray(r?.errors) && r.errors.every((e) => typeof e === 'string'), 'array of strings', r?.errors);
      t.ok('failing job: message is a string', typeof r?.message === 'string', 'string', r?.message);
      t.equal('failing job: finished is false', r?.finished, false);
    })());
  }
  if (cards.lost) {
    runs.push((async () => {
      const job = await begin(cards.lost);
      t.equal('lost job: the POST still answers new', job.post.json?.status, 'new');
      const end = Date.now() + 15_000;
      let got = await poll(job);
      while (got.status !== 404 && Date.now() < end) {
        await sleep(500);
        got = await poll(job);
      }
      t.equal('lost job: not found in the end', got.status, 404);
    })());
  }
  const funds = findCard(world, /insufficient/);
  if (t.ok('the list describes a card for: insufficient funds', funds, 'a card', 'none')) {
    const { answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: funds.number } }));
    t.equal('insufficient funds: failed', answer?.transaction?.status, 'failed');
    t.match('insufficient funds: the message says so', answer?.transaction?.message, /insufficient|funds/i);
  }
  t.ok('the list holds the published test cards', [CARD.success, CARD.declined, CARD.challenge].every((n) => world.cards.some((c) => String(c.number).replaceAll(' ', '') === n)), 'each', world.cards.map((c) => c.number));
  await Promise.all(runs);
}
