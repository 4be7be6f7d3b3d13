// Spec 8, duplicate check; facts: what counts, replayed sections, asynchronous refusal in the POST.
import { call, CARD, credentials, newAmount, plainRequestOf, requestFor, sealRequest, sleep } from '../world.mjs';
import { checkErrorBody } from '../shape.mjs';

const post = (world, number, shop, request) => call('POST', world.way(number).url, { ...credentials(world.way(number), shop), body: { request } });
const status = (got) => got.json?.transaction?.status ?? got.json;

/** Thirty seconds, by card and amount; takes some 32 s. */
export async function duplicates(t, world) {
  const { pci, sealing } = world;
  const amount = newAmount();
  const same = (fields = {}) => requestFor(pci, 'transfer', { amount, ...fields });
  t.equal('the first is taken', status(await post(world, 5, pci, same())), 'successful');
  const second = await post(world, 5, pci, same());
  checkErrorBody(t, 'the same amount and card at once', second, 422);
  const code = second.json?.error_code;
  t.ok('a duplicate has an error_code of its own', typeof code === 'string' && code !== 'invalid_params', 'not invalid_params', code);
  const refused = async (title, number, request, shop = pci) => {
    const got = await post(world, number, shop, request);
    t.equal(`duplicate: ${title}`, [got.status, got.json?.error_code, got.json?.job_id], [422, code, undefined]);
  };
  await refused('endpoint 6 after endpoint 5', 6, same());
  await refused('endpoint 7 refuses in the POST', 7, same());
  await refused('duplicate_check true said', 6, same({ duplicate_check: true }));
  await refused('another recipient does not help', 6, same({ recipient: { number: '5555555555554444' } }));
  await refused('another currency, tracking_id and description do not help', 6, same({ currency: 'EUR', description: 'Other', tracking_id: 'other' }));
  const taken = async (title, shop, request) => t.equal(`no duplicate: ${title}`, status(await post(world, 6, shop, request)), 'successful');
  await taken('duplicate_check false', pci, same({ duplicate_check: false }));
  // It is the last of this amount that was taken, so the thirty seconds begin with it.
  const startedAt = Date.now();
  await taken('another amount', pci, same({ amount: newAmount() }));
  await taken('another source card', pci, same({ source: { number: '4111111111111111' } }));
  await taken('another shop', sealing, requestFor(sealing, 'transfer', { amount }));

  const declined = newAmount();
  const decline = () => requestFor(pci, 'transfer', { amount: declined, source: { number: CARD.declined } });
  t.equal('a decline', status(await post(world, 5, pci, decline())), 'failed');
  await refused('a decline counts as first', 5, decline());
  const wrong = newAmount();
  const bad = requestFor(pci, 'transfer', { amount: wrong, description: 5 });
  t.equal('a request refused with 422', (await post(world, 5, pci, bad)).status, 422);
  await taken('after one refused with 422', pci, requestFor(pci, 'transfer', { amount: wrong }));
  const challenge = () => requestFor(pci, 'transfer', { amount: declined, source: { number: CARD.challenge } });
  t.equal('a challenge', status(await post(world, 5, pci, challenge())), 'incomplete');
  await refused('an incomplete one counts as first', 5, challenge());

  const sealedAmount = newAmount();
  const sealed = () => requestFor(sealing, 'transfer', { amount: sealedAmount });
  t.equal('sealed, the first', status(await post(world, 6, sealing, sealed())), 'successful');
  await refused('sealed anew, the card inside is compared', 6, sealed(), sealing);
  const token = (await post(world, 5, pci, same({ amount: newAmount(), additional_data: { contract: ['oneclick'] } }))).json?.transaction?.credit_card?.token;
  await refused('a token of the same card', 5, { ...same(), credit_card: { token, verification_value: '987' } });

  await sleep(Math.max(0, startedAt + 18_000 - Date.now()));
  await refused('after 18 s still', 5, same());
  await sleep(Math.max(0, startedAt + 31_500 - Date.now()));
  await taken('after 31 s, a rejected one in between does not prolong', pci, same());
}

/** A body whose sections were used before never pays twice, whatever it says; takes some 32 s. */
export async function replays(t, world) {
  const shop = world.sealing;
  const reference = await (async () => {
    const amount = newAmount();
    await post(world, 6, shop, requestFor(shop, 'transfer', { amount }));
    return post(world, 6, shop, requestFor(shop, 'transfer', { amount }));
  })();
  const code = reference.json?.error_code;
  const body = sealRequest(shop, 'transfer', plainRequestOf('transfer', { duplicate_check: false }));
  const first = await post(world, 6, shop, body);
  t.equal('first use', status(first), 'successful');
  const rejected = async (title, number, request) => {
    const got = await post(world, number, shop, request);
    t.equal(`replay, ${title}: the duplicate rejection, not the first answer`, [got.status, got.json?.error_code, got.json?.job_id, got.json?.transaction], [422, code, undefined, undefined]);
  };
  await rejected('the same body with duplicate_check false', 6, body);
  await rejected('at endpoint 5', 5, body);
  await rejected('at endpoint 7, in the POST', 7, body);
  await rejected('with a changed amount, before every other check', 6, { ...body, amount: newAmount() });
  await rejected('with a broken currency, before every other check', 6, { ...body, currency: 'nope' });
  const fresh = sealRequest(shop, 'transfer', plainRequestOf('transfer', { amount: body.amount, duplicate_check: false }));
  await rejected('one used section beside a fresh one', 6, { ...fresh, recipient_card: body.recipient_card });
  const declinedBody = sealRequest(shop, 'transfer', plainRequestOf('transfer', { source: { number: CARD.declined }, duplicate_check: false }));
  t.equal('a declined transfer', status(await post(world, 6, shop, declinedBody)), 'failed');
  await rejected('of a declined transfer', 6, declinedBody);
  const together = sealRequest(shop, 'transfer', plainRequestOf('transfer', { duplicate_check: false }));
  const race = await Promise.all([1, 2, 3, 4].map(() => post(world, 6, shop, together)));
  t.equal('four at the same time: one pays', race.filter((got) => got.json?.transaction?.status === 'successful').length, 1);
  const asynchronous = sealRequest(shop, 'transfer', plainRequestOf('transfer', { duplicate_check: false }));
  const jobs = await Promise.all([1, 2, 3, 4].map(() => post(world, 7, shop, asynchronous)));
  t.equal('four at the same time, asynchronously: one job', jobs.filter((got) => typeof got.json?.job_id === 'string').length, 1);
  const plain = requestFor(world.pci, 'transfer', {});
  const twins = await Promise.all([5, 6, 7, 5, 6, 7].map((number) => post(world, number, world.pci, plain)));
  t.equal('six plain ones at the same time by three ways: one is taken', twins.filter((got) => got.status < 300).length, 1);
  await sleep(31_000);
  await rejected('after 31 s', 6, body);
}
