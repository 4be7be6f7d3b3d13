import { dateText } from '../page/date-text.js';
import { textsIn } from '../payment/payment-texts.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import { cancelTextsIn } from '../subscription/cancel-texts.js';
import type { EmailText } from './write-email.js';

/** Writes the e-mail about a cancelled subscription, in its language. */
export function writeCancellation({ id, plan, language, updatedAt }: SubscriptionRecord, shopName: string): EmailText {
  const [texts, cancel] = [textsIn(language), cancelTextsIn(language)];
  const facts = [
    [texts.merchant, shopName],
    [cancel.subscription, plan.title],
    [texts.date, dateText(updatedAt, language)],
    [texts.reference, id],
  ];
  const lines = facts.map(([label, text]) => `${label}: ${text}`).join('\n');
  return {
    subject: `${cancel.cancelled}: ${plan.title}, ${shopName}`,
    text: `${[cancel.cancelled, cancel.cancelledLead, lines, texts.sandbox].join('\n\n')}\n`,
  };
}
