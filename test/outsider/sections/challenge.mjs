// Spec 3 and 6.2: 3-D Secure out and back; facts: return_url parameters, job after the challenge, expired_at.
import { openChallenge, press } from '../challenge.mjs';
import { basic, call, CARD, followJob, requestFor, send, sleep } from '../world.mjs';
import { TIMESTAMP } from '../shape.mjs';

const incomplete = async (world, shop, number, listener, fields = {}) => {
  const sent = await send(world, number, shop, requestFor(shop, 'transfer', { source: { number: CARD.challenge }, return_url: `${listener.origin}/back?order=7`, ...fields }));
  return { ...sent, tx: sent.answer?.transaction };
};
const status = (world, shop, uid) => call('GET', `${world.urls.gateway}/transactions/${uid}`, { auth: basic(shop) });

/** The page itself and its three ends: confirmed, wrong code, cancelled. */
export async function challenge(t, world, listener) {
  const ends = [['Confirm', '123456', 'successful'], ['Confirm', '654321', 'failed'], ['Cancel', undefined, 'failed']];
  for (const [shop, number] of [[world.pci, 5], [world.sealing, 6], [world.sealing, 7]]) {
    for (const [button, code, want] of ends) {
      const where = `endpoint ${number}, ${button}${code ? ` ${code}` : ''}`;
      const { tx, job, post } = await incomplete(world, shop, number, listener);
      if (!t.equal(`${where}: incomplete first`, tx?.status ?? post.json, 'incomplete')) continue;
      const opened = await openChallenge(tx.redirect_url);
      t.equal(`${where}: the page opens`, opened.status, 200);
      if (number === 5 && code === '123456') {
        t.match('the page says that 123456 passes', opened.text, /123456/);
        t.ok('the page shows no full card number', !opened.html.replaceAll(/[\s-]/g, '').includes(CARD.challenge), 'masked', '');
        t.equal('before the code the status is still incomplete', (await status(world, shop, tx.uid)).json?.transaction?.status, 'incomplete');
      }
      const end = await press(opened, button, code);
      if (t.match(`${where}: back to return_url`, end.location, new RegExp(`^${listener.origin}/back\\?`))) {
        const query = new URL(end.location).searchParams;
        t.equal(`${where}: the merchant's own parameter is kept`, query.get('order'), '7');
        t.equal(`${where}: uid where appended is the transaction's`, query.get('uid') ?? tx.uid, tx.uid);
        t.equal(`${where}: status where appended is the outcome`, query.get('status') ?? want, want);
      }
      const after = (await status(world, shop, tx.uid)).json?.transaction;
      t.equal(`${where}: ${want}`, after?.status, want);
      t.ok(`${where}: paid_at`, want === 'successful' ? TIMESTAMP.test(after?.paid_at) : after?.paid_at === null, want === 'successful' ? 'a time' : 'null', after?.paid_at);
      t.equal(`${where}: redirect_url stays`, after?.redirect_url, tx.redirect_url);
      if (want === 'successful') t.equal(`${where}: p2p.status successful`, after?.p2p?.status, 'successful');
      if (job) {
        const later = await followJob(world, shop, post.json.job_id);
        t.equal(`${where}: the job re-reads the transaction`, later.json?.response?.transaction?.status, want);
      }
      await again(t, world, shop, tx, where, want, opened);
    }
  }
}

/** A finished challenge can't be turned around by another press. */
async function again(t, world, shop, tx, where, want, opened) {
  try {
    await press(opened, 'Confirm', want === 'successful' ? '000000' : '123456');
  } catch {
    // A page that offers no form any more is as good as one that ignores it.
  }
  t.equal(`${where}: a second press changes nothing`, (await status(world, shop, tx.uid)).json?.transaction?.status, want);
}

/** No return_url: the payer still gets a page; an address that runs script is never where he is sent. */
export async function withoutReturn(t, world, listener) {
  const sent = await send(world, 5, world.pci, requestFor(world.pci, 'transfer', { source: { number: CARD.challengeMc } }));
  const end = await press(await openChallenge(sent.answer?.transaction?.redirect_url), 'Confirm', '123456');
  t.ok('no return_url: a page or the shop’s address', end.location !== undefined || end.status === 200, 'page or redirect', end.status);
  t.equal('no return_url: successful', (await status(world, world.pci, sent.answer?.transaction?.uid)).json?.transaction?.status, 'successful');
  const fragment = await incomplete(world, world.pci, 5, listener, { return_url: `${listener.origin}/back?order=7&list=a&list=b#part` });
  const back = await press(await openChallenge(fragment.tx.redirect_url), 'Confirm', '123456');
  const query = new URL(back.location ?? 'about:blank').searchParams;
  t.equal('repeated parameters of the merchant are kept', query.getAll('list'), ['a', 'b']);
  const gone = await fetch(`${new URL(fragment.tx.redirect_url).href}x`, { redirect: 'manual' });
  t.ok('an unknown challenge address is refused', gone.status >= 400 && gone.status < 500, '4xx', gone.status);
}

/** Facts: an abandoned challenge fails at expired_at. */
export async function abandoned(t, world, listener) {
  const expiry = new Date(Math.ceil(Date.now() / 1000) * 1000 + 4000);
  const { tx, post } = await incomplete(world, world.pci, 5, listener, { expired_at: `${expiry.toISOString().slice(0, 19)}Z`, notification_url: `${listener.origin}/abandoned` });
  if (!t.equal('with expired_at ahead: incomplete', tx?.status ?? post.json, 'incomplete')) return;
  const opened = await openChallenge(tx.redirect_url);
  await sleep(expiry.getTime() - Date.now() + 2500);
  t.equal('after expired_at: failed', (await status(world, world.pci, tx.uid)).json?.transaction?.status, 'failed');
  try {
    await press(opened, 'Confirm', '123456');
  } catch {
    // No form left is fine; the status below decides.
  }
  t.equal('after expired_at: the right code comes too late', (await status(world, world.pci, tx.uid)).json?.transaction?.status, 'failed');
  const posts = await listener.wait('/abandoned', 1, 10_000);
  t.equal('after expired_at: one notification, failed', posts.map((p) => JSON.parse(p.body).transaction?.status), ['failed']);
}
