import { Hono } from 'hono';
import { html as markup } from 'hono/html';
import { timingSafeEqual } from 'node:crypto';
import { formatAmount } from '../../../src/money/amount.js';
import type { Vault } from '../crypto/vault.js';
import { readBytes } from '../http/request-body.js';
import { page, type Markup } from '../page/page.js';
import type { Shop } from '../shop/shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
import { textsIn, type PageTexts } from './payment-texts.js';
import type { Payments } from './payments.js';

export interface AcsDependencies {
  readonly store: Store;
  readonly vault: Vault;
  readonly payments: Payments;
  readonly shops: ReadonlyMap<number, Shop>;
}

const CODE_THAT_PASSES = '123456';

/** The merchant's return_url with the result; the merchant's own parameters stay as they are. */
export function returnAddress({ request, uid, status, purchase }: TransactionRecord): string | undefined {
  if (!request.return_url) return undefined;
  const url = new URL(request.return_url);
  const parameters = new URLSearchParams({
    uid,
    status,
    ...(purchase?.kind === 'subscription' && { id: purchase.id }),
  }).toString();
  // Appended as text: setting parameters would encode the merchant's own ones again.
  url.search = url.search === '' ? parameters : `${url.search}&${parameters}`;
  return url.href;
}

/** The code in the text that was typed or pasted, which may be a whole message: "Your code is 123456". */
function codeIn(text: string): string {
  const bare = text.replaceAll(/\s/g, '');
  const [found, ...others] = text.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  return found !== undefined && others.length === 0 ? found : bare;
}

const maskedPan = (last4: string): string => `•••• ${last4}`;

/** The fee of a transfer in minor units; undefined for a payment without a fee. */
const feeOf = ({ type, bankFee }: TransactionRecord): number | undefined =>
  bankFee === null || type !== 'p2p' ? undefined : Number(bankFee.replace('.', ''));

/** The fee of a transfer in words; undefined for a payment without a fee. */
export function feeText(record: TransactionRecord, texts: PageTexts): string | undefined {
  const fee = feeOf(record);
  if (fee === undefined) return undefined;
  return fee === 0 ? texts.noFee : formatAmount(fee, record.request.currency, texts.language);
}

/** Amount and fee together, in words; undefined without a fee. */
export function totalText(record: TransactionRecord, texts: PageTexts): string | undefined {
  const fee = feeOf(record);
  return fee ? formatAmount(record.request.amount + fee, record.request.currency, texts.language) : undefined;
}

/** The payment's details, on each of its pages. */
export function summaryOf(record: TransactionRecord, merchant: string, texts: PageTexts): Markup {
  const { request, source, recipient } = record;
  const isPriced = record.requiredFields === null;
  const fee = isPriced && feeText(record, texts);
  const total = isPriced && totalText(record, texts);
  return markup`<dl>
<dt>${texts.merchant}</dt><dd>${merchant}</dd>
<dt>${texts.description}</dt><dd>${request.description}</dd>
<dt>${texts.amount}</dt><dd class="amount">${formatAmount(request.amount, request.currency, texts.language)}</dd>
${fee ? markup`<dt>${texts.fee}</dt><dd>${fee}</dd>` : ''}
${total ? markup`<dt>${texts.total}</dt><dd>${total}</dd>` : ''}
<dt>${texts.of[record.type].card}</dt><dd><bdi dir="ltr">${maskedPan(source.last_4)}</bdi></dd>
${recipient ? markup`<dt>${texts.to}</dt><dd><bdi dir="ltr">${maskedPan(recipient.last_4)}</bdi></dd>` : ''}
</dl>`;
}

interface ChallengeForm {
  readonly record: TransactionRecord;
  /** The shop's name. */
  readonly merchant: string;
  readonly formToken: string;
  readonly texts: PageTexts;
  /** Why the last code was refused. */
  readonly problem: string | undefined;
}

const challengeForm = ({ record, merchant, formToken, texts, problem }: ChallengeForm): Markup =>
  markup`<h1>${texts.of[record.type].confirmTitle}</h1>
<p>${texts.of[record.type].confirmLead}</p>
${summaryOf(record, merchant, texts)}
<form method="post" autocomplete="off">
<input type="hidden" name="form_token" value="${formToken}">
<label for="code">${texts.code}</label>
${problem ? markup`<p id="problem" class="problem">${problem}</p>` : ''}
<input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" required autofocus
 aria-invalid="${problem ? 'true' : 'false'}" aria-describedby="${problem ? 'problem hint' : 'hint'}">
<small id="hint">${texts.codeHint}</small>
<div class="buttons">
<button name="action" value="confirm">${texts.confirm}</button>
<button name="action" value="cancel" class="quiet" formnovalidate>${texts.cancel}</button>
</div>
</form>`;

function result(record: TransactionRecord, merchant: string, texts: PageTexts): Markup {
  const back = returnAddress(record);
  return markup`<h1 class="${record.status}">${texts.of[record.type].status[record.status]}</h1>
${record.status === 'failed' ? markup`<p>${texts.of[record.type].untouched}</p>` : ''}
<p>${record.message ?? ''}</p>
${summaryOf(record, merchant, texts)}
${back ? markup`<a class="button" href="${back}">${texts.back}</a>` : markup`<p>${texts.close}</p>`}`;
}

/** The bank's 3-D Secure page behind redirect_url, which asks for a code and sends the payer back (spec 6.2). */
export function createAcs({ store, vault, payments, shops }: AcsDependencies): Hono {
  const formTokenOf = ({ challenge }: TransactionRecord): string => vault.hash('form', challenge);

  async function show(record: TransactionRecord | undefined, problem?: string): Promise<Response> {
    const texts = textsIn(record?.request.language ?? 'en');
    const merchant = shops.get(record?.shopId ?? 0)?.name ?? '';
    const content = !record
      ? markup`<h1>${texts.notFound}</h1>`
      : record.status === 'incomplete'
        ? challengeForm({ record, merchant, formToken: formTokenOf(record), texts, problem })
        : result(record, merchant, texts);
    return page({
      language: texts.language,
      title: record ? `${record.source.issuer_name}: ${texts.of[record.type].confirmTitle}` : texts.notFound,
      header: [record?.source.issuer_name ?? 'Sandbox Bank', '3-D Secure'],
      content,
      footer: texts.sandbox,
      status: record ? (problem ? 422 : 200) : 404,
    });
  }

  const acs = new Hono();
  acs.get('/3ds/:challenge', async (context) => show(await store.transactions.byChallenge(context.req.param('challenge'))));
  acs.post('/3ds/:challenge', async (context) => {
    const found = await store.transactions.byChallenge(context.req.param('challenge'));
    if (!found) return show(undefined);
    const form = new URLSearchParams(new TextDecoder().decode(await readBytes(context.req.raw)));
    const texts = textsIn(found.request.language);
    const sent = Buffer.from(form.get('form_token') ?? '');
    const expected = Buffer.from(formTokenOf(found));
    // The form came from another page, or belongs to another challenge.
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return show(found, texts.codeMissing);

    const code = codeIn(form.get('code') ?? '');
    const cancelled = form.get('action') === 'cancel';
    if (!cancelled && code === '' && found.status === 'incomplete') return show(found, texts.codeMissing);
    const verdict = cancelled ? 'cancelled' : code === CODE_THAT_PASSES ? 'passed' : 'wrong code';
    // A second submit finds the payment final, and leads to the same address as the first one.
    const record = (await payments.confirm(found.uid, verdict)) ?? found;
    const back = returnAddress(record);
    return back ? context.redirect(back, 303) : show(record);
  });
  return acs;
}
