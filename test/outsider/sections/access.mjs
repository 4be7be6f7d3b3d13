// Spec 5 and 9, facts "other statuses": who may ask, and how a request that is not one is refused.
import { basic, bearer, call, credentials, newTrackingId, plainRequestOf, rawCall, requestFor, send } from '../world.mjs';
import { checkErrorBody } from '../shape.mjs';

/** 401 with WWW-Authenticate; credentials are judged before the version. */
export async function badCredentials(t, world) {
  const { pci, sealing } = world;
  const encoded = (text) => `Basic ${Buffer.from(text).toString('base64')}`;
  const wrong = {
    basic: { none: undefined, 'wrong secret': encoded(`${pci.shop_id}:wrong`), 'unknown shop': encoded('999999999:wrong'), 'public key as Bearer': bearer(pci), "another shop's secret": encoded(`${pci.shop_id}:${sealing.secret_key}`), 'not base64': 'Basic %%%', 'no colon': encoded('word') },
    bearer: { none: undefined, 'unknown key': 'Bearer nobody', 'secret key as Bearer': `Bearer ${pci.secret_key}`, 'shop by Basic': basic(pci), 'key cut short': `Bearer ${pci.public_key.slice(0, -1)}` },
  };
  const bodies = new Map();
  for (const way of [...world.ways, { number: 4, operation: 'job', scheme: 'bearer', url: world.jobUrl('000000000000000000000000') }]) {
    for (const [title, auth] of Object.entries(wrong[way.scheme])) {
      const got = await call(way.operation === 'job' ? 'GET' : 'POST', way.url, { auth, version: way.scheme === 'bearer' ? '2' : undefined, body: way.operation === 'job' ? undefined : { request: plainRequestOf(way.operation) } });
      checkErrorBody(t, `endpoint ${way.number}, ${title}`, got, 401);
      t.match(`endpoint ${way.number}, ${title}: WWW-Authenticate`, got.headers.get('www-authenticate'), way.scheme === 'basic' ? /^Basic\b/i : /^Bearer\b/i);
      if (['wrong secret', 'unknown shop'].includes(title)) bodies.set(`${way.number} ${title}`, `${got.text}|${got.headers.get('www-authenticate')}`);
    }
  }
  t.equal('unknown shop and wrong secret can not be told apart', [bodies.get('1 wrong secret'), bodies.get('5 wrong secret')], [bodies.get('1 unknown shop'), bodies.get('5 unknown shop')]);
  const both = await call('POST', world.way(2).url, { auth: 'Bearer nobody', body: {} });
  t.equal('bad credentials and no version: credentials first', both.status, 401);
  const lower = await call('POST', world.way(2).url, { auth: bearer(pci).replace('Bearer', 'bearer'), version: '2', body: { request: plainRequestOf('check') } });
  t.equal('the scheme is case-insensitive (RFC 9110 11.1)', lower.json?.status, 'successful');
  const keyed = await call('GET', `${world.urls.gateway}/transactions/none`, {});
  t.equal('status without credentials', keyed.status, 401);
}

/** X-Api-Version 2, methods, content types, size, unknown addresses. */
export async function badRequests(t, world) {
  const job = { number: 4, operation: 'job', scheme: 'bearer', url: world.jobUrl('000000000000000000000000') };
  for (const way of [...world.ways.filter((one) => one.scheme === 'bearer'), job]) {
    for (const version of [undefined, '1', '3', '2.0', '']) {
      const got = await call(way === job ? 'GET' : 'POST', way.url, { auth: bearer(world.pci), version, body: way === job ? undefined : { request: plainRequestOf(way.operation) } });
      checkErrorBody(t, `endpoint ${way.number}, X-Api-Version ${version ?? 'absent'}`, got, 400);
    }
  }
  for (const way of [...world.ways, job]) {
    for (const method of way === job ? ['POST', 'DELETE', 'PUT'] : ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const got = await call(method, way.url, { ...credentials(way, world.pci), body: method === 'GET' ? undefined : {} });
      // GET /transactions/p2ps also reads as the status address of a uid "p2ps", which is unknown.
      if (way.number === 5 && method === 'GET' && got.status === 404) continue;
      checkErrorBody(t, `endpoint ${way.number}, ${method}`, got, 405);
      t.match(`endpoint ${way.number}, ${method}: Allow (RFC 9110 15.5.6)`, got.headers.get('allow'), way === job ? /\bGET\b/ : /\bPOST\b/);
    }
  }
  for (const way of world.ways) {
    const request = JSON.stringify({ request: plainRequestOf(way.operation) });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', null]) {
      const got = type === null
        ? await rawCall('POST', way.url, { authorization: credentials(way, world.pci).auth, 'x-api-version': '2' }, request)
        : await call('POST', way.url, { ...credentials(way, world.pci), raw: request, headers: { 'content-type': type } });
      checkErrorBody(t, `endpoint ${way.number}, content type ${type ?? 'absent'}`, got, 415);
    }
    const charset = await call('POST', way.url, { ...credentials(way, world.pci), body: { request: plainRequestOf(way.operation) }, headers: { 'content-type': 'Application/JSON; charset=UTF-8' } });
    t.ok(`endpoint ${way.number}, application/json with charset is taken`, charset.status < 300, '2xx', charset.status);
    const big = JSON.stringify({ request: { ...plainRequestOf(way.operation), description: 'x'.repeat(3_000_000) } });
    const large = await rawCall('POST', way.url, { authorization: credentials(way, world.pci).auth, 'x-api-version': '2', 'content-type': 'application/json' }, big);
    checkErrorBody(t, `endpoint ${way.number}, 3 MB body`, large, 413);
  }
  for (const [url, options] of [[`${world.urls.gateway}/nothing`, { auth: basic(world.pci) }], [`${world.urls.checkout}/ctp/api/nothing`, { auth: bearer(world.pci), version: '2' }]]) {
    checkErrorBody(t, `unknown address ${new URL(url).pathname}`, await call('GET', url, options), 404);
  }
}

/** Facts, "status (secret key)": by uid and tracking_id; strangers see nothing. */
export async function lookup(t, world) {
  const { pci, sealing } = world;
  const get = (shop, path) => call('GET', `${world.urls.gateway}${path}`, { auth: basic(shop) });
  const tracking = newTrackingId();
  const { answer } = await send(world, 5, pci, requestFor(pci, 'transfer', { tracking_id: tracking }));
  const uid = answer?.transaction?.uid;
  const own = await get(pci, `/transactions/${uid}`);
  t.equal('by uid: 200', own.status, 200);
  t.equal('by uid: the transaction as it was answered', own.json?.transaction, answer?.transaction);
  checkErrorBody(t, "by uid: another shop's", await get(sealing, `/transactions/${uid}`), 404);
  checkErrorBody(t, 'by uid: unknown', await get(pci, '/transactions/00000000-0000-0000-0000-000000000000'), 404);
  const list = await get(pci, `/v2/transactions/tracking_id/${tracking}`);
  t.equal('by tracking_id: a list of the one', list.json?.transactions?.map((one) => one.uid), [uid]);
  const foreign = await get(sealing, `/v2/transactions/tracking_id/${tracking}`);
  t.ok("by tracking_id: nothing of another shop's", !foreign.text.includes(uid) && (foreign.status === 404 || foreign.json?.transactions?.length === 0), '404 or an empty list', foreign.text.slice(0, 200));
  const many = `${newTrackingId()} ä/ö?`;
  const uids = [];
  for (let i = 0; i < 12; i += 1) uids.unshift((await send(world, 5, pci, requestFor(pci, 'transfer', { tracking_id: many }))).answer?.transaction?.uid);
  const ten = await get(pci, `/v2/transactions/tracking_id/${encodeURIComponent(many)}`);
  t.equal('by tracking_id: the ten newest, newest first', ten.json?.transactions?.map((one) => one.uid), uids.slice(0, 10));
  t.match('Date is answered', own.headers.get('date'), /GMT$/);
}
