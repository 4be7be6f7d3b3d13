import { CARD_INPUTS, rowOf } from '../../card/card-fields.js';
import type { Price, Question, Quote } from '../../flow/state.js';
import { fill, type PaymentMessageKey, type Words } from '../../locales/catalogue.js';
import { formatMajor, formatPercent } from '../../money/amount.js';
import type { CommissionTerms } from '../../money/commission.js';
import { type CardField, inputOf } from '../../card/card.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { ErrorBody } from '../../wire/response/error-body.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { TransportError } from '../../http/request.js';
import { asSentence } from './gateway-message.js';
import { type Speech, unbroken } from './speech.js';

/** The text about the price: an exact fee, an estimate, or that it is unknown. */
export function priceText({ fee, currency }: Price, speech: Speech): string {
  const { words } = speech;
  if (!fee) return words.fee_none;
  if (fee.kind === 'terms') {
    const terms = termsText(fee.terms, fee.currency, speech);
    return terms ? fill(words.fee_terms, { terms }) : noFeeText(fee.terms, words);
  }
  if (fee.fee === 0) return fee.kind === 'exact' ? words.no_fee : words.no_fee_estimate;
  const values = { fee: speech.sum(fee.fee, fee.currency) };
  if (fee.kind === 'exact' && fee.total !== undefined) {
    return fill(words.fee_exact, { ...values, total: speech.sum(fee.total, currency) });
  }
  if (fee.currency === currency && fee.kind === 'estimate') return fill(words.fee_estimate, values);
  return fill(fee.kind === 'exact' ? words.fee_beside : words.fee_beside_estimate, values);
}

/** The gateway's terms, for a fee that can't be computed here; empty if there is none. */
export function termsText({ percent, minimum, bank_fee: bankFee }: CommissionTerms, currency: string, speech: Speech): string {
  const { words, language } = speech;
  const sum = (figure: CommissionTerms['minimum']): string =>
    Number(figure) > 0 ? unbroken(formatMajor(figure!, currency, language)) : '';
  // The gateway's own figure is the fee, whatever its terms are.
  if (bankFee != null) return sum(bankFee);
  const values = { percent: Number(percent) > 0 ? formatPercent(percent!, language) : '', minimum: sum(minimum) };
  if (!values.minimum) return values.percent;
  return fill(values.percent ? words.fee_terms_both : words.fee_terms_minimum, values);
}

/** Terms without a fee: only the gateway's own figure is certain. */
export const noFeeText = ({ bank_fee: bankFee }: CommissionTerms, words: Words): string =>
  bankFee == null ? words.no_fee_estimate : words.no_fee;

/** The text of the price line, in every status of the quote. */
export function quoteText(quote: Quote, speech: Speech): string {
  const { words } = speech;
  switch (quote.status) {
    case 'none':
      return words.fee_before;
    case 'running':
      return words.fee_running;
    case 'given':
      return [priceText(quote.price, speech), quote.confirm && questionText(quote.confirm, quote.price, speech)]
        .filter(Boolean)
        .join('. ');
    case 'fields':
      return fill(words.fields_wanted, { fields: wantedFields(quote.required, speech) });
    case 'impossible':
      return becauseOf(words.impossible_because, quote.message) ?? words.impossible;
    case 'unavailable': {
      const { error } = quote;
      if (error.party === 'merchant') return words.shop_trouble;
      if (error instanceof TransportError) return words.check_unreachable;
      if (!(error instanceof GatewayError)) return words.check_failed;
      if (error.code === 'rate_limited') return words.check_busy;
      return error.body && error.code === 'request_refused' ? refusalText(error.body, speech) : words.check_failed;
    }
  }
}

/** The question about a price. Only a fee that is known can be called the fee. */
function questionText(question: Question, { fee }: Price, { words }: Speech): string {
  const isKnown = fee !== undefined && fee.kind !== 'estimate';
  return question === 'first_seen' && !isKnown ? words.press_again : words[`confirm_${question}`];
}

/**
 * The text about a refused check. The message of a refusal of parameters names them, and only the shop can correct them. The errors of a
 * failed job name none.
 */
function refusalText({ fields, message }: ErrorBody, { words }: Speech): string {
  const namesParameters = fields.some(({ path }) => path.length > 0);
  return (namesParameters ? undefined : becauseOf(words.check_refused, message)) ?? words.shop_trouble;
}

/** A sentence with the gateway's message; undefined if that is none for a payer. */
function becauseOf(sentence: string, given: string | undefined): string | undefined {
  const message = asSentence(given);
  return message ? fill(sentence, { message }) : undefined;
}

/** The fields the gateway asked for, by their labels. */
function wantedFields(required: RequiredFields, { words, language }: Speech): string {
  const labels = (['credit_card', 'recipient_card'] as const).flatMap((section) => {
    const wanted = new Set((required[section] ?? []).map((name) => inputOf(name as CardField)));
    // In the order of the form.
    return CARD_INPUTS.filter((name) => wanted.has(name)).map((name) => {
      if (section === 'credit_card') return words[name];
      const { asked, recipientLabel = asked.credit_card ? undefined : name } = rowOf(name);
      return recipientLabel ? words[recipientLabel as PaymentMessageKey] : fill(words.field_of_recipient, { field: words[name] });
    });
  });
  // A browser that lacks the language would join them with the "and" of its own.
  return Intl.ListFormat.supportedLocalesOf(language).length > 0
    ? new Intl.ListFormat(language, { type: 'conjunction' }).format(labels)
    : labels.join(', ');
}
