import { dateText } from '../page/date-text.js';
import { textsIn } from '../page/texts.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { EmailText } from './write-email.js';

/** Writes the e-mail about a subscription that was cancelled or has ended otherwise, in its language. */
export function writeSubscriptionEnd(record: SubscriptionRecord, shopName: string): EmailText {
  const { id, plan, language, updatedAt, activeTo, cancelled } = record;
  const texts = textsIn(language);
  const [title, lead] = cancelled ? [texts.canceled, texts.canceled_lead] : [texts.over, texts.over_lead];
  const facts = [
    [texts.merchant, shopName],
    [texts.subscription, plan.title],
    [texts.date, dateText(updatedAt, language)],
    ...(activeTo === null ? [] : [[texts.paid_until, dateText(activeTo, language)]]),
    [texts.reference, id],
  ];
  const lines = facts.map(([label, text]) => `${label}: ${text}`).join('\n');
  return {
    subject: `${title}: ${plan.title}, ${shopName}`,
    text: `${[title, lead, lines, texts.sandbox].join('\n\n')}\n`,
  };
}
