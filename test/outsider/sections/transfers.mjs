// Spec 2.5, 2.6, 4.1 rows 5 to 7: transfers, the published test cards, every response field.
import { CARD, newAmount, newTrackingId, plainRequestOf, requestFor, sealRequest, send, VERIFICATION_VALUE } from '../world.mjs';
import { checkFullTransaction, TIMESTAMP } from '../shape.mjs';

const OUTCOMES = [
  ['4200000000000000', 'successful'], ['4005550000000019', 'failed'], ['4012000000001097', 'incomplete'], ['5204240000015029', 'incomplete'],
  ...['4012000000001006', '4012000000001055', '5204240000015003', '5204240000015011'].map((number) => [number, 'successful']),
  ...['4012000000001022', '4012000000001030', '4012000000001014'].map((number) => [number, 'failed']),
  // Facts, test cards: any other valid PAN is successful without 3-D Secure.
  ['4111111111111111', 'successful'], ['5555555555554444', 'successful'], ['2200000000000004', 'successful'], ['6759649826438453', 'successful'],
];

/** Each published card gives its outcome in the first answer; then by every way of sending. */
export async function testCards(t, world) {
  for (const [number, want] of OUTCOMES) {
    const { post, answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number } }));
    const tx = answer?.transaction;
    t.equal(`${number}: ${want}`, tx?.status ?? post.json, want);
    if (want === 'incomplete') {
      t.equal(`${number}: p2p.status incomplete`, tx?.p2p?.status, 'incomplete');
      t.equal(`${number}: paid_at null while incomplete`, tx?.paid_at, null);
      t.match(`${number}: redirect_url is an address`, tx?.redirect_url, /^https?:\/\//);
    } else if (want === 'successful') {
      t.equal(`${number}: p2p.status successful`, tx?.p2p?.status, 'successful');
      t.match(`${number}: paid_at is set`, tx?.paid_at, TIMESTAMP);
    } else t.equal(`${number}: paid_at null after a failure`, tx?.paid_at, null);
  }
  for (const number of [CARD.success, CARD.challenge]) {
    const { answer } = await send(world, 6, world.sealing, requestFor(world.sealing, 'transfer', { source: { number, exp_month: '10' } }));
    t.equal(`${number} with expiry month 10: failed`, answer?.transaction?.status, 'failed');
  }
  const amex = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: '378282246310005', verification_value: '9876' } }));
  t.equal('a brand with a four-digit verification value is successful', amex.answer?.transaction?.status ?? amex.post.json, 'successful');
  const recipients = ['4111111111111111', '5555555555554444', '4012000000001097', '4005550000000019'];
  for (const number of recipients) {
    const { answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { recipient: { number } }));
    t.equal(`recipient ${number}: accepted`, answer?.transaction?.status, 'successful');
  }
  for (const shop of [world.pci, world.sealing]) {
    for (const number of [5, 6, 7]) {
      for (const [card, want] of [[CARD.success, 'successful'], [CARD.declined, 'failed'], [CARD.challenge, 'incomplete']]) {
        const { post, answer } = await send(world, number, shop, requestFor(shop, 'transfer', { source: { number: card } }));
        t.equal(`endpoint ${number}, ${shop.pci_certified ? 'plain' : 'sealed'}, ${card}: ${want}`, answer?.transaction?.status ?? post.json, want);
      }
    }
  }
  const live = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { test: false }));
  t.equal('test false: works the same', live.answer?.transaction?.status, 'successful');
  t.equal('test false: marked so', live.answer?.transaction?.test, false);
}

const ADDRESS = { first_name: 'Jane', last_name: 'Doe', country: 'US', city: 'Denver', state: 'CO', zip: '96002', address: '1st Street', phone: '+1 555 000 11 22' };
/** A transfer with every optional field of spec 2.5. */
export const everything = (extra = {}) => ({
  source: { number: CARD.success, holder: 'JANE DOE' }, recipient: { number: '5555555555554444', holder: 'JOHN ROE', exp_month: '11', exp_year: '2032' },
  currency: 'EUR', tracking_id: newTrackingId(), language: 'de', duplicate_check: true, return_url: 'https://merchant.example/back?order=7',
  expired_at: `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`,
  additional_data: { receipt_text: ['First line', 'Second line'], contract: ['oneclick'], p2p: { type: 'A1B' } },
  customer: { ip: '127.0.0.1', email: 'jane@example.com', device_id: 'device-1', external_id: 'payer-1' },
  sender_billing_address: ADDRESS, recipient_billing_address: { ...ADDRESS, first_name: 'John', country: 'CA', state: 'ON', zip: 'K1A 0B1' },
  ...extra,
});

/** Spec 2.6: the fields, the replication of the request, the masking. */
export async function response(t, world) {
  for (const shop of [world.pci, world.sealing]) {
    const fields = everything({ amount: newAmount() });
    const sent = plainRequestOf('transfer', fields);
    const { post, answer } = await send(world, 5, shop, shop.pci_certified ? sent : sealRequest(shop, 'transfer', sent));
    const tx = answer?.transaction;
    const where = shop.pci_certified ? 'plain' : 'sealed';
    if (!t.equal(`${where}: a transfer with every field succeeds`, tx?.status ?? post.json, 'successful')) continue;
    checkFullTransaction(t, tx);
    t.equal(`${where}: id carries the value of uid`, tx.id, tx.uid);
    for (const name of ['amount', 'currency', 'description', 'tracking_id', 'language', 'test', 'return_url', 'sender_billing_address', 'recipient_billing_address']) t.equal(`${where}: ${name} is replicated`, tx[name], sent[name]);
    t.equal(`${where}: expired_at is the same moment`, Date.parse(tx.expired_at), Date.parse(sent.expired_at));
    t.equal(`${where}: customer.ip, email, device_id as sent`, [tx.customer?.ip, tx.customer?.email, tx.customer?.device_id], ['127.0.0.1', 'jane@example.com', 'device-1']);
    t.equal(`${where}: receipt_text is returned`, tx.additional_data?.receipt_text, ['First line', 'Second line']);
    const { credit_card: source, recipient_card: recipient } = tx;
    t.equal(`${where}: source masked as first_1, last_4, expiry`, [source.first_1, source.last_4, source.exp_month, source.exp_year, source.holder], ['4', '0000', '12', '2031', 'JANE DOE']);
    t.equal(`${where}: recipient masked the same way`, [recipient.first_1, recipient.last_4, recipient.exp_month, recipient.exp_year, recipient.holder], ['5', '4444', '11', '2032', 'JOHN ROE']);
    t.ok(`${where}: the BINs begin the numbers`, CARD.success.startsWith(source.bin) && '5555555555554444'.startsWith(recipient.bin), 'prefixes', [source.bin, recipient.bin]);
    t.ok(`${where}: brands`, /^visa$/i.test(source.brand) && /^master/i.test(recipient.brand), 'visa and master(card)', [source.brand, recipient.brand]);
    t.ok(`${where}: a card section holds no number and no verification value`, !('number' in source) && !('verification_value' in source) && !('number' in recipient), 'neither', Object.keys(source));
    t.equal(`${where}: verify_p2p and p2p name amount and currency`, [tx.verify_p2p.amount, tx.verify_p2p.currency, tx.p2p.amount, tx.p2p.currency], [sent.amount, 'EUR', sent.amount, 'EUR']);
    t.equal(`${where}: verify_p2p.status successful`, tx.verify_p2p.status, 'successful');
    for (const name of ['status_code', 'token_provider', 'auth_code', 'rrn', 'birth_date']) {
      const found = new RegExp(`"${name}":(null)?`).exec(post.text.replaceAll(/\s/g, ''));
      t.equal(`${where}: ${name} is in the response, null`, found?.[1], 'null');
    }
    const again = await send(world, 5, shop, requestFor(shop, 'transfer', { source: { holder: 'OTHER NAME' } }));
    t.equal(`${where}: the stamp belongs to the card`, again.answer?.transaction?.credit_card?.stamp, source.stamp);
    t.ok(`${where}: another card has another stamp`, source.stamp !== recipient.stamp, 'two', source.stamp);
    t.ok(`${where}: no token without contract`, !again.answer?.transaction?.credit_card?.token, 'none', again.answer?.transaction?.credit_card?.token);
    const check = await send(world, 1, shop, requestFor(shop, 'check', { amount: sent.amount, currency: 'EUR', source: { number: CARD.success }, recipient: { number: '5555555555554444' } }));
    const quoted = check.answer?.commission?.bank_fee;
    if (typeof quoted === 'number') t.equal(`${where}: verify_p2p.bank_fee is the fee the check quoted`, tx.verify_p2p.bank_fee, quoted);
  }
}

/** Language, addresses, the previous API version's billing_address. */
export async function details(t, world) {
  for (const [language, want] of [['ru', 'ru'], ['xx', 'en'], [undefined, 'en'], ['pt', 'pt']]) {
    const { answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', language === undefined ? {} : { language }));
    t.equal(`language ${language}: ${want}`, answer?.transaction?.language, want);
  }
  const german = { ...ADDRESS, country: 'DE', state: 'Bavaria', zip: '80331' };
  const state = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { sender_billing_address: german }));
  t.equal('state outside US and CA is ignored, not refused', state.answer?.transaction?.status ?? state.post.json, 'successful');
  const old = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { billing_address: ADDRESS }));
  t.equal('billing_address is echoed', old.answer?.transaction?.billing_address, ADDRESS);
  t.equal('billing_address stands for the absent sender address', old.answer?.transaction?.sender_billing_address, ADDRESS);
  const month = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { exp_month: '1' } }));
  t.equal('exp_month of one digit is taken and answered with two', month.answer?.transaction?.credit_card?.exp_month, '01');
  const { answer } = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', {}));
  const receipt = await fetch(answer?.transaction?.receipt_url);
  const html = await receipt.text();
  t.equal('receipt_url answers a page', [receipt.status, /text\/html/.test(receipt.headers.get('content-type') ?? '')], [200, true]);
  t.ok('the receipt shows the last four digits and no full number', html.includes('0000') && !html.replaceAll(/[\s-]/g, '').includes(CARD.success), 'masked', html.slice(0, 300));
}

/** Spec 2.5, contract oneclick: tokens stand for cards later. */
export async function savedCards(t, world) {
  for (const shop of [world.pci, world.sealing]) {
    const where = shop.pci_certified ? 'plain' : 'sealed';
    const first = await send(world, 6, shop, requestFor(shop, 'transfer', everything({ amount: newAmount() })));
    const source = first.answer?.transaction?.credit_card?.token;
    const recipient = first.answer?.transaction?.recipient_card?.token;
    t.ok(`${where}: both cards get a token`, typeof source === 'string' && typeof recipient === 'string', 'two tokens', [typeof source, typeof recipient]);
    const make = () => {
      const request = plainRequestOf('transfer', {});
      request.credit_card = { token: source, verification_value: VERIFICATION_VALUE };
      request.recipient_card = { token: recipient };
      return shop.pci_certified ? request : sealRequest(shop, 'transfer', request);
    };
    const second = await send(world, 6, shop, make());
    const tx = second.answer?.transaction;
    t.equal(`${where}: tokens pay`, tx?.status ?? second.post.json, 'successful');
    t.equal(`${where}: the tokens are those cards`, [tx?.credit_card?.last_4, tx?.recipient_card?.last_4], ['0000', '4444']);
    const other = shop === world.pci ? world.sealing : world.pci;
    const theft = plainRequestOf('transfer', {});
    theft.credit_card = { token: source, verification_value: VERIFICATION_VALUE };
    const stolen = await send(world, 6, other, other.pci_certified ? theft : sealRequest(other, 'transfer', theft));
    t.equal(`${where}: another shop can't use the token`, stolen.post.status, 422);
  }
}
