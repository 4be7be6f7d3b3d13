// Spec 2.2, 2.3, 4.1 rows 1 to 3: the capability check.
import { CARD, plainRequestOf, requestFor, send } from '../world.mjs';
import { checkPossible } from '../shape.mjs';

/** Each way of asking, by each shop, gets the commission. */
export async function checks(t, world) {
  const fees = new Map();
  for (const shop of [world.pci, world.sealing]) {
    for (const number of [1, 2, 3]) {
      const { post, answer } = await send(world, number, shop, requestFor(shop, 'check', { amount: 10_000 }));
      const where = `endpoint ${number}, ${shop.pci_certified ? 'plain' : 'sealed'}`;
      t.oneOf(`${where}: HTTP status of a taken request`, post.status, [200, 201, 202]);
      checkPossible(t, where, answer);
      t.equal(`${where}: test card check is marked test`, answer?.test, true);
      fees.set(where, JSON.stringify(answer?.commission));
    }
  }
  t.equal('the commission is the same by every way', new Set(fees.values()).size, 1);

  const real = await send(world, 2, world.pci, requestFor(world.pci, 'check', { test: false }));
  t.equal('test false: marked false', real.answer?.test, false);
  const unsaid = plainRequestOf('check');
  delete unsaid.test;
  const silent = await send(world, 2, world.pci, unsaid);
  t.ok('test unsaid: test is a boolean', typeof silent.answer?.test === 'boolean', 'boolean', silent.answer);

  const same = await send(world, 1, world.pci, requestFor(world.pci, 'check', { source: { number: CARD.success }, recipient: { number: CARD.success } }));
  t.equal('the source card as its own recipient is accepted (facts, test cards)', same.answer?.status, 'successful');
  const extra = await send(world, 1, world.pci, { ...plainRequestOf('check'), colour: 'green' });
  t.equal('an unknown request field is accepted', extra.answer?.status, 'successful');
  const typed = await send(world, 1, world.pci, requestFor(world.pci, 'check', { additional_data: { p2p: { type: 'A1B' } } }));
  t.equal('additional_data.p2p.type of three characters is accepted', typed.answer?.status, 'successful');
}

const VALUES = { holder: 'JANE DOE', verification_value: '987', exp_month: '12', exp_year: '2031' };
const inOrder = (names) => [...names].map(String).sort((a, b) => a.localeCompare(b));
const given = (names) => Object.fromEntries((names ?? []).map((name) => [name, VALUES[name]]));

async function satisfy(t, world, shop, title, numbers) {
  let source = { number: numbers.source };
  let recipient = { number: numbers.recipient };
  const asked = [];
  for (let round = 1; round <= 5; round += 1) {
    const { answer } = await send(world, 2, shop, requestFor(shop, 'check', { source, recipient }));
    const fields = answer?.required_fields;
    if (!fields) return { answer, asked };
    asked.push(fields);
    if (answer.status === 'failed') t.ok(`${title}: no commission while fields are asked for`, [undefined, null].includes(answer.commission), 'none', answer.commission);
    const add = { source: given(fields.credit_card), recipient: given(fields.recipient_card) };
    if (Object.keys(add.source).every((k) => k in source) && Object.keys(add.recipient).every((k) => k in recipient)) return { answer, asked, stuck: true };
    source = { ...source, ...add.source };
    recipient = { ...recipient, ...add.recipient };
  }
  return { answer: undefined, asked, stuck: true };
}

/** Spec 2.3: the fields named are asked for, given, and then the commission comes. */
export async function requiredFields(t, world) {
  const seen = { credit_card: new Set(), recipient_card: new Set() };
  const combinations = new Set();
  let impossible = 0;
  // Slow and lost jobs are another section's; whether they slow a synchronous answer is nowhere said.
  const quick = world.cards.filter((card) => !/job|slow|lost/i.test(JSON.stringify(card)));
  for (const card of quick) {
    for (const role of ['source', 'recipient']) {
      const numbers = { source: CARD.success, recipient: CARD.recipient, [role]: card.number };
      const title = `card …${card.number.slice(-6)} as ${role}`;
      const { answer, asked, stuck } = await satisfy(t, world, world.pci, title, numbers);
      for (const fields of asked) {
        for (const side of Object.keys(seen)) for (const name of fields[side] ?? []) seen[side].add(name);
        combinations.add(JSON.stringify([fields.credit_card ?? [], fields.recipient_card ?? []]));
      }
      if (asked.length > 0) {
        t.equal(`${title}: once the named fields are sent, the check succeeds`, answer?.status, 'successful');
        t.ok(`${title}: never asks for what was sent`, !stuck, 'new fields or none', asked);
      } else if (answer?.status === 'failed') {
        impossible += 1;
        t.ok(`${title}: an impossible check has a message and no commission`, typeof answer.message === 'string' && !answer.commission, 'message only', answer);
      }
    }
  }
  t.equal('required_fields.credit_card can name each of its elements', inOrder(seen.credit_card), ['exp_month', 'exp_year', 'holder', 'verification_value']);
  t.equal('required_fields.recipient_card can name each of its elements', inOrder(seen.recipient_card), ['exp_month', 'exp_year', 'holder']);
  t.ok('some listed card makes the check impossible (facts, sandbox cards)', impossible > 0, 'at least one', impossible);
  t.note(`${combinations.size} combinations seen`);

  const asking = [];
  for (const card of quick) {
    const { answer } = await send(world, 2, world.pci, requestFor(world.pci, 'check', { source: { number: card.number } }));
    if (answer?.required_fields?.credit_card?.includes('verification_value')) asking.push(card);
  }
  if (t.ok('a listed source card asks for the verification value', asking.length > 0, 'at least one', 0)) {
    const done = await satisfy(t, world, world.sealing, 'sealed loop', { source: asking[0].number, recipient: CARD.recipient });
    t.equal('sealed: the loop ends with success', done.answer?.status, 'successful');
  }
}
