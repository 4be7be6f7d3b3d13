// The samples in Python and PHP refund an order once, however often the command is repeated. The gateway is the sandbox, over HTTP.
import { spawn, spawnSync } from 'node:child_process';
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

test.each(LANGUAGES)('%s refunds an order once, in parts up to the total, and not what is unknown', async (language, command) => {
  if (spawnSync(command[0], ['--version']).status !== 0) return expect(language, 'Python is always there').not.toBe('python');
  const sandbox = new Sandbox();
  // The sandbox answers for one address only.
  const passOn = async ({ url: asked, method, headers, body }: Request): Promise<Response> => {
    const { authorization = '', 'content-type': type = '' } = Object.fromEntries(headers);
    const sent = method === 'POST' ? { body: await new Response(body).text() } : {};
    return sandbox.fetch(new URL(asked).pathname, { method, headers: { authorization, 'content-type': type }, ...sent });
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

  const refund = (order: string, total: number) => run([...command, 'refund', order, String(total), 'Sent back']);
  expect((await refund('order-1', 1000)).printed).toMatch(/^Refund [\da-f-]{36} of 1000: successful\.$/m);
  expect((await refund('order-1', 1000)).printed).toMatch(/^Nothing to do/m);
  expect((await refund('order-1', 1250)).printed).toMatch(/ of 250: successful\.$/m);
  expect((await refund('order-2', 100)).printed).toContain('back office');
  const { body } = await buyer.merchant.get('/v2/transactions/tracking_id/order-1');
  const refunds = (body['transactions'] as { type: string; amount: number }[]).filter(({ type }) => type === 'refund');
  expect(refunds.map(({ amount }) => amount)).toEqual([250, 1000]);
});
