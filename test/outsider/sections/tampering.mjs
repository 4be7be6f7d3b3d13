// Facts, identity and encryption: each tampered section is refused with one and the same text.
import { encrypt, newAttempt, padded, plaintext, recipientName } from '../jwe.mjs';
import { call, CARD, credentials, newAmount, newTrackingId, plainRequestOf, sealRequest, send } from '../world.mjs';
import { allMessages, checkErrorBody } from '../shape.mjs';

const post = (world, number, shop, request) => call('POST', world.way(number).url, { ...credentials(world.way(number), shop), body: { request } });
const now = () => Math.floor(Date.now() / 1000);
const shiftIat = (seconds) => ({ inside: (inside) => ({ ...inside, iat: now() + seconds }) });
const onSource = (change) => ({ inside: (inside, name) => (name === 'credit_card' ? change(inside) : inside) });
const bound = (change) => onSource((inside) => ({ ...inside, bound_to: { ...inside.bound_to, ...change } }));
const without = (key) => onSource((inside) => {
  const { [key]: _gone, ...rest } = inside;
  return rest;
});
const header = (members) => ({ make: (name) => (name === 'credit_card' ? { header: members } : {}) });
const flip = (token, part) => {
  const parts = token.split('.');
  const first = parts[part][0] === 'A' ? 'B' : 'A';
  parts[part] = first + parts[part].slice(1);
  return parts.join('.');
};

/** What an honest client may do: no pad, a clock ten minutes off, tracking_id bound. */
export async function honest(t, world) {
  const shop = world.sealing;
  const cases = {
    'no pad': [{}, { pad: false }], 'iat ten minutes ago': [{}, shiftIat(-600)], 'iat ten minutes ahead': [{}, shiftIat(600)],
    'tracking_id bound': [{ tracking_id: newTrackingId() }, {}], 'holder and two-digit month sealed': [{ source: { holder: 'JANE DOE', exp_month: '07' } }, {}],
  };
  for (const [title, [fields, bend]] of Object.entries(cases)) {
    const got = await post(world, 6, shop, sealRequest(shop, 'transfer', plainRequestOf('transfer', fields), bend));
    t.equal(`honest, ${title}: taken`, got.json?.transaction?.status ?? got.json, 'successful');
  }
  const size = padded(plaintext({ number: CARD.success }, { boundTo: {}, attempt: newAttempt() })).length;
  t.equal('self-check: our plaintext fills 576 bytes', size, 576);
  const certified = await post(world, 6, world.pci, sealRequest(world.pci, 'transfer', plainRequestOf('transfer')));
  t.equal('the certified shop may seal too', certified.json?.transaction?.status ?? certified.json, 'successful');
}

/** Tokens of two recipients whose cards the shop has saved. */
async function savedRecipients(world, shop) {
  const save = async (number) => {
    const request = plainRequestOf('transfer', { recipient: { number }, additional_data: { contract: ['oneclick'] } });
    return (await send(world, 6, shop, sealRequest(shop, 'transfer', request))).answer?.transaction?.recipient_card?.token;
  };
  return [await save(CARD.recipient), await save('5555555555554444')];
}

/** Requests whose source is encrypted for another recipient than the one beside it, or does not say for whom. */
function exchanged(shop, [one, other]) {
  const plain = (token) => ({ ...plainRequestOf('transfer'), ...(token === undefined ? {} : { recipient_card: { token } }) });
  const sealed = (token, bend) => sealRequest(shop, 'transfer', plain(token), bend);
  return {
    'another saved recipient': { ...sealed(one), recipient_card: { token: other } },
    'a saved recipient for the encrypted one': { ...sealed(), recipient_card: { token: one } },
    'an encrypted recipient for the saved one': { ...sealed(one), recipient_card: sealed().recipient_card },
    'an encrypted recipient not named': sealed(undefined, bound({ recipient: undefined })),
    'an encrypted recipient named as a saved one': sealed(undefined, bound({ recipient: recipientName({ token: one }) })),
    'a saved recipient not named': sealed(one, bound({ recipient: undefined })),
    'a saved recipient named as an encrypted one': sealed(one, bound({ recipient: 'sealed' })),
    'a saved recipient named by its token': sealed(one, bound({ recipient: one })),
  };
}

function forgeries(shop, other) {
  const sealed = (bend, fields) => sealRequest(shop, 'transfer', plainRequestOf('transfer', fields), bend);
  const two = () => {
    const request = plainRequestOf('transfer', {});
    return [sealRequest(shop, 'transfer', request), sealRequest(shop, 'transfer', { ...request, recipient_card: { number: '5555555555554444' } })];
  };
  const swapped = two();
  const mirrored = sealed({});
  const bent = (part) => {
    const request = sealed({});
    return { ...request, credit_card: { token: flip(request.credit_card.token, part) } };
  };
  const checkSeal = (() => {
    const request = plainRequestOf('transfer');
    return { ...request, ...pick(sealRequest(shop, 'check', request)) };
  })();
  const notJson = (() => {
    const request = sealed({});
    return { ...request, credit_card: { token: encrypt('x'.repeat(576), shop.public_key) } };
  })();
  return {
    'recipient section of another request': { ...swapped[0], recipient_card: swapped[1].recipient_card },
    'source section in the recipient place': { ...mirrored, recipient_card: mirrored.credit_card },
    'changed amount': { ...sealed({}), amount: newAmount() }, 'changed currency': { ...sealed({}), currency: 'EUR' },
    'tracking_id added after sealing': { ...sealed({}), tracking_id: newTrackingId() },
    'tracking_id changed after sealing': { ...sealed({}, { tracking_id: newTrackingId() }), tracking_id: newTrackingId() },
    'iat sixteen minutes ago': sealed(shiftIat(-960)), 'iat sixteen minutes ahead': sealed(shiftIat(960)),
    'iat missing': sealed(without('iat')), 'jti missing': sealed(without('jti')), 'attempt missing': sealed(without('attempt')), 'bound_to missing': sealed(without('bound_to')),
    'attempt of another': sealed(onSource((inside) => ({ ...inside, attempt: newAttempt() }))),
    'iat not a number': sealed(onSource((inside) => ({ ...inside, iat: 'now' }))),
    'bound to a check': sealed(bound({ operation: 'check' })), 'sealed for a check altogether': checkSeal,
    'bound to the other section': sealed(bound({ section: 'recipient_card' })),
    'wrong kid': sealed(header({ kid: 'A'.repeat(43) })), 'zip': sealed(header({ zip: 'DEF' })), 'crit': sealed(header({ crit: ['exp'], exp: 1 })),
    'alg RSA-OAEP': sealed(header({ alg: 'RSA-OAEP' })), 'alg RSA1_5': sealed(header({ alg: 'RSA1_5' })), 'enc A128GCM': sealed(header({ enc: 'A128GCM' })),
    "another shop's key under our kid": sealed({ make: () => ({ recipientKey: other.public_key }) }),
    "another shop's key and kid": { ...sealed({}), ...pick(sealRequest(other, 'transfer', plainRequestOf('transfer'))) },
    'protected header bent': bent(0), 'wrapped key bent': bent(1), 'iv bent': bent(2), 'ciphertext bent': bent(3), 'tag bent': bent(4),
    'plaintext not JSON': notJson,
  };
}
const pick = ({ credit_card, recipient_card }) => ({ credit_card, recipient_card });

// The sentences without the paths: the path may say which section, never which check failed.
const sentences = (message) => [...new Set(String(message).split('. ').map((one) => one.replaceAll(/(credit|recipient)_card(\.token)?/g, 'section')))];
const textOf = (got) => JSON.stringify([got.json?.error_code, sentences(got.json?.message), [...new Set(allMessages(got.json))]]);

/** Every forgery: 422, nothing paid, one text for all. */
export async function tampering(t, world) {
  const texts = new Map();
  const tokens = await savedRecipients(world, world.sealing);
  for (const [title, request] of Object.entries({ ...forgeries(world.sealing, world.pci), ...exchanged(world.sealing, tokens) })) {
    const got = await post(world, 6, world.sealing, request);
    checkErrorBody(t, `tampered, ${title}`, got, 422);
    texts.set(title, textOf(got));
  }
  const counts = new Map();
  for (const text of texts.values()) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0];
  t.note(`the text: ${usual}`);
  for (const [title, text] of texts) t.equal(`tampered, ${title}: the one text of all`, text, usual);

  const viaCheck = sealRequest(world.sealing, 'check', plainRequestOf('check'));
  const changed = await post(world, 2, world.sealing, { ...viaCheck, amount: newAmount() });
  t.equal('check with a changed amount: the same text', textOf(changed), usual);
  for (const number of [1, 3, 5, 7]) {
    const operation = world.way(number).operation;
    const got = await post(world, number, world.sealing, { ...sealRequest(world.sealing, operation, plainRequestOf(operation)), amount: newAmount() });
    t.equal(`endpoint ${number} with a changed amount: 422 with the same text`, [got.status, textOf(got)], [422, usual]);
  }
}

/** Plain card data at the shop without certificate, everywhere; and nothing of it comes back. */
export async function plainRefused(t, world) {
  for (const way of world.ways) {
    const got = await post(world, way.number, world.sealing, plainRequestOf(way.operation));
    checkErrorBody(t, `plain cards without certificate, endpoint ${way.number}`, got, 422);
    t.ok(`plain cards without certificate, endpoint ${way.number}: no job`, !got.json?.job_id, 'no job_id', got.json);
  }
  const sealed = sealRequest(world.sealing, 'transfer', plainRequestOf('transfer'));
  const half = await post(world, 6, world.sealing, { ...sealed, recipient_card: { number: CARD.recipient } });
  t.equal('a plain recipient beside a sealed source is refused', half.status, 422);
  const both = sealRequest(world.sealing, 'transfer', plainRequestOf('transfer'));
  const doubled = await post(world, 6, world.sealing, { ...both, credit_card: { ...both.credit_card, verification_value: '987' } });
  t.equal('a plain verification value beside the token is refused', doubled.status, 422);
}
