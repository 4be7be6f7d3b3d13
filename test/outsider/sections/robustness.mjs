// What an unfriendly or clumsy client sends, and what must not come of it; fees and fields between check and transfer.
import { Agent, request as plainRequest } from 'node:http';
import { openChallenge, press } from '../challenge.mjs';
import { basic, bearer, call, CARD, credentials, newTrackingId, plainRequestOf, requestFor, sealRequest, send, sleep } from '../world.mjs';
import { findCard } from './jobs.mjs';

const post = (world, number, body) => call('POST', world.way(number).url, { ...credentials(world.way(number), world.pci), ...body });

// RFC 9112 9.6: a server that means to close says so, else the next request on that connection is lost, a payment perhaps.
async function endless(t, world) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: bearer(world.pci), 'x-api-version': '2', 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const exchange = (chunks) => new Promise((resolve) => {
    const sent = plainRequest(world.way(2).url, { method: 'POST', agent, headers }, (got) => {
      got.resume();
      got.on('end', () => resolve(got.statusCode));
    });
    sent.on('error', (error) => resolve(error.code));
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
  t.equal('3 MB without a content-length: 413', await exchange(Array.from({ length: 60 }, () => Buffer.alloc(50_000, 32))), 413);
  const next = JSON.stringify({ request: plainRequestOf('check') });
  t.equal('the next request of that client is answered', await exchange([next]), 200);
  agent.destroy();
}

/** No request makes the server fail, and no amount is taken other than it was sent. */
export async function hostile(t, world) {
  const raw = {
    'nested 50,000 deep': `{"request":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'objects 20,000 deep': `${'{"request":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    'an amount of 1e400': '{"request":{"amount":1e400,"currency":"USD"}}', 'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'sections that are arrays': '{"request":{"amount":1000,"currency":"USD","description":"d","credit_card":[],"recipient_card":"x","customer":5,"additional_data":[1]}}',
    'request an array': '{"request":[1,2]}', 'a token that is an object': '{"request":{"amount":1000,"currency":"USD","description":"d","credit_card":{"token":{}},"recipient_card":{"token":["a"]}}}',
  };
  for (const [title, body] of Object.entries(raw)) {
    for (const number of [1, 6]) {
      const got = await post(world, number, { raw: body });
      t.ok(`${title}, endpoint ${number}: refused without a 5xx`, got.status >= 400 && got.status < 500 && got.json?.error_code, '4xx with the error body', [got.status, got.text.slice(0, 120)]);
    }
  }
  for (const amount of [-100, 9_007_199_254_740_992, 1e21]) {
    const got = await post(world, 5, { body: { request: plainRequestOf('transfer', { amount }) } });
    t.ok(`amount ${amount}: not taken`, got.status === 422, 422, [got.status, got.json?.transaction?.status, got.json?.transaction?.amount]);
  }
  const precise = await post(world, 5, { raw: JSON.stringify({ request: plainRequestOf('transfer', { amount: 123_456 }) }).replace('123456', '9007199254740993') });
  t.ok('amount 9007199254740993: never another amount', precise.status === 422 || precise.text.includes('9007199254740993'), '422 or exact', [precise.status, precise.json?.transaction?.amount]);
  const odd = ['%', '%00', '%2e%2e%2fshops', '..%2f..', 'x'.repeat(5000), '\'%20OR%201=1--', '__proto__', 'constructor'];
  for (const id of odd) {
    const found = [
      await call('GET', `${world.urls.gateway}/transactions/${id}`, { auth: basic(world.pci) }),
      await call('GET', `${world.urls.checkout}/ctp/api/async/jobs/${id}`, { auth: bearer(world.pci), version: '2' }),
      await call('GET', `${world.urls.gateway}/v2/transactions/tracking_id/${id}`, { auth: basic(world.pci) }),
    ];
    t.ok(`id ${id.slice(0, 20)}: no 5xx and nothing found`, found.every((got) => got.status < 500) && found[0].status >= 400 && found[1].status >= 400, '4xx', found.map((got) => got.status));
  }
  await endless(t, world);
}

/** Texts of a merchant are text on the pages, never markup; an address that runs script is nowhere. */
export async function markup(t, world, listener) {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const { answer, post: posted } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: CARD.challenge, holder: '<b>JANE</b> DOE' }, description: evil, language: 'xx', return_url: `${listener.origin}/back` }));
  if (!t.equal('a description with markup is taken', answer?.transaction?.status ?? posted.json, 'incomplete')) return;
  t.equal('and replicated as it was', answer.transaction.description, evil);
  const opened = await openChallenge(answer.transaction.redirect_url);
  const receipt = await (await fetch(answer.transaction.receipt_url)).text();
  for (const [title, html] of [['challenge page', opened.html], ['receipt', receipt]]) {
    t.ok(`${title}: the description is escaped`, !html.includes('<script>alert') && !html.includes('<img src=x') && !html.includes('<b>JANE'), 'escaped', html.match(/.{40}(<script>alert|<img src=x|<b>JANE).{40}/)?.[0]);
    t.match(`${title}: an unknown language is en`, /<html[^>]*\blang="?([\w-]+)/.exec(html)?.[1], /^en/);
  }
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', 'ftp://evil.example/']) {
    const sent = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: CARD.challenge }, return_url: address }));
    if (sent.post.status === 422) {
      t.ok(`return_url ${address}: refused at its field`, Array.isArray(sent.post.json?.errors?.return_url), 'errors.return_url', sent.post.json?.errors);
      continue;
    }
    const end = await press(await openChallenge(sent.answer?.transaction?.redirect_url), 'Confirm', '123456');
    t.ok(`return_url ${address}: never where the payer is sent`, !end.location || /^https?:/.test(end.location), 'no such Location', end.location);
  }
}

/** What the check knows the transfer knows too. */
export async function betweenCheckAndTransfer(t, world) {
  const { pci, sealing } = world;
  const names = (fields) => [fields?.credit_card ?? [], fields?.recipient_card ?? []].map((list) => [...list].join());
  const asking = world.cards.find((card) => card.asks?.recipient_card?.includes('holder') && !card.asks.credit_card);
  if (asking) {
    const { post: got, answer } = await send(world, 5, pci, requestFor(pci, 'transfer', { recipient: { number: asking.number } }));
    const tx = answer?.transaction;
    t.ok('a transfer without a field the check asks for does not pay', got.status === 422 || tx?.status === 'failed', 'failed or 422', tx?.status);
    if (tx) {
      t.equal('its verify_p2p failed', tx.verify_p2p?.status, 'failed');
      t.match('its verify_p2p names the recipient field', names(tx.verify_p2p?.required_fields)[1], /holder/);
      t.equal('and paid_at is null', tx.paid_at, null);
    }
    const full = await send(world, 5, pci, requestFor(pci, 'transfer', { recipient: { number: asking.number, holder: 'JOHN ROE', exp_month: '11', exp_year: '2032' } }));
    t.equal('with the field it pays', full.answer?.transaction?.status, 'successful');
  }
  const impossible = findCard(world, /impossible/);
  const check = await send(world, 6, pci, requestFor(pci, 'transfer', { source: { number: impossible?.number } }));
  t.equal('a transfer the check calls impossible fails', [check.answer?.transaction?.status, check.answer?.transaction?.verify_p2p?.status], ['failed', 'failed']);
  for (const pattern of [/exact fee in/, /no fee/, /fee in euro/]) {
    const card = findCard(world, pattern);
    if (!t.ok(`the list describes a card for: ${pattern.source}`, card, 'a card', 'none')) continue;
    const request = plainRequestOf('check', { source: { number: card.number } });
    const quoted = await send(world, 1, pci, request);
    const paid = await send(world, 5, pci, requestFor(pci, 'transfer', { amount: request.amount, source: { number: card.number } }));
    const fee = quoted.answer?.commission?.bank_fee;
    t.ok(`${pattern.source}: commission.currency`, quoted.answer?.commission?.currency === (/euro/.test(pattern.source) ? 'EUR' : 'USD'), 'as described', quoted.answer?.commission);
    if (/exact|no fee/.test(pattern.source)) t.ok(`${pattern.source}: bank_fee is a number`, typeof fee === 'number', 'number', fee);
    if (typeof fee === 'number') t.equal(`${pattern.source}: the transfer takes the fee that was quoted`, paid.answer?.transaction?.verify_p2p?.bank_fee, fee);
  }
  const lost = findCard(world, /transfer job is lost/);
  if (lost) {
    const tracking = newTrackingId();
    await post(world, 7, { body: { request: requestFor(pci, 'transfer', { source: { number: lost.number }, tracking_id: tracking }) } });
    await sleep(3000);
    const found = await call('GET', `${world.urls.gateway}/v2/transactions/tracking_id/${tracking}`, { auth: basic(pci) });
    t.equal('the lost job’s money is found by tracking_id', found.json?.transactions?.map((one) => one.status), ['successful']);
  }
  const first = await send(world, 6, pci, requestFor(pci, 'transfer', { additional_data: { contract: ['oneclick'] } }));
  const token = first.answer?.transaction?.credit_card?.token;
  const target = first.answer?.transaction?.recipient_card?.token;
  const saved = await send(world, 2, pci, { ...plainRequestOf('check'), credit_card: { token }, recipient_card: { token: target } });
  t.equal('a check of two saved cards', saved.answer?.status ?? saved.post.json, 'successful');
  const own = await send(world, 6, sealing, requestFor(sealing, 'transfer', { additional_data: { contract: ['oneclick'] } }));
  const request = plainRequestOf('check');
  request.credit_card = { token: own.answer?.transaction?.credit_card?.token };
  request.recipient_card = { token: own.answer?.transaction?.recipient_card?.token };
  const sealed = await send(world, 2, sealing, sealRequest(sealing, 'check', request));
  t.equal('the same, the source sealed', sealed.answer?.status ?? sealed.post.json, 'successful');
}
