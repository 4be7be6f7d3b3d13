// Spec 7.1: every problem at once, each at its path; limits of spec 8; formats of spec 2.1.
import { call, CARD, credentials, plainRequestOf } from '../world.mjs';
import { checkErrorBody, checkPaths, errorsAt } from '../shape.mjs';

const post = (world, way, body) => call('POST', way.url, { ...credentials(way, world.pci), body });
const set = (object, path, value) => {
  const copy = structuredClone(object);
  const keys = path.split('.');
  const last = keys.pop();
  const target = keys.reduce((node, key) => (node[key] ??= {}), copy);
  if (value === undefined) delete target[last];
  else target[last] = value;
  return copy;
};

const ALWAYS = [
  ['amount', undefined], ['amount', 10.5], ['amount', '1000'], ['amount', null], ['currency', undefined], ['currency', 'XXZ'], ['currency', 'usd$'], ['currency', 840],
  ['credit_card.number', '4200000000000001'], ['credit_card.number', '1234'], ['credit_card.number', 'abcdefghijklmnop'], ['credit_card.number', 4200000000000000],
  ['recipient_card.number', '4200000000000001'], ['recipient_card.number', '42000000000000000000'],
  ['credit_card.holder', 'J'.repeat(36)], ['recipient_card.holder', 'J'.repeat(36)], ['additional_data.p2p.type', 'ABCD'], ['test', 'yes'],
];
const TRANSFER = [
  ['description', undefined], ['description', 7], ['credit_card.verification_value', undefined], ['credit_card.verification_value', '12'], ['credit_card.verification_value', '12345'],
  ['credit_card.verification_value', 'abc'], ['customer.external_id', 'x'.repeat(256)], ['sender_billing_address.country', 'USA'], ['duplicate_check', 'no'], ['expired_at', 'tomorrow'],
];
const ADDRESS = { first_name: 'Jane', last_name: 'Doe', country: 'US', city: 'Denver', state: 'CO', zip: '96002', address: '1st Street', phone: '1' };
const ADDRESSES = [['sender_billing_address', 'zip', '123'], ['sender_billing_address', 'zip', '12345-67'], ['recipient_billing_address', 'state', 'Colorado'], ['recipient_billing_address', 'country', 'U']];

/** One wrong field at a time. */
export async function fieldErrors(t, world) {
  for (const way of [world.way(1), world.way(6)]) {
    const table = way.operation === 'check' ? ALWAYS : [...ALWAYS, ...TRANSFER];
    for (const [path, value] of table) {
      const got = await post(world, way, { request: set(plainRequestOf(way.operation), path, value) });
      const where = `endpoint ${way.number}, ${path} = ${value === undefined ? 'absent' : JSON.stringify(value).slice(0, 24)}`;
      if (checkErrorBody(t, where, got, 422)) {
        checkPaths(t, where, got.json, [path]);
        t.equal(`${where}: error_code`, got.json.error_code, 'invalid_params');
      }
    }
  }
  for (const [section, field, value] of ADDRESSES) {
    const got = await post(world, world.way(5), { request: plainRequestOf('transfer', { [section]: { ...ADDRESS, [field]: value } }) });
    const where = `${section}.${field} = ${value}`;
    if (checkErrorBody(t, where, got, 422)) checkPaths(t, where, got.json, [`${section}.${field}`]);
  }
  const good = await post(world, world.way(5), { request: plainRequestOf('transfer', { sender_billing_address: { ...ADDRESS, zip: '12345-6789' } }) });
  t.equal('zip NNNNN-NNNN is taken', good.json?.transaction?.status ?? good.json, 'successful');
  const limit = await post(world, world.way(5), { request: plainRequestOf('transfer', { source: { holder: 'J'.repeat(35) }, customer: { external_id: 'x'.repeat(255) } }) });
  t.equal('holder of 35 and external_id of 255 characters are taken', limit.json?.transaction?.status ?? limit.json, 'successful');
  for (const exp of [{ exp_month: '13' }, { exp_month: '00' }, { exp_year: '31' }, { exp_month: 'ab' }]) {
    const got = await post(world, world.way(5), { request: plainRequestOf('transfer', { source: exp }) });
    const where = `expiry ${JSON.stringify(exp)}`;
    checkErrorBody(t, where, got, 422);
    t.ok(`${where}: named in the section`, ['exp_month', 'exp_year', 'date'].some((key) => Array.isArray(errorsAt(got.json, `credit_card.${key}`))), 'exp_month, exp_year or date', got.json?.errors);
  }
}

/** All of them in one answer, by every endpoint. */
export async function everyProblem(t, world) {
  for (const way of world.ways) {
    const request = {
      amount: 'much', currency: 'ZZZ', credit_card: { number: '1234', holder: 'J'.repeat(36) }, recipient_card: { number: '4200000000000001' },
      ...(way.operation === 'transfer' ? { sender_billing_address: { country: 'USA' }, customer: { external_id: 'x'.repeat(256) } } : {}),
    };
    const paths = ['amount', 'currency', 'credit_card.number', 'credit_card.holder', 'recipient_card.number',
      ...(way.operation === 'transfer' ? ['description', 'credit_card.verification_value', 'sender_billing_address.country', 'customer.external_id'] : [])];
    const got = await post(world, way, { request });
    const where = `every problem at once, endpoint ${way.number}`;
    if (checkErrorBody(t, where, got, 422)) checkPaths(t, where, got.json, paths);
    t.ok(`${where}: the asynchronous endpoint makes no job of it`, !got.json?.job_id, 'no job_id', got.json);
    t.ok(`${where}: not wrapped in response`, got.json && !('response' in got.json), 'flat', got.json);
    const empty = await post(world, way, { request: {} });
    if (checkErrorBody(t, `empty request, endpoint ${way.number}`, empty, 422)) checkPaths(t, `empty request, endpoint ${way.number}`, empty.json, ['amount', 'currency']);
    const bare = await post(world, way, {});
    checkErrorBody(t, `no envelope, endpoint ${way.number}`, bare, 422);
    for (const raw of ['{"request": ', 'null', '[]', '"text"', '']) {
      const broken = await call('POST', way.url, { ...credentials(way, world.pci), raw });
      t.oneOf(`body ${raw || '(empty)'}, endpoint ${way.number}: refused`, broken.status, [400, 422]);
      t.ok(`body ${raw || '(empty)'}, endpoint ${way.number}: the error body`, typeof broken.json?.error_code === 'string', 'error_code', broken.text.slice(0, 200));
    }
  }
  const missing = plainRequestOf('transfer');
  delete missing.recipient_card;
  const got = await post(world, world.way(5), { request: missing });
  t.equal('no recipient card: refused', got.status, 422);
  t.ok('no recipient card: named', JSON.stringify(got.json?.errors ?? {}).includes('recipient_card'), 'errors.recipient_card', got.json?.errors);
  const proto = await call('POST', world.way(5).url, { ...credentials(world.way(5), world.pci), raw: `{"request":{"__proto__":{"amount":5},"constructor":1,"credit_card":{"number":"${CARD.success}"}}}` });
  checkErrorBody(t, 'a body with __proto__', proto, 422);
}
