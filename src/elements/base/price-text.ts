import type { Price, Quote } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import { exponentOf } from '../../money/currency.js';
import { type CardField, inputOf } from '../../card/card.js';
import type { RequiredFields } from '../../wire/response/check.js';
import { GatewayError } from '../../checkout/errors.js';
import { TransportError } from '../../http/request.js';
import type { Speech } from './speech.js';

/** What the payer reads about the price: an exact fee, an estimate, or that it is not known. */
export function priceText({ fee, currency }: Price, speech: Speech): string {
  const { words } = speech;
  if (!fee) return words.fee_none;
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
      minimum && fill(words.fee_terms_minimum, { minimum: sum(minimum) }),
    ];
    return fill(words.fee_terms, { terms: terms.filter(Boolean).join(', ') });
  }
  const values = { fee: speech.sum(fee.fee, fee.currency) };
  if (fee.kind === 'exact' && fee.total !== undefined) {
    return fill(words.fee_exact, { ...values, total: speech.sum(fee.total, currency) });
  }
  if (fee.currency === currency && fee.kind === 'estimate') return fill(words.fee_estimate, values);
  return fill(fee.kind === 'exact' ? words.fee_beside : words.fee_beside_estimate, values);
}

/** What the payer reads where the price stands. */
export function quoteText(quote: Quote, speech: Speech): string {
  const { words } = speech;
  switch (quote.status) {
    case 'none':
      return words.fee_before;
    case 'running':
      return words.fee_running;
    case 'given':
      return [priceText(quote.price, speech), quote.confirm && words[`confirm_${quote.confirm}`]].filter(Boolean).join('. ');
    case 'fields':
      return fill(words.fields_wanted, { fields: wantedFields(quote.required, speech) });
    case 'impossible':
      return quote.message ? fill(words.impossible_because, { message: quote.message }) : words.impossible;
    case 'unavailable': {
      const { error } = quote;
      if (error.party === 'merchant') return words.shop_trouble;
      if (error instanceof TransportError) return words.check_unreachable;
      if (!(error instanceof GatewayError)) return words.check_failed;
      if (error.code === 'rate_limited') return words.check_busy;
      return error.body && error.code === 'request_refused'
        ? fill(words.check_refused, { message: error.body.message })
        : words.check_failed;
    }
  }
}

/** The fields the gateway asked for, by their labels. */
function wantedFields(required: RequiredFields, { words, language }: Speech): string {
  const labels = (['credit_card', 'recipient_card'] as const).flatMap((section) => {
    const wanted = new Set((required[section] ?? []).map((name) => inputOf(name as CardField)));
    // In the order in which they stand on the page.
    return (['number', 'expiry', 'verification_value', 'holder'] as const)
      .filter((name) => wanted.has(name))
      .map((name) => {
        if (section === 'credit_card') return words[name];
        return name === 'holder' ? words.recipient_holder : fill(words.field_of_recipient, { field: words[name] });
      });
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(labels);
}
