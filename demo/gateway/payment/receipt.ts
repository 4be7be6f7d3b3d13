import { Hono } from 'hono';
import { html as markup } from 'hono/html';
import { dateText } from '../page/date-text.js';
import { page } from '../page/page.js';
import { textsIn } from '../page/texts.js';
import type { Shop } from '../shop/shops.js';
import type { Store } from '../store/store.js';
import { aboutOf, summaryOf } from './acs.js';

/** The receipt behind receipt_url (spec 2.6). It is open to anyone with the uid, and shows no whole PAN. */
export function createReceipts(store: Store, shops: ReadonlyMap<number, Shop>): Hono {
  const receipts = new Hono();
  receipts.get('/receipts/:uid', async (context) => {
    const found = await store.transactions.byUid(context.req.param('uid'));
    const record = found?.parentUid === null ? found : undefined;
    const texts = textsIn(record?.request.language);
    const merchant = shops.get(record?.shopId ?? 0)?.name ?? '';
    const content = record
      ? markup`<h1 class="${record.status}">${aboutOf(record.type, texts)[record.status]}</h1>
${record.status === 'failed' ? markup`<p>${aboutOf(record.type, texts).untouched}</p>` : ''}
<p>${record.message ?? ''}</p>
${summaryOf(record, merchant, texts)}
<dl>
<dt>${texts.date}</dt><dd>${dateText(record.paidAt ?? record.createdAt, record.request.language)}</dd>
<dt>${texts.reference}</dt><dd>${record.request.tracking_id ?? record.uid}</dd>
${record.request.tracking_id ? markup`<dt>${texts.transaction}</dt><dd>${record.uid}</dd>` : ''}
${record.refId ? markup`<dt>${texts.bank_reference}</dt><dd>${record.refId}</dd>` : ''}
<dt>${texts.statement}</dt><dd>SANDBOX*${merchant.toUpperCase()}</dd>
</dl>`
      : markup`<h1>${texts.not_found}</h1>`;
    return page({
      language: texts.language,
      title: texts.receipt,
      header: [texts.receipt, merchant],
      content,
      footer: texts.sandbox,
      status: record ? 200 : 404,
    });
  });
  return receipts;
}
