// The minimal server with the sandbox's answers: Hono on the same HTTP server, parsing the same body, without validating,
// storing or logging anything. `BENCH_PRIVATE_KEY` (PEM) opens sealed sections.
import { serve } from '@hono/node-server';
import { constants, createDecipheriv, createPrivateKey, privateDecrypt } from 'node:crypto';
import process from 'node:process';
import { Hono } from 'hono';

const ANSWER = {
  status: 'successful',
  message: 'Transfer is possible',
  commission: { minimum: 0.7, percent: 1.5, currency: 'USD' },
  test: false,
};
const key = createPrivateKey(process.env.BENCH_PRIVATE_KEY ?? '');

/** @param {string} token a compact JWE of RSA-OAEP-256 and A256GCM. */
function open(token) {
  const [header = '', wrapped = '', iv = '', sealed = '', tag = ''] = token.split('.');
  const oaep = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const contentKey = privateDecrypt(oaep, Buffer.from(wrapped, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', contentKey, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    .setAAD(Buffer.from(header))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return JSON.parse(Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString());
}

const app = new Hono();
app.post('/parse', async (context) => {
  const { request } = await context.req.json();
  return context.json(request ? ANSWER : {});
});
app.post('/open', async (context) => {
  const { request } = await context.req.json();
  const opened = [request.credit_card, request.recipient_card].map(({ token }) => open(token));
  return context.json(opened.every(({ number }) => number) ? ANSWER : {});
});
app.get('/jobs/:job_id', (context) => context.json({ status: 'done', job_id: context.req.param('job_id'), response: ANSWER }));

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(JSON.stringify({ checkout_url: `http://127.0.0.1:${port}` }));
});
process.once('SIGTERM', () => {
  server.close();
  process.exit(0);
});
