import { Hono } from 'hono';
import { html as markup } from 'hono/html';
import { timingSafeEqual } from 'node:crypto';
import { formatAmount } from '../../../src/money/amount.js';
import type { Vault } from '../crypto/vault.js';
import { readBytes } from '../http/request-body.js';
import { page, type Markup } from '../page/page.js';
import { textsIn, type Texts } from '../page/texts.js';
import type { Shop } from '../shop/shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
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
export function feeText(record: TransactionRecord, texts: Texts): string | undefined {
  const fee = feeOf(record);
  if (fee === undefined) return undefined;
  return fee === 0 ? texts.no_fee : formatAmount(fee, record.request.currency, texts.language);
}

/** Amount and fee together, in words; undefined without a fee. */
export function totalText(record: TransactionRecord, texts: Texts): string | undefined {
  const fee = feeOf(record);
  return fee ? formatAmount(record.request.amount + fee, record.request.currency, texts.language) : undefined;
}

/** The texts about one type of transaction. */
export function aboutOf(type: TransactionRecord['type'], texts: Texts) {
  const kind = type === 'p2p' ? 'p2p' : 'payment';
  const about = {
    card: texts[`${kind}.card`],
    confirm_title: texts[`${kind}.confirm_title`],
    pending: texts[`${kind}.pending`],
    incomplete: texts[`${kind}.incomplete`],
    successful: texts[`${kind}.successful`],
    failed: texts[`${kind}.failed`],
    /** After a failure: that the card was not charged. */
    untouched: texts[`${kind}.untouched`],
  };
  return type === 'authorization'
    ? { ...about, successful: texts['authorization.successful'], untouched: texts['authorization.untouched'] }
    : about;
}

/** The payment's details, on each of its pages. */
export function summaryOf(record: TransactionRecord, merchant: string, texts: Texts): Markup {
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
<dt>${aboutOf(record.type, texts).card}</dt><dd><bdi dir="ltr">${maskedPan(source.last_4)}</bdi></dd>
${recipient ? markup`<dt>${texts.to_card}</dt><dd><bdi dir="ltr">${maskedPan(recipient.last_4)}</bdi></dd>` : ''}
</dl>`;
}

interface ChallengeForm {
  readonly record: TransactionRecord;
  /** The shop's name. */
  readonly merchant: string;
  readonly formToken: string;
  readonly texts: Texts;
  /** Why the last code was refused. */
  readonly problem: string | undefined;
}

const challengeForm = ({ record, merchant, formToken, texts, problem }: ChallengeForm): Markup =>
  markup`<h1>${aboutOf(record.type, texts).confirm_title}</h1>
<p>${texts.confirm_lead}</p>
${summaryOf(record, merchant, texts)}
<form method="post" autocomplete="off">
<input type="hidden" name="form_token" value="${formToken}">
<label for="code">${texts.code}</label>
${problem ? markup`<p id="problem" class="problem">${problem}</p>` : ''}
<input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" required autofocus
 aria-invalid="${problem ? 'true' : 'false'}" aria-describedby="${problem ? 'problem hint' : 'hint'}">
<small id="hint">${texts.code_hint}</small>
<div class="buttons">
<button name="action" value="confirm">${texts.confirm}</button>
<button name="action" value="cancel" class="quiet" formnovalidate>${texts.cancel}</button>
</div>
</form>`;

function result(record: TransactionRecord, merchant: string, texts: Texts): Markup {
  const back = returnAddress(record);
  return markup`<h1 class="${record.status}">${aboutOf(record.type, texts)[record.status]}</h1>
${record.status === 'failed' ? markup`<p>${aboutOf(record.type, texts).untouched}</p>` : ''}
<p>${record.message ?? ''}</p>
${summaryOf(record, merchant, texts)}
${back ? markup`<a class="button" href="${back}">${texts.back}</a>` : markup`<p>${texts.close}</p>`}`;
}

/** The bank's 3-D Secure page behind redirect_url, which asks for a code and sends the payer back (spec 6.2). */
export function createAcs({ store, vault, payments, shops }: AcsDependencies): Hono {
  const formTokenOf = ({ challenge }: TransactionRecord): string => vault.hash('form', challenge);

  async function show(record: TransactionRecord | undefined, problem?: string): Promise<Response> {
    const texts = textsIn(record?.request.language);
    const merchant = shops.get(record?.shopId ?? 0)?.name ?? '';
    const content = !record
      ? markup`<h1>${texts.not_found}</h1>`
      : record.status === 'incomplete'
        ? challengeForm({ record, merchant, formToken: formTokenOf(record), texts, problem })
        : result(record, merchant, texts);
    return page({
      language: texts.language,
      title: record ? `${record.source.issuer_name}: ${aboutOf(record.type, texts).confirm_title}` : texts.not_found,
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
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return show(found, texts.code_missing);

    const code = codeIn(form.get('code') ?? '');
    const cancelled = form.get('action') === 'cancel';
    if (!cancelled && code === '' && found.status === 'incomplete') return show(found, texts.code_missing);
    const verdict = cancelled ? 'cancelled' : code === CODE_THAT_PASSES ? 'passed' : 'wrong code';
    // A second submit finds the payment final, and leads to the same address as the first one.
    const record = (await payments.confirm(found.uid, verdict)) ?? found;
    const back = returnAddress(record);
    return back ? context.redirect(back, 303) : show(record);
  });
  return acs;
}
