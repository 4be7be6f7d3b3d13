import { call, sealCards, operationOf, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { exchange } from '../../answers/exchange.js';
import { CONFIRM } from '../../requests/order.js';
import { checkOf, transferOf } from '../../requests/requests.js';
import { decided, pages, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { member } from '../../answers/table.js';
import { basicOf, bearerOf, ROWS, type Deviations, type Row } from '../../answers/target.js';

const P2P_POSTS: readonly Row[] = [ROWS.restrictions, ROWS.verify, ROWS.verifyAsync, ROWS.p2ps, ROWS.p2p, ROWS.p2pAsync];

/** A valid body for any row, so that only the tested difference can cause a refusal. */
function bodyFor(context: TestContext, row: Row): unknown {
  if (row.method === 'GET') return undefined;
  if (!P2P_POSTS.includes(row)) return {};
  return { request: sealCards(context, operationOf(row), operationOf(row) === 'check' ? checkOf() : transferOf()) };
}

/** Spec 5: each endpoint accepts only its own scheme. */
async function credentials(context: TestContext): Promise<void> {
  const { judge, target } = context;
  const { shop } = target;
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const wrong: Readonly<Record<Row['scheme'], readonly (readonly [string, string | null])[]>> = {
    basic: [
      ['no credentials', null],
      ['a wrong secret', encoded(`${shop.shopId}:wrong`)],
      ['an unknown shop', encoded('999999999:wrong')],
      ['the public key as Bearer', bearerOf(shop)],
      ['no base64', 'Basic %%%'],
      ['no colon', encoded('word')],
    ],
    bearer: [
      ['no credentials', null],
      ['an unknown key', 'Bearer not-a-key'],
      ['shop and secret as Basic', basicOf(shop)],
      ['the secret key as Bearer', `Bearer ${shop.secretKey}`],
      ['a key cut short', bearerOf(shop).slice(0, -1)],
    ],
  };
  for (const row of context.rows) {
    for (const [title, authorization] of wrong[row.scheme]) {
      const got = await call(context, row, bodyFor(context, row), { id: 'any', headers: { authorization } });
      const judged = judge.of(got);
      judged.holds(
        spec(`5 ${row.host}`),
        `${row.method} ${row.path} does not serve ${title}`,
        got.status >= 400 && got.status < 500,
        '4xx',
      );
      judged.errorBody(decided('other statuses'), `${row.method} ${row.path}, ${title}`, 401);
      judged.matches(
        decided('other statuses'),
        `${row.method} ${row.path}, ${title}: WWW-Authenticate names the scheme`,
        got.headers.get('www-authenticate'),
        row.scheme === 'basic' ? /^Basic\b/i : /^Bearer\b/i,
      );
    }
  }
  const [unknown, secret] = await Promise.all(
    ['999999999:wrong', `${shop.shopId}:wrong`].map((pair) =>
      call(context, ROWS.byUid, undefined, { id: 'any', headers: { authorization: encoded(pair) } }),
    ),
  );
  judge.equal(decided('other statuses'), 'an unknown shop and a wrong secret get the same answer', unknown?.text, secret?.text);
  const both = await call(context, ROWS.verify, {}, { headers: { authorization: 'Bearer not-a-key', 'x-api-version': null } });
  judge.of(both).status(decided('other statuses'), 'credentials are checked before X-Api-Version', 401);
}

/** Spec 5: plain card data needs a certificate. */
async function plain(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  const statement = 'plain card data is refused from a shop that must encrypt';
  if (settings.forms.includes('plain'))
    return judge.skip(decided('plain card data'), statement, 'this shop may send it (--plain)');
  for (const row of [ROWS.verify, ROWS.p2p, ROWS.p2ps]) {
    const got = await send(context, row, operationOf(row) === 'check' ? checkOf() : transferOf(), 'plain');
    judge
      .of(got)
      .refused(
        decided('plain card data'),
        `${statement} (${row.path})`,
        ['credit_card.number', 'recipient_card.number'],
        decided('plain card data'),
      );
  }
}

/** What a browser demands of a gateway before a page can pay there. */
const PAGES = pages('CORS');
const CORS = decided('CORS');
const ORIGIN = 'https://shop.example';

async function preflights({ judge, target }: TestContext, row: Row): Promise<void> {
  const preflight = await exchange({
    method: 'OPTIONS',
    url: target.url(row, 'any'),
    headers: {
      origin: ORIGIN,
      'access-control-request-method': row.method,
      'access-control-request-headers': 'authorization,content-type,x-api-version',
    },
  });
  const judged = judge.of(preflight);
  const header = (name: string): string => preflight.headers.get(`access-control-allow-${name}`)?.toLowerCase() ?? '';
  judged.holds(
    PAGES,
    `${row.method} ${row.path}: a preflight is answered`,
    preflight.status >= 200 && preflight.status < 300 && ['*', ORIGIN].includes(header('origin')),
    '2xx with Access-Control-Allow-Origin',
  );
  judged.holds(
    PAGES,
    `${row.method} ${row.path}: a page may send the headers of spec 5`,
    ['authorization', 'content-type', 'x-api-version'].every((name) => header('headers').includes(name)),
    'all three allowed',
    header('headers'),
  );
  judged.equal(
    CORS,
    `${row.method} ${row.path}: the preflight is valid for two hours`,
    preflight.headers.get('access-control-max-age'),
    '7200',
  );
  judged.holds(
    PAGES,
    `${row.method} ${row.path}: the preflight allows the method`,
    header('methods').includes(row.method.toLowerCase()),
    row.method,
    header('methods'),
  );
  judged.holds(
    CORS,
    `${row.method} ${row.path}: no cookies cross origins`,
    header('credentials') !== 'true',
    'no Access-Control-Allow-Credentials',
  );
}

/** A page can read why a request was refused. */
async function readableRefusal(context: TestContext, row: Row): Promise<void> {
  const { judge } = context;
  const refused = await call(context, row, row.method === 'GET' ? undefined : {}, {
    id: 'any',
    headers: { origin: ORIGIN, authorization: 'Bearer not-a-key' },
  });
  const exposed = refused.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
  judge
    .of(refused)
    .holds(
      PAGES,
      `${row.method} ${row.path}: a page can read a refusal`,
      ['*', ORIGIN].includes(refused.headers.get('access-control-allow-origin') ?? ''),
      'Access-Control-Allow-Origin',
    );
  judge
    .of(refused)
    .holds(
      PAGES,
      `${row.method} ${row.path}: a page can read Date and Retry-After`,
      exposed.includes('date') && exposed.includes('retry-after'),
      'both exposed',
      exposed,
    );
}

/** Pages of any origin may call the checkout endpoints, but none may call those that need the secret key. */
async function crossOrigin(context: TestContext): Promise<void> {
  const { judge } = context;
  const called = [ROWS.verify, ROWS.verifyAsync, ROWS.p2p, ROWS.p2pAsync, ROWS.job, CONFIRM.get(context), CONFIRM.post(context)];
  for (const row of called) {
    await preflights(context, row);
    await readableRefusal(context, row);
  }
  for (const row of context.rows.filter(({ scheme }) => scheme === 'basic')) {
    const got = await call(context, row, bodyFor(context, row), { id: 'any', headers: { origin: ORIGIN } });
    judge.of(got).equal(
      CORS,
      `${row.method} ${row.path}: pages can't read answers that need the secret key`,
      [...got.headers.keys()].filter((name) => name.startsWith('access-control-')),
      [],
    );
  }
}

/** A page can read every kind of response of the checkout, and unknown addresses answer with the error body. */
async function readable(context: TestContext): Promise<void> {
  const { judge, target } = context;
  const origin = 'https://shop.example';
  const check = JSON.stringify({ request: sealCards(context, 'check', checkOf()) });
  const cases: readonly (readonly [status: number, deviations: Deviations])[] = [
    [200, { raw: check }],
    [400, { raw: '{' }],
    [400, { raw: check, headers: { 'x-api-version': null } }],
    [405, { method: 'PUT', raw: '{}' }],
    [413, { raw: JSON.stringify({ request: 'x'.repeat(2_000_000) }) }],
    [415, { raw: check, headers: { 'content-type': 'text/plain' } }],
    [422, { raw: '{"request":{}}' }],
  ];
  for (const [status, { headers, ...rest }] of cases) {
    const got = await call(context, ROWS.verify, undefined, { ...rest, headers: { ...headers, origin } });
    judge
      .of(got)
      .holds(
        PAGES,
        `a page can read a response with ${status}`,
        got.status === status && ['*', origin].includes(got.headers.get('access-control-allow-origin') ?? ''),
        'Access-Control-Allow-Origin',
        got.status,
      );
  }
  for (const [url, authorization] of [
    [`${target.addresses.gateway}/nothing`, basicOf(target.shop)],
    [`${target.addresses.checkout}/ctp/api/nothing`, bearerOf(target.shop)],
  ] as const) {
    const got = await exchange({ method: 'GET', url, headers: { authorization, 'x-api-version': '2', origin } });
    judge.of(got).errorBody(decided('other statuses'), `the unknown address ${new URL(url).pathname} is not found`, 404);
  }
  for (const id of ['%', '\0', '../shops', '..\\..', 'x'.repeat(5000), "' OR 1=1--", '__proto__', 'constructor']) {
    for (const row of [ROWS.byUid, ROWS.job]) {
      const got = await call(context, row, undefined, { id });
      judge
        .of(got)
        .holds(
          decided('no insight'),
          `${row.path}: the id ${id.slice(0, 12)} finds nothing`,
          got.status >= 400 && got.status < 500,
          '4xx',
        );
    }
  }
}

/** The key that encrypts is the one that identifies (facts, "public key"). */
async function key({ judge, target }: TestContext): Promise<void> {
  const { publicKey } = target.shop;
  judge.matches(
    { source: 'fact', row: 'public key' },
    'the public key is bare base64 of a SubjectPublicKeyInfo of RSA-2048',
    publicKey,
    /^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A[A-Za-z0-9+/]{360}$/,
  );
  const got = await target.call(
    ROWS.verify,
    {},
    { headers: { authorization: bearerOf(target.shop).replace('Bearer', 'bearer') } },
  );
  judge
    .of(got)
    .holds(spec('5 checkout'), 'the case of the scheme does not matter (RFC 9110, 11.1)', got.status !== 401, 'no 401');
  judge.holds(
    spec('5 checkout'),
    'the checkout endpoints accept the public key',
    member(got.json, 'error_code') !== 'unauthorized',
    'not unauthorized',
  );
}

export const authentication: readonly Section[] = [
  { number: '5', title: 'Credentials', run: credentials },
  { number: '5', title: 'Plain card data', run: plain },
  { number: '5', title: 'Pages of other origins', run: crossOrigin },
  { number: '5', title: 'Readable responses and unknown addresses', run: readable },
  { number: '5', title: 'The public key', run: key },
];
