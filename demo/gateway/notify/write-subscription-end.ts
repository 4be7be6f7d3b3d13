import { dateText } from '../page/date-text.js';
import { textsIn } from '../payment/payment-texts.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import { cancelTextsIn } from '../subscription/cancel-texts.js';
import type { EmailText } from './write-email.js';

/** Writes the e-mail about a subscription that was cancelled or has ended otherwise, in its language. */
export function writeSubscriptionEnd(record: SubscriptionRecord, shopName: string): EmailText {
  const { id, plan, language, updatedAt, activeTo, cancelled } = record;
  const [texts, about] = [textsIn(language), cancelTextsIn(language)];
  const [title, lead] = cancelled ? [about.cancelled, about.cancelledLead] : [about.over, about.overLead];
  const facts = [
    [texts.merchant, shopName],
    [about.subscription, plan.title],
    [texts.date, dateText(updatedAt, language)],
    ...(activeTo === null ? [] : [[about.paidUntil, dateText(activeTo, language)]]),
    [texts.reference, id],
  ];
  const lines = facts.map(([label, text]) => `${label}: ${text}`).join('\n');
  return {
    subject: `${title}: ${plan.title}, ${shopName}`,
    text: `${[title, lead, lines, texts.sandbox].join('\n\n')}\n`,
  };
}
