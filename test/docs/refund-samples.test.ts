// The samples in Python and PHP refund an order once, however often the command is repeated. The gateway is the sandbox, over HTTP.
import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { Buyer } from '../gateway/buyer.js';
import { Sandbox } from '../gateway/sandbox.js';
import { listen } from '../merchant/listen.js';

interface Ran {
  readonly code: number | null;
  readonly printed: string;
}

const LANGUAGES = [
  ['python', ['python3', 'server.py']],
  ['php', ['php', 'server.php']],
] as const;

const INSERT = "INSERT INTO orders (id, session, offer, paid_by) VALUES (?, 'me', 'tea', ?)";
/** Opens the sample's own database, with an order that is paid. */
const PREPARE = `import server, sys; db = server.database(); db.execute("${INSERT}", sys.argv[1:]); db.commit()`;

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** A sample with a paid order `order-1` of 1250; `rewrite` changes what the gateway lists. Undefined where the language is not there. */
async function sample(
  language: string,
  command: readonly string[],
  rewrite = (listed: Json[]): Json[] | Promise<Json[]> => listed,
) {
  if (spawnSync(command[0]!, ['--version']).status !== 0) return expect(language, 'Python is always there').not.toBe('python');
  const sandbox = new Sandbox();
  const posts: string[] = [];
  // The sandbox answers for one address only.
  const passOn = async ({ url: asked, method, headers, body }: Request): Promise<Response> => {
    const { authorization = '', 'content-type': type = '' } = Object.fromEntries(headers);
    const sent = method === 'POST' ? { body: await new Response(body).text() } : {};
    const { pathname } = new URL(asked);
    if (method === 'POST') posts.push(pathname);
    const answer = await sandbox.fetch(pathname, { method, headers: { authorization, 'content-type': type }, ...sent });
    if (!pathname.includes('/tracking_id/')) return answer;
    return Response.json({ transactions: await rewrite(((await answer.json()) as Json)['transactions']) });
  };
  const listener = getRequestListener(passOn);
  const url = await listen((request, response) => void listener(request, response));
  const buyer = await Buyer.of({ amount: '1250', test: true }, sandbox);
  const { uid } = await buyer.pay({ tracking_id: 'order-1' });
  const { shop_id, secret_key, public_key } = await sandbox.shop('sealed');

  const folder = mkdtempSync(join(tmpdir(), 'refund-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['python', 'php']) cpSync(join('docs/samples', name), folder, { recursive: true });
  const env = {
    ...process.env,
    GATEWAY_URL: url,
    SHOP_URL: 'http://127.0.0.1:3000',
    SHOP_ID: String(shop_id),
    SECRET_KEY: secret_key,
    PUBLIC_KEY: public_key,
    ALLOW_TEST: 'yes',
  };
  const run = ([program, ...words]: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const child = spawn(program!, words, { cwd: folder, env });
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
      child.on('close', (code) => resolve({ code, printed }));
    });
  expect(await run(['python3', '-c', PREPARE, 'order-1', uid as string])).toEqual({ code: 0, printed: '' });

  const refund = (order: string, total: number | string) => run([...command, 'refund', order, String(total), 'Sent back']);
  const refunded = async (): Promise<number[]> => {
    const { body } = await buyer.merchant.get('/v2/transactions/tracking_id/order-1');
    return (body['transactions'] as Json[]).filter(({ type }) => type === 'refund').map(({ amount }) => amount as number);
  };
  return { refund, refunded, posts, uid: uid as string };
}

test.each(LANGUAGES)('%s refunds an order once, in parts up to the total, and not what is unknown', async (language, command) => {
  const shop = await sample(language, command);
  if (!shop) return;
  const { refund, refunded } = shop;
  expect((await refund('order-1', 1000)).printed).toMatch(/^Refund [\da-f-]{36} of 1000: successful\.$/m);
  expect((await refund('order-1', 1000)).printed).toMatch(/^Nothing to do/m);
  expect((await refund('order-1', 1250)).printed).toMatch(/ of 250: successful\.$/m);
  expect((await refund('order-2', 100)).printed).toContain('back office');
  expect(await refunded()).toEqual([250, 1000]);
});

test.each(LANGUAGES)('%s: of two equal commands at once, one refunds', async (language, command) => {
  const asked = new EventEmitter();
  let lists = 0;
  const shop = await sample(language, command, async (listed) => {
    lists += 1;
    if (lists === 2) asked.emit('twice');
    // Long enough for the other command to ask as well, if it doesn't wait for this one.
    if (lists === 1) await once(asked, 'twice', { signal: AbortSignal.timeout(8000) }).catch(() => undefined);
    return listed;
  });
  if (!shop) return;
  await Promise.all([shop.refund('order-1', 400), shop.refund('order-1', 400)]);
  expect(await shop.refunded()).toEqual([400]);
});

test.each(LANGUAGES)('%s: what is no sum is not read as one', async (language, command) => {
  const shop = await sample(language, command);
  if (!shop) return;
  for (const total of ['12.50', '0', '-5', '1e3', 'all', '']) {
    const { code, printed } = await shop.refund('order-1', total);
    expect([total, code]).not.toEqual([total, 0]);
    expect(printed).not.toContain('was refunded before');
  }
  expect(shop.posts).toEqual([]);
});

test.each(LANGUAGES)('%s: nothing is sent while the list does not say how much was refunded', async (language, command) => {
  let odd: Json = {};
  const shop = await sample(language, command, (listed) => [
    { uid: 'r', type: 'refund', status: 'successful', amount: 500, parent_uid: listed[0]?.['uid'], ...odd },
    ...listed,
  ]);
  if (!shop) return;
  for (odd of [
    { parent_uid: undefined },
    { parent_uid: null },
    { amount: null },
    { status: 'failed', paid_at: '2026-11-21T10:00:00Z' },
  ])
    expect([odd, (await shop.refund('order-1', 1000)).printed]).toEqual([odd, expect.stringContaining('back office')]);
  expect(shop.posts).toEqual([]);
});
