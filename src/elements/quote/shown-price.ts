import { isChecking, type Price, type Quote } from '../../flow/state.js';
import type { RequiredFields } from '../../wire/response/check.js';
import { fill } from '../../locales/catalogue.js';
import type { Fee } from '../../money/commission.js';
import { noFeeText, quoteText, termsText } from '../base/price-text.js';
import type { Speech } from '../base/speech.js';
import type { Act, ShownPrice } from '../form/port.js';

/**
 * The quote to show: it names only the fields that are still empty, once the bank has asked for some. Where a price is asked for again in a
 * moment, its rows stay.
 */
export function quoteToShow(quote: Quote = { status: 'none' }, missing: RequiredFields): Quote {
  if (isChecking(quote)) return { status: 'running' };
  if (quote.status !== 'fields') return quote;
  const hasMissing = [missing.credit_card, missing.recipient_card].some((fields) => fields && fields.length > 0);
  return hasMissing ? { status: 'fields', required: missing } : { status: 'running' };
}

/** What a press does: it sends only once the payer has seen the fee. */
export function actOf(quote: Quote): Act {
  if (quote.status === 'impossible') return 'check_again';
  if (quote.status !== 'given') return 'show_fee';
  if (quote.confirm === 'same_card') return 'send_same_card';
  return quote.confirm ? 'send_confirm' : 'send';
}

/**
 * The price as the form shows it.
 *
 * @param sum The amount, ready to be read.
 */
export function shownPrice(quote: Quote, speech: Speech, sum: string): ShownPrice {
  const given = quote.status === 'given' ? quote : undefined;
  const fee = given && feeText(given.price, speech);
  return {
    status: quote.status,
    text: quoteText(quote, speech),
    // The summary shows it; screen readers announce this text when it changes.
    isSpoken: quote.status === 'running' || (given !== undefined && !given.confirm && fee !== undefined),
    fee,
    pays: given && paysText(given.price, sum, speech),
  };
}

/** The total as the payer reads it: exact, about, or amount and fee side by side; "plus any fee" while nothing is known of one. */
function paysText({ fee, amount, currency }: Price, shown: string, speech: Speech): string {
  const { words } = speech;
  if (!fee) return fill(words.plus_fee, { amount: shown });
  if (fee.kind === 'exact' && fee.total !== undefined) return speech.sum(fee.total, currency);
  const isSum = fee.kind === 'estimate' && fee.currency === currency;
  const feeWords = isSum ? '' : sumOrTerms(fee, speech);
  // Sums in two currencies can't be added up without an exchange rate.
  const pays = isSum ? speech.sum(amount + fee.fee, currency) : feeWords ? `${shown} +\u00a0${feeWords}` : shown;
  return fee.kind === 'estimate' || (fee.kind === 'terms' && !feeWords && fee.terms.bank_fee == null)
    ? fill(words.about, { amount: pays })
    : pays;
}

/** The fee's sum, or else its terms; empty where both are zero. */
const sumOrTerms = (fee: Fee, speech: Speech): string =>
  fee.kind === 'terms' ? termsText(fee.terms, fee.currency, speech) : fee.fee === 0 ? '' : speech.sum(fee.fee, fee.currency);

/** The fee, or its terms; undefined if it is unknown. */
function feeText(price: Price, speech: Speech): string | undefined {
  const { fee } = price;
  if (!fee) return undefined;
  const { words } = speech;
  const amount = sumOrTerms(fee, speech);
  if (fee.kind === 'terms') return amount || noFeeText(fee.terms, words);
  if (!amount) return fee.kind === 'exact' ? words.no_fee : words.no_fee_estimate;
  return fee.kind === 'exact' ? amount : fill(words.about, { amount });
}
