// Facts, CORS: any origin at the checkout endpoints, on errors too; none where the secret key is used.
import { createPublicKey } from 'node:crypto';
import { basic, bearer, call, credentials, plainRequestOf, rawCall } from '../world.mjs';

const ORIGIN = 'https://merchant.example';
const words = (value) => (value ?? '').toLowerCase().split(',').map((word) => word.trim());
const allowed = (got) => ['*', ORIGIN].includes(got.headers.get('access-control-allow-origin'));

/** Preflights and exposed headers of checkout; silence of the gateway. */
export async function cors(t, world) {
  const job = { number: 4, scheme: 'bearer', url: world.jobUrl('000000000000000000000000') };
  for (const way of [...world.ways.filter((one) => one.scheme === 'bearer'), job]) {
    const method = way === job ? 'GET' : 'POST';
    const got = await call('OPTIONS', way.url, { headers: { origin: ORIGIN, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type,x-api-version' } });
    const where = `preflight of endpoint ${way.number}`;
    t.ok(`${where}: 2xx without credentials`, got.status >= 200 && got.status < 300, '2xx', got.status);
    t.ok(`${where}: any origin`, allowed(got), '* or the origin', got.headers.get('access-control-allow-origin'));
    t.ok(`${where}: the method`, words(got.headers.get('access-control-allow-methods')).includes(method.toLowerCase()), method, got.headers.get('access-control-allow-methods'));
    // Fetch standard: "*" does not cover Authorization.
    const names = words(got.headers.get('access-control-allow-headers'));
    t.ok(`${where}: the three headers`, ['authorization', 'content-type', 'x-api-version'].every((name) => names.includes(name)), 'authorization, content-type, x-api-version', names);
    t.equal(`${where}: Max-Age`, got.headers.get('access-control-max-age'), '7200');
    t.ok(`${where}: no credentials mode`, got.headers.get('access-control-allow-credentials') !== 'true', 'absent', got.headers.get('access-control-allow-credentials'));
  }
  const way = world.way(2);
  const origin = { origin: ORIGIN };
  const good = credentials(way, world.pci);
  const answers = {
    'success': await call('POST', way.url, { ...good, body: { request: plainRequestOf('check') }, headers: origin }),
    '401': await call('POST', way.url, { auth: 'Bearer nobody', version: '2', body: {}, headers: origin }),
    '400': await call('POST', way.url, { auth: good.auth, body: {}, headers: origin }),
    '422': await call('POST', way.url, { ...good, body: { request: {} }, headers: origin }),
    '404 of a job': await call('GET', job.url, { ...good, headers: origin }),
    '404 of an address': await call('GET', `${world.urls.checkout}/ctp/api/nothing`, { ...good, headers: origin }),
    '405': await call('PUT', way.url, { ...good, body: {}, headers: origin }),
    '415': await call('POST', way.url, { ...good, raw: 'x', headers: { ...origin, 'content-type': 'text/plain' } }),
    '413': await rawCall('POST', way.url, { ...origin, authorization: good.auth, 'x-api-version': '2', 'content-type': 'application/json' }, `{"a":"${'x'.repeat(3_000_000)}"}`),
    'malformed JSON': await call('POST', way.url, { ...good, raw: '{', headers: origin }),
  };
  for (const [title, got] of Object.entries(answers)) {
    t.ok(`on ${title}: any origin`, allowed(got), '* or the origin', [got.status, got.headers.get('access-control-allow-origin')]);
    const exposed = words(got.headers.get('access-control-expose-headers'));
    t.ok(`on ${title}: exposes Date and Retry-After`, exposed.includes('date') && exposed.includes('retry-after'), 'date, retry-after', exposed);
    t.ok(`on ${title}: has a Date`, got.headers.get('date'), 'a date', got.headers.get('date'));
  }
  const secret = [
    ['POST', world.way(1).url, { auth: basic(world.pci), body: { request: plainRequestOf('check') } }], ['POST', world.way(5).url, { auth: basic(world.pci), body: { request: plainRequestOf('transfer') } }],
    ['POST', world.way(1).url, { body: {} }], ['GET', `${world.urls.gateway}/transactions/none`, { auth: basic(world.pci) }],
  ];
  for (const [method, url, options] of secret) {
    const got = await call(method, url, { ...options, headers: origin });
    const names = [...got.headers.keys()].filter((name) => name.startsWith('access-control-'));
    t.equal(`secret key, ${method} ${new URL(url).pathname} (${got.status}): no CORS header`, names, []);
  }
  const preflight = await call('OPTIONS', world.way(5).url, { headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' } });
  t.equal('secret key, preflight: no CORS header', [...preflight.headers.keys()].filter((name) => name.startsWith('access-control-')), []);
}

/** Facts: the public key; design: the console's own addresses and the Host check. */
export async function keysAndConsole(t, world) {
  t.equal('one shop of each kind', [Boolean(world.pci), Boolean(world.sealing)], [true, true]);
  for (const shop of world.shops) {
    const where = `shop ${shop.shop_id}`;
    t.ok(`${where}: shop_id and secret_key are there`, String(shop.shop_id).length > 0 && typeof shop.secret_key === 'string' && shop.secret_key.length > 0, 'both', Object.keys(shop));
    t.equal(`${where}: the public key has 392 characters of base64`, [shop.public_key?.length, /^[A-Za-z0-9+/]+=*$/.test(shop.public_key)], [392, true]);
    t.match(`${where}: it starts as facts say`, shop.public_key, /^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A/);
    const details = createPublicKey({ key: Buffer.from(shop.public_key, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails;
    t.equal(`${where}: RSA-2048, e = 65537`, [details.modulusLength, Number(details.publicExponent)], [2048, 65_537]);
  }
  for (const path of ['/sandbox/shops', '/sandbox/cards']) {
    const own = await fetch(`${world.urls.console}${path}`);
    t.equal(`${path}: no CORS`, own.headers.get('access-control-allow-origin'), null);
    const foreign = await fetch(`${world.urls.console}${path}`, { headers: { origin: 'https://evil.example' } });
    t.ok(`${path}: a foreign origin is refused`, foreign.status >= 400 && foreign.headers.get('access-control-allow-origin') === null, '4xx without CORS', foreign.status);
    const rebound = await rawCall('GET', `${world.urls.console}${path}`, { host: 'evil.example' });
    t.ok(`${path}: a foreign Host is refused`, rebound.status >= 400 && !rebound.text.includes('secret_key'), '4xx', rebound.status);
  }
  const rebound = await rawCall('POST', world.way(2).url, { host: 'evil.example', authorization: bearer(world.pci), 'x-api-version': '2', 'content-type': 'application/json' }, JSON.stringify({ request: plainRequestOf('check') }));
  t.ok('a foreign Host is refused at the checkout too', rebound.status >= 400, '4xx', rebound.status);
  const origins = ['checkout', 'console'].map((name) => new URL(world.urls[name]).origin);
  t.equal('the console has an origin of its own', new Set(origins).size, 2);
  const overview = await fetch(`${world.urls.console}/`);
  t.equal('the overview page answers', [overview.status, /text\/html/.test(overview.headers.get('content-type') ?? '')], [200, true]);
}
