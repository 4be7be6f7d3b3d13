import { isProvenUnpaid } from '../../../flow/attempt/proven-unpaid.js';
import type { Outcome, State } from '../../../flow/state.js';
import { fill, type PaymentMessageKey, type Words } from '../../../locales/catalogue.js';
import { feeOf } from '../../../money/commission.js';
import { safeUrl } from '../../../url/safe-url.js';
import type { Transaction } from '../../../wire/response/transaction.js';
import { isTest } from '../../../wire/response/values.js';
import { isUid } from '../../../wire/uid.js';
import { answeredCardText, maskedCardText } from '../../base/card-text.js';
import type { Speech } from '../../base/speech.js';
import { readable } from '../../base/gateway-message.js';
import { bankMessageOf, declineReasonOf, needsAnotherCard, repeatsReason } from './decline-reason.js';

export type ShownOutcome = Extract<State, { step: 'outcome' }>;

/** The payer's actions on an outcome. */
export interface OutcomeActions {
  readonly tryAgain?: (() => void) | undefined;
  readonly useAnotherCard?: (() => void) | undefined;
  /** Whether the payer types the amount, and so can send less. */
  readonly isAmountTyped?: boolean | undefined;
  readonly another?: (() => void) | undefined;
  /** Goes back to the form with both cards chosen; undefined without their tokens. */
  readonly sendAgain?: (() => void) | undefined;
  /** Undefined if no question could tell more. */
  readonly askAgain?: (() => void) | undefined;
  /** When the payer last asked again without a result (ms). */
  readonly askedAt?: number | undefined;
}

type Row = readonly [term: string, value: string | null | undefined, part?: string];
type Action = readonly [text: string, press: (() => void) | undefined];

/** What the payer reads of an outcome, in this order. What is empty or undefined is not shown. */
export interface OutcomeText {
  readonly reason: string;
  /** With `{amount}` where the sum stands. */
  readonly sentence: string;
  readonly amount: string;
  /** The bank's own words about a decline. */
  readonly bankMessage: string;
  /** What the payer can do, or can't. */
  readonly advice: readonly string[];
  /** When it was sent or made. */
  readonly time: string;
  readonly rows: readonly Row[];
  /** What to quote to support. */
  readonly reference: string | undefined;
  /** What only support needs. */
  readonly details: readonly Row[];
  /** After a success that the gateway itself reports. */
  readonly proof: { readonly receipt: string | undefined; readonly text: string } | undefined;
  /** First the one that fits the outcome, then the other, which is quiet. */
  readonly actions: readonly [Action, Action];
}

/** The gateway's id if it is valid. An invalid id is left out; the rest of the outcome is shown. */
const shownUid = (uid: string | undefined): string | undefined => (uid !== undefined && isUid(uid) ? uid : undefined);

/** When the gateway created the transaction, in milliseconds. */
const timeOf = (transaction: Transaction | undefined): number | undefined =>
  Date.parse(transaction?.created_at ?? '') || undefined;

/** The sum of a payment. A trial can be free: then no sum is shown. */
function sumOf(attempt: ShownOutcome['attempt'], transaction: Transaction | undefined, speech: Speech): string {
  const minor = transaction?.amount ?? attempt.amount;
  return minor === 0 ? '' : speech.sum(minor, transaction?.currency ?? attempt.currency);
}

/** The fee and the total, if the gateway returned them (spec 2.6, verify_p2p). */
function feeRows({ amount, currency, verify_p2p: check }: Transaction, speech: Speech): readonly Row[] {
  if (check?.bank_fee == null || !amount || !currency || !/^\d+(\.\d+)?$/.test(String(check.bank_fee))) return [];
  const fee = feeOf({ bank_fee: check.bank_fee, currency: check.currency }, amount, currency);
  if (!fee || fee.kind === 'terms') return [];
  const total = fee.kind === 'exact' ? fee.total : undefined;
  return [
    [speech.words.fee, fee.fee === 0 ? speech.words.no_fee : speech.sum(fee.fee, fee.currency)],
    [speech.words.total, total === undefined || total === amount ? undefined : speech.sum(total, currency)],
  ];
}

type Failed = Extract<Outcome, { outcome: 'failed' }>;

/** Why a payment failed, and what to do next. */
function reasonText(result: Failed, words: Words, { tryAgain, isAmountTyped }: OutcomeActions): string {
  const reason = declineReasonOf(result);
  const isLess = (reason === 'funds' || reason === 'limit') && tryAgain && isAmountTyped;
  return reason || tryAgain ? words[`decline.${reason ?? 'other'}${isLess ? '_less' : ''}` as PaymentMessageKey] : '';
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The bank's own message, unless every word of it is in the reason. */
function bankMessageText(result: Failed, sentence: string, words: Words): string {
  const message = readable(bankMessageOf(result));
  const said = wordsOf(sentence);
  if (wordsOf(message).every((word) => said.includes(word)) || repeatsReason(message, declineReasonOf(result))) return '';
  // No line ends within “3-D”.
  const unbroken = message.replaceAll('3-D', '3\u2011D');
  const isEnglish = words.refused.includes('\u2068');
  return isEnglish ? `\u2068${unbroken}\u2069` : unbroken;
}

/** What the payer can pass on: what they read, with the card masked and without its label, which is not for others. */
function proofText(
  attempt: ShownOutcome['attempt'],
  transaction: Transaction,
  { amount, time, reference }: Pick<OutcomeText, 'amount' | 'time' | 'reference'>,
  words: Words,
): OutcomeText['proof'] {
  const receipt = safeUrl(transaction.receipt_url)?.href;
  const recipient = maskedCardText(words, transaction.recipient_card, attempt.recipient);
  const lines = [
    isTest(transaction) && words.test_badge,
    words.successful,
    amount,
    recipient ? fill(words.goes_to, { card: recipient }) : maskedCardText(words, transaction.credit_card, attempt.source),
    time,
    reference && `${words.reference}: ${reference}`,
    receipt && `${words.receipt}: ${receipt}`,
  ];
  return { receipt, text: lines.filter(Boolean).join('\n') };
}

/** Which buttons an outcome has. */
function actionsOf(result: Outcome, words: Words, actions: OutcomeActions): OutcomeText['actions'] {
  const { askAgain, tryAgain, useAnotherCard, another, sendAgain } = actions;
  if (result.outcome === 'unknown')
    return [
      [words.ask_again, askAgain],
      [words.different, another],
    ];
  if (result.outcome === 'successful')
    return [
      [words.send_again, sendAgain],
      [words.another, another],
    ];
  const again: Action = [words.try_again, tryAgain];
  // Once the page offers something else, both lead back to the form.
  const otherCard: Action = [words.another_card, words.another_card === words.try_again ? undefined : useAnotherCard];
  return needsAnotherCard(result) && otherCard[1] ? [otherCard, again] : [again, otherCard];
}

/** What the payer reads of an outcome, by the gateway's answer. */
export function outcomeText(state: ShownOutcome, speech: Speech, actions: OutcomeActions): OutcomeText {
  const { words } = speech;
  const { attempt, result } = state;
  const { outcome, transaction } = result;
  const failed = result.outcome === 'failed' ? result : undefined;
  const isUnknown = outcome === 'unknown';
  const amount = sumOf(attempt, transaction, speech);
  const source = answeredCardText(words, transaction?.credit_card, attempt.source);
  const last4 = transaction?.recipient_card?.last_4 ?? attempt.recipient?.last4;
  const reference = attempt.trackingId ?? shownUid(attempt.uid);
  // The recipient of a transfer that began in another browser is unknown; so is the purpose of a payment that only a uid names.
  const isNamed = attempt.trackingId !== undefined && (last4 || !words.successful_text.includes('{last4}'));
  const text = isUnknown || (amount && (isNamed || failed)) ? (`${outcome}_text` as const) : (`${outcome}_bare` as const);
  // Nothing was charged that a sum could be named for.
  const isUnpaid = isProvenUnpaid(state) && (amount || !words.untouched.includes('{amount}'));
  const isDuplicate = result.outcome === 'unknown' && result.reason === 'duplicate' && amount;
  const sentence = isDuplicate ? words.duplicate_text : isUnpaid ? words.untouched : words[text];
  const reason = failed ? reasonText(failed, words, actions) : '';
  // A transaction of an unknown outcome may be another one's.
  const at = isUnknown ? attempt.startedAt : timeOf(transaction);
  const time = at === undefined ? '' : speech.date(at);
  const paid = outcome === 'successful' ? transaction : undefined;
  return {
    reason,
    sentence: fill(sentence, { last4: last4 ?? '' }),
    amount,
    bankMessage: failed ? bankMessageText(failed, reason, words) : '',
    advice: [
      ...(failed && !actions.tryAgain ? [words.no_retry] : []),
      ...(isUnknown ? [actions.askAgain ? words.unknown_ask : words.unknown_quote] : []),
      ...(isUnknown && actions.askedAt !== undefined ? [fill(words.asked_at, { time: speech.date(actions.askedAt) })] : []),
    ],
    time,
    rows: [
      [words.amount, failed || words[text].includes('{amount}') ? undefined : amount, 'sum'],
      ...(paid ? feeRows(paid, speech) : []),
      // "This card" is not enough for who has several.
      [words.source_card, failed && last4 ? source : undefined],
      last4 ? [words.recipient, answeredCardText(words, transaction?.recipient_card, attempt.recipient)] : [words.card, source],
    ],
    reference,
    details: [
      [words.statement, paid?.p2p?.billing_descriptor],
      [words.transaction, attempt.trackingId === undefined ? undefined : shownUid(attempt.uid)],
      [words.charge ?? '', result.subscription && words.charge ? shownUid(transaction?.uid) : undefined],
    ],
    proof: paid && proofText(attempt, paid, { amount, time, reference }, words),
    actions: actionsOf(result, words, actions),
  };
}
