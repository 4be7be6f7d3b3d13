import { formatAmount } from '../../../src/money/amount.js';
import { dateText } from '../page/date-text.js';
import { textsIn } from '../page/texts.js';
import { aboutOf, feeText, totalText } from '../payment/acs.js';
import { pagesOf } from '../payment/transaction-body.js';
import type { TransactionRecord } from '../store/store.js';

/** The text of an e-mail. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

const linesIn = ({ additional_data: { receipt_text: lines } }: TransactionRecord['request']): readonly string[] =>
  Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];

/**
 * Writes the e-mail about a final transaction (spec 6.3) in the language of its request, with the receipt_text lines and only
 * the last four digits of cards. `checkout` is the address of its receipt, `cancelUrl` that of the page that cancels its
 * subscription.
 */
export function writeEmail(record: TransactionRecord, shopName: string, checkout: string, cancelUrl?: string): EmailText {
  const { type, status, message, request, source, recipient, refId, paidAt, updatedAt, uid } = record;
  const texts = textsIn(request.language);
  const kind = aboutOf(type, texts);
  const amount = formatAmount(request.amount, request.currency, texts.language);
  const facts: readonly (readonly [label: string, text: string | null | false | undefined])[] = [
    [texts.merchant, shopName],
    [texts.description, request.description],
    [texts.amount, amount],
    [texts.fee, status === 'successful' && feeText(record, texts)],
    [texts.total, status === 'successful' && totalText(record, texts)],
    [kind.card, `•••• ${source.last_4}`],
    [texts.to_card, recipient && `•••• ${recipient.last_4}`],
    [texts.date, dateText(paidAt ?? updatedAt, request.language)],
    // The tracking id is the name that the shop and its page use; without one there is only the gateway's uid.
    [texts.reference, request.tracking_id ?? uid],
    [texts.transaction, request.tracking_id && uid],
    [texts.bank_reference, refId],
    [texts.statement, status === 'successful' && `SANDBOX*${shopName.toUpperCase()}`],
    [texts.receipt, pagesOf(record, checkout).receipt_url],
    [texts.cancel_subscription, cancelUrl],
  ];
  const lines = facts.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []));
  const paragraphs = [
    kind[status],
    status === 'failed' ? kind.untouched : '',
    status === 'failed' ? (message ?? '') : '',
    lines.join('\n'),
    linesIn(request).join('\n'),
    texts.sandbox,
  ];
  return {
    subject: `${kind[status]}: ${amount}, ${shopName}`,
    text: `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`,
  };
}
