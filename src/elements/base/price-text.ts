import type { Price, Quote } from '../../flow/state.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import { formatAmount } from '../../money/amount.js';
import { exponentOf } from '../../money/currency.js';
import { type CardField, inputOf } from '../../card/card.js';
import type { RequiredFields } from '../../wire/response/check.js';
import { GatewayError } from '../../checkout/errors.js';
import { TransportError } from '../../http/request.js';

/** What the payer reads of the price: what is told as a sum, what is reckoned, and what is not known. */
export function priceText({ fee, currency }: Price, messages: Messages, language: string): string {
  if (!fee) return messages.fee_none;
  if (fee.kind === 'terms') {
    const { percent, minimum, bank_fee: bankFee } = fee.terms;
    // As the gateway gave it, only with as many decimals as the currency has.
    const sum = (figure: number | string): string => {
      const [whole, fraction = ''] = String(figure).split('.');
      const decimals = fraction.padEnd(exponentOf(fee.currency) ?? 0, '0');
      return `${whole}${decimals && `.${decimals}`} ${fee.currency}`;
    };
    const terms = [
      bankFee && sum(bankFee),
      percent && `${percent} %`,
      minimum && fill(messages.fee_terms_minimum, { minimum: sum(minimum) }),
    ];
    return fill(messages.fee_terms, { terms: terms.filter(Boolean).join(', ') });
  }
  const values = { fee: formatAmount(fee.fee, fee.currency, language) };
  if (fee.kind === 'exact' && fee.total !== undefined) {
    return fill(messages.fee_exact, { ...values, total: formatAmount(fee.total, currency, language) });
  }
  if (fee.currency === currency && fee.kind === 'estimate') return fill(messages.fee_estimate, values);
  return fill(fee.kind === 'exact' ? messages.fee_beside : messages.fee_beside_estimate, values);
}

/** What the payer reads where the price stands. */
export function quoteText(quote: Quote, messages: Messages, language: string): string {
  switch (quote.status) {
    case 'none':
      return messages.fee_before;
    case 'running':
      return messages.fee_running;
    case 'given':
      return [priceText(quote.price, messages, language), quote.confirm && messages[`confirm_${quote.confirm}`]]
        .filter(Boolean)
        .join('. ');
    case 'fields':
      return fill(messages.fields_wanted, { fields: wantedFields(quote.required, messages, language) });
    case 'impossible':
      return quote.message ? fill(messages.impossible_because, { message: quote.message }) : messages.impossible;
    case 'unavailable': {
      const { error } = quote;
      if (error.party === 'merchant') return messages.shop_trouble;
      if (error instanceof TransportError) return messages.check_unreachable;
      if (!(error instanceof GatewayError)) return messages.check_failed;
      if (error.code === 'rate_limited') return messages.check_busy;
      return error.body && error.code === 'request_refused'
        ? fill(messages.check_refused, { message: error.body.message })
        : messages.check_failed;
    }
  }
}

/** The fields the gateway asked for, by their labels. */
function wantedFields(required: RequiredFields, messages: Messages, language: string): string {
  const labels = (['credit_card', 'recipient_card'] as const).flatMap((section) => {
    const wanted = new Set((required[section] ?? []).map((name) => inputOf(name as CardField)));
    // In the order in which they stand on the page.
    return (['number', 'expiry', 'verification_value', 'holder'] as const)
      .filter((name) => wanted.has(name))
      .map((name) => (section === 'recipient_card' ? fill(messages.field_of_recipient, { field: messages[name] }) : messages[name]));
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(labels);
}

/** A language to write in: English where the page has set none that is a tag, so that an outcome is shown all the same. */
export function spokenTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ? language : 'en';
  } catch {
    return 'en';
  }
}

/** A time of today, in hours and minutes. */
export const timeText = (time: number, language: string): string =>
  new Intl.DateTimeFormat(spokenTag(language), { hour: '2-digit', minute: '2-digit' }).format(time);

/**
 * A sum for the payer; with a currency we don't know (an old record), the bare minor units and its code; nothing when
 * the sum itself is not known.
 */
export function sumText(minor: number | undefined, currency: string | undefined, language: string): string {
  if (minor === undefined || currency === undefined) return '';
  return exponentOf(currency) === undefined ? `${minor} ${currency}` : formatAmount(minor, currency, spokenTag(language));
}


/** A day and a time. */
export const dateText = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
