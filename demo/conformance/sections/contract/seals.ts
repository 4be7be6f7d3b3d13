import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { call, sealCards, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { messagesAt } from '../../answers/error-body.js';
import { checkOf, newAmount, newTrackingId, transferOf, type Fields } from '../../requests/requests.js';
import { decided } from '../../answers/rule.js';
import { newAttempt, type Tampering } from '../../requests/seal.js';
import type { Section } from '../../section.js';
import { at, member } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const RULE = decided('format of an encrypted card section');
const GATEWAY_SIDE = decided('gateway side');

/** A key that is not the shop's: bare base64 SubjectPublicKeyInfo. */
const foreignKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

function tamperings(now: number): readonly (readonly [string, Tampering])[] {
  const seconds = Math.floor(now / 1000);
  return [
    ['another key', { publicKey: foreignKey() }],
    ['alg RSA-OAEP', { header: { alg: 'RSA-OAEP' } }],
    ['enc A128GCM', { header: { enc: 'A128GCM' } }],
    ['another kid', { header: { kid: 'x' } }],
    ['no typ', { header: { typ: undefined } }],
    ['another cty', { header: { cty: 'text/plain' } }],
    ['one additional header member', { header: { apu: 'AAAA' } }],
    ['a byte order mark before the header', { headerText: (json) => `\uFEFF${json}` }],
    ['white space in the header', { headerText: (json) => json.replace(':', ': ') }],
    ['a byte order mark before the plaintext', { plaintext: (json) => `\uFEFF${json}` }],
    ['a line end after the header', { headerText: (json) => `${json}\n` }],
    ['alg twice, the right one last', { headerText: (json) => json.replace('{', '{"alg":"none",') }],
    ['alg twice, both right', { headerText: (json) => json.replace('{', '{"alg":"RSA-OAEP-256",') }],
    ['a header name written with an escape', { headerText: (json) => json.replace('"alg"', String.raw`"\u0061lg"`) }],
    ['a seal 20 minutes old', { claims: { iat: seconds - 1200 } }],
    ['a seal dated 20 minutes ahead', { claims: { iat: seconds + 1200 } }],
    ['iat as text', { claims: { iat: String(seconds) } }],
    ['no jti', { claims: { jti: undefined } }],
    ['a jti that is not a UUID', { claims: { jti: 'x' } }],
    ['no attempt', { claims: { attempt: undefined } }],
    ['a short attempt', { claims: { attempt: 'abc' } }],
    ['bound to another amount', { boundTo: { amount: 1 } }],
    ['bound to another currency', { boundTo: { currency: 'EUR' } }],
    ['bound to its currency in small letters', { boundTo: { currency: 'usd' } }],
    ['bound to another operation', { boundTo: { operation: 'order' } }],
    ['bound to the other section', { boundTo: { section: 'recipient_card' } }],
    ['bound to a tracking_id that the request lacks', { boundTo: { tracking_id: 'x' } }],
    ['bound to a tracking_id of null', { boundTo: { tracking_id: null } }],
    ['bound to nothing', { claims: { bound_to: undefined } }],
    ['bound to an additional member', { boundTo: { shop_id: 1 } }],
  ];
}

/** Every invalid seal is refused with the same text, which does not reveal the reason. */
async function tampered(context: TestContext): Promise<void> {
  const { judge, time } = context;
  const texts = new Set<string>();
  for (const [title, tampering] of tamperings(time.now())) {
    const got = await send(context, ROWS.p2p, transferOf(), tampering);
    judge.of(got).refused(GATEWAY_SIDE, `a section with ${title} is refused at its token`, ['credit_card.token'], GATEWAY_SIDE);
    for (const text of messagesAt(got.json, 'credit_card.token') ?? []) texts.add(text);
  }
  const [one, other] = [
    sealCards(context, 'transfer', transferOf(), 'sealed'),
    sealCards(context, 'transfer', transferOf(), 'sealed'),
  ];
  const mixed = await call(context, ROWS.p2p, { request: { ...one, recipient_card: other['recipient_card'] } });
  judge
    .of(mixed)
    .refused(GATEWAY_SIDE, 'sections of two attempts in one request are refused', ['recipient_card.token'], GATEWAY_SIDE);
  for (const text of messagesAt(mixed.json, 'recipient_card.token') ?? []) texts.add(text);
  const shared = await send(context, ROWS.p2p, transferOf(), { jti: randomUUID() });
  judge
    .of(shared)
    .refused(GATEWAY_SIDE, 'two sections with one jti are refused', ['credit_card.token', 'recipient_card.token'], GATEWAY_SIDE);
  const cut = await call(context, ROWS.p2p, {
    request: { ...one, credit_card: { token: String(at(one, 'credit_card.token')).slice(0, -2) } },
  });
  judge.of(cut).refused(GATEWAY_SIDE, 'a token that was cut is refused', ['credit_card.token'], GATEWAY_SIDE);
  for (const text of messagesAt(cut.json, 'credit_card.token') ?? []) texts.add(text);
  judge.equal(GATEWAY_SIDE, 'all of these are refused with the same text', texts.size, 1);
}

/** Valid seals that a gateway must accept. */
async function honest(context: TestContext): Promise<void> {
  const { judge, time } = context;
  const seconds = Math.floor(time.now() / 1000);
  const taken: readonly (readonly [string, Fields, Tampering])[] = [
    ['no pad', {}, { claims: { pad: undefined } }],
    ['a long pad', {}, { claims: { pad: 'x'.repeat(2000) } }],
    ['an iat 14 minutes old', {}, { claims: { iat: seconds - 840 } }],
    ['an iat 14 minutes ahead', {}, { claims: { iat: seconds + 840 } }],
    ['a tracking_id that it is bound to', { tracking_id: newTrackingId() }, {}],
    ['letters beyond ASCII', { credit_card: { ...(transferOf()['credit_card'] as Fields), holder: 'ŽOFIE ÇELİK' } }, {}],
  ];
  for (const [title, changes, tampering] of taken) {
    const got = await send(context, ROWS.p2p, transferOf(changes), tampering);
    judge.of(got).equal(RULE, `a section with ${title} is decrypted`, at(got.json, 'transaction.status'), 'successful');
  }
  const check = await send(context, ROWS.restrictions, checkOf(), 'sealed');
  judge.of(check).equal(RULE, 'a sealed check is decrypted at {gateway_url} too', member(check.json, 'status'), 'successful');
}

/** A seal pays once, within and after 30 s, whatever else is in the request. */
async function replayed(context: TestContext): Promise<void> {
  const { judge, time } = context;
  const body = sealCards(context, 'transfer', transferOf({ duplicate_check: false }), 'sealed');
  const first = await call(context, ROWS.p2p, { request: body });
  judge.of(first).equal(GATEWAY_SIDE, 'the first use pays', at(first.json, 'transaction.status'), 'successful');
  const fresh = sealCards(context, 'transfer', transferOf({ amount: body['amount'], duplicate_check: false }), 'sealed');
  const again: readonly (readonly [string, typeof ROWS.p2p, Fields])[] = [
    ['the same bytes', ROWS.p2p, body],
    ['the same at {gateway_url}', ROWS.p2ps, body],
    ['the same as a job', ROWS.p2pAsync, body],
    ['another amount', ROWS.p2p, { ...body, amount: newAmount() }],
    ['a broken currency', ROWS.p2p, { ...body, currency: 'nope' }],
    ['one used section together with a fresh one', ROWS.p2p, { ...fresh, recipient_card: body['recipient_card'] }],
  ];
  const rejected = async (title: string, row: typeof ROWS.p2p, request: Fields): Promise<void> => {
    const got = await call(context, row, { request });
    const judged = judge.of(got);
    judged.status(GATEWAY_SIDE, `used again with ${title}: 422`, 422);
    judged.holds(
      GATEWAY_SIDE,
      `used again with ${title}: the duplicate rejection, not an answer`,
      !['invalid_params', undefined].includes(member(got.json, 'error_code') as string) &&
        member(got.json, 'transaction') === undefined,
      'its own error_code, no transaction',
    );
  };
  for (const [title, row, request] of again) await rejected(title, row, request);
  const jti = randomUUID();
  await send(context, ROWS.p2p, transferOf({ duplicate_check: false }), { claims: { jti } });
  const capitals = sealCards(context, 'transfer', transferOf({ duplicate_check: false }), { claims: { jti: jti.toUpperCase() } });
  await rejected('a jti in capitals', ROWS.p2p, capitals);
  // The clocks differed, so the request is sealed once more, for the same attempt.
  const attempt = newAttempt();
  const anew = (): Fields =>
    sealCards(context, 'transfer', transferOf({ amount: body['amount'], duplicate_check: false }), { attempt });
  const before = await call(context, ROWS.p2p, { request: anew() });
  judge.of(before).equal(GATEWAY_SIDE, 'the first use of an attempt pays', at(before.json, 'transaction.status'), 'successful');
  await rejected('new seals of the same attempt', ROWS.p2p, anew());
  const together = sealCards(context, 'transfer', transferOf({ duplicate_check: false }), 'sealed');
  const race = await Promise.all(Array.from({ length: 5 }, () => call(context, ROWS.p2p, { request: together })));
  judge.equal(
    GATEWAY_SIDE,
    'of five requests at the same time one pays',
    race.filter(({ json }) => at(json, 'transaction.status') === 'successful').length,
    1,
  );
  await time.pass(31);
  await rejected(`the same bytes after 31 s`, ROWS.p2p, body);
}

export const seals: readonly Section[] = [
  { number: '5', title: 'Valid sealed sections', run: honest },
  { number: '5', title: 'Invalid sealed sections', run: tampered },
  { number: '5', title: 'Sealed sections used again', run: replayed, waits: true },
];
