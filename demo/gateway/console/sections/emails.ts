import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import { pager, rowsOf } from '../page/paging.js';
import { facts, link, live, moment, subjectLink, type Content } from '../page/parts.js';
import type { Section } from '../page/section.js';

// Links only this gateway's addresses: merchants may add others (spec 2.5, receipt_text).
const linked = (text: string, origin: string): Markup => {
  const parts = text.split(/(https?:\/\/\S+)/).map((part): Content => (part.startsWith(`${origin}/`) ? link(part, part) : part));
  return markup`${parts}`;
};

/** The outbox; nothing is ever sent (spec 6.3). */
export const emails: Section = {
  path: '/emails',
  title: 'E-mails',
  group: 'Messages',
  async show({ store, urls }, page) {
    const [written, total] = await rowsOf(store.emails, page);
    if (total === 0) {
      return live(
        'emails',
        markup`<p class="empty">No e-mails yet. A payment with customer.email creates one, if its shop sends e-mails.</p>`,
      );
    }
    return markup`<p class="lead">As customers would receive them. The sandbox never sends them.</p>
${live(
  'emails',
  markup`${written.map(
    ({ subject, to, uid, language, text, at }) => markup`<article class="card"><h2>${subject}</h2>
${facts([
  ['To', to],
  ['Time', moment(at)],
  ['About', subjectLink(uid)],
  ['Language', language],
])}
<pre lang="${language}">${linked(text, urls.checkout)}</pre></article>`,
  )}${pager(page, written.length, total)}`,
)}`;
  },
};
