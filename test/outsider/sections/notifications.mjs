// Spec 6.1 with facts: body, Basic, Content-Signature, once per final status, retried with growing waits.
import { createPublicKey, createVerify } from 'node:crypto';
import { openChallenge, press } from '../challenge.mjs';
import { allExchanges, basic, call, CARD, newTrackingId, requestFor, send, sleep, VERIFICATION_VALUE } from '../world.mjs';

const verified = (shop, entry) => {
  const verify = createVerify('RSA-SHA256');
  verify.update(entry.body);
  const key = createPublicKey({ key: Buffer.from(shop.public_key, 'base64'), format: 'der', type: 'spki' });
  return verify.verify(key, String(entry.headers['content-signature'] ?? ''), 'base64');
};

/** One notification for each final status, signed by the shop it belongs to. */
export async function notifications(t, world, listener) {
  let path = 0;
  for (const [shop, number, card, want] of [[world.pci, 5, CARD.success, 'successful'], [world.pci, 6, CARD.declined, 'failed'], [world.sealing, 7, CARD.success, 'successful']]) {
    const where = `endpoint ${number}, ${want}`;
    const address = `/notify/${path += 1}?shop=${shop.shop_id}`;
    const { answer, post } = await send(world, number, shop, requestFor(shop, 'transfer', { source: { number: card }, notification_url: listener.origin + address, tracking_id: newTrackingId() }));
    t.equal(`${where}: notification_url is replicated`, answer?.transaction?.notification_url ?? post.json, listener.origin + address);
    const [entry] = await listener.wait(address, 1, 8000);
    if (!t.ok(`${where}: a notification comes`, entry, 'a POST', 'none')) continue;
    const body = JSON.parse(entry.body);
    t.equal(`${where}: the body is the response's`, body, answer);
    t.match(`${where}: it is JSON`, entry.headers['content-type'], /^application\/json/);
    t.equal(`${where}: Basic shop_id:secret`, entry.headers.authorization, basic(shop));
    t.ok(`${where}: Content-Signature over the raw body by the shop's key`, verified(shop, entry), 'verifies', entry.headers['content-signature']);
    t.ok(`${where}: not by the other shop's key`, !verified(shop === world.pci ? world.sealing : world.pci, entry), 'refused', 'verifies');
    t.ok(`${where}: a changed body does not verify`, !verified(shop, { ...entry, body: Buffer.concat([entry.body, Buffer.from(' ')]) }), 'refused', 'verifies');
    t.ok(`${where}: no PAN in it`, !entry.body.toString().includes(card), 'none', 'a PAN');
  }
  const address = '/notify/challenge';
  const { answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: CARD.challenge }, notification_url: listener.origin + address }));
  await sleep(1500);
  t.equal('incomplete: no notification', listener.at(address).length, 0);
  await press(await openChallenge(answer.transaction.redirect_url), 'Confirm', '123456');
  const posts = await listener.wait(address, 1, 8000);
  t.equal('after the challenge: one, successful', posts.map((entry) => JSON.parse(entry.body).transaction?.status), ['successful']);
  const now = await call('GET', `${world.urls.gateway}/transactions/${answer.transaction.uid}`, { auth: basic(world.pci) });
  t.equal('after the challenge: the same as the status says', posts[0] && JSON.parse(posts[0].body).transaction, now.json?.transaction);
  await sleep(3000);
  t.equal('answered with 200: not sent again', [1, 2, 3].map((n) => listener.posts.filter((entry) => entry.path.startsWith(`/notify/${n}?`)).length).concat(listener.at(address).length), [1, 1, 1, 1]);
}

/** Answer 500 thrice: it comes again, each wait longer than the one before; gives up looking after 100 s. */
export async function retries(t, world, listener) {
  const address = '/notify/retry';
  listener.refuse(address, 3);
  await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { notification_url: listener.origin + address }));
  const posts = await listener.wait(address, 3, 100_000);
  t.ok('refused with 500: it is sent again', posts.length >= 2, 'two or more', posts.length);
  const gaps = posts.slice(1).map((entry, i) => entry.at - posts[i].at);
  if (t.ok('refused twice: a third comes within 100 s', posts.length >= 3, 'three', posts.length)) t.ok('the waits grow', gaps[1] > gaps[0], 'growing', gaps);
  t.equal('each time the same body', new Set(posts.map((entry) => entry.body.toString())).size, 1);
  const dead = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { notification_url: 'http://127.0.0.1:9/nobody' }));
  t.equal('nobody listens at notification_url: the transfer is none the worse', dead.answer?.transaction?.status ?? dead.post.json, 'successful');
}

/** Over every answer this run received: no PAN, no verification value. */
export function leaks(t, world, listener) {
  const numbers = new Set([...world.cards.map((card) => card.number), ...Object.values(CARD), '4111111111111111', '5555555555554444', '378282246310005', '4200000000000001', '6759649826438453', '2200000000000004', '42000000000000000000']);
  const walk = (node) => (typeof node === 'object' && node !== null ? Object.entries(node).some(([key, value]) => (key === 'verification_value' && ['string', 'number'].includes(typeof value)) || walk(value)) : [VERIFICATION_VALUE, '9876', Number(VERIFICATION_VALUE)].includes(node));
  const answers = allExchanges().filter((one) => !one.url.startsWith(`${world.urls.console}/sandbox/`));
  const squeeze = (text) => text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
  const found = answers.filter((one) => [...numbers].some((number) => squeeze(one.text).includes(number)));
  t.ok(`no PAN in any of ${answers.length} answers`, answers.length > 100 && found.length === 0, 'none', found.slice(0, 3).map((one) => `${one.method} ${one.url}`));
  const values = answers.filter((one) => walk(one.json));
  t.ok('no verification value in any answer', values.length === 0, 'none', values.slice(0, 3).map((one) => [one.method, one.url, one.text.slice(-300)]));
  const told = [...listener.posts, ...listener.visits].filter((entry) => [...numbers].some((number) => `${entry.path}${entry.body}`.includes(number)));
  t.ok(`no PAN in any of ${listener.posts.length} notifications`, told.length === 0, 'none', told.length);
  const stamps = answers.flatMap((one) => [...one.text.matchAll(/"(\w+_at)":"([^"]*)"/g)]).filter(([, , value]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(value));
  t.equal('every timestamp in every answer has the form of spec 2.1', stamps.slice(0, 3).map(([whole]) => whole), []);
}
