import { isRecord } from '../http/judge-fields.js';
import { isPan } from '../issuer/card-facts.js';
import type { PresentedCard } from '../issuer/decide.js';

// Public documents of the family: a wallet's token is `$begateway_<wallet>_1_0_0$` and the wallet's JSON in base64. A merchant
// who has decrypted it sends the other form.
const WALLET = /^\$begateway_(apple|google)_pay_(decrypted_)?1_0_0\$(.*)$/s;

/** The text for a token that only the wallet's processor can open. */
export const STILL_ENCRYPTED =
  "is a wallet's encrypted token, which a sandbox can't open: send the decrypted form ($begateway_…_decrypted_1_0_0$) of a test card";

/** The text for a token that has the form of a wallet's, with something else inside. */
export const UNREADABLE_WALLET = "is not a wallet's token: expected the wallet's JSON in base64 after the prefix";

/** Whether a token is a wallet's that contains a card's number in clear. */
export const isDecryptedWallet = (token: unknown): boolean => typeof token === 'string' && WALLET.exec(token)?.[2] !== undefined;

function jsonIn(base64: string): unknown {
  try {
    const bytes = atob(base64);
    // Strict: the decoder itself skips white space, and does without padding.
    if (btoa(bytes) !== base64) return undefined;
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

const textIn = (record: unknown, name: string): string | null => {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** Apple's decrypted payment data: the expiry is YYMMDD, and there is always a cryptogram. */
function appleCard(data: unknown) {
  const [, year, month] = /^(\d\d)(\d\d)\d\d$/.exec(textIn(data, 'applicationExpirationDate') ?? '') ?? [];
  return {
    pan: textIn(data, 'applicationPrimaryAccountNumber'),
    exp_month: month,
    exp_year: year && `20${year}`,
    holder: textIn(data, 'cardholderName'),
    authenticated: isRecord(data) && textIn(data.paymentData, 'onlinePaymentCryptogram') !== null,
  };
}

/** Google's decrypted message: PAN_ONLY is the card itself, which its bank may still want to authenticate. */
function googleCard(data: unknown) {
  const details = isRecord(data) ? data.paymentMethodDetails : undefined;
  return {
    pan: textIn(details, 'pan'),
    exp_month: textIn(details, 'expirationMonth')?.padStart(2, '0'),
    exp_year: textIn(details, 'expirationYear') ?? undefined,
    holder: null,
    authenticated: textIn(details, 'authMethod') === 'CRYPTOGRAM_3DS',
  };
}

/**
 * The card in a wallet's token.
 *
 * @returns undefined for any other token; a text with the problem of one that can't be read.
 */
export function readWallet(token: string): PresentedCard | string | undefined {
  const [, wallet, decrypted, base64 = ''] = WALLET.exec(token) ?? [];
  if (wallet === undefined) return undefined;
  if (decrypted === undefined) return STILL_ENCRYPTED;
  const data = jsonIn(base64);
  const { pan, exp_month, exp_year, ...others } = wallet === 'apple' ? appleCard(data) : googleCard(data);
  if (pan === null || !isPan(pan) || !/^(0[1-9]|1[0-2])$/.test(exp_month ?? '') || !/^\d{4}$/.test(exp_year ?? '')) {
    return UNREADABLE_WALLET;
  }
  return { pan, exp_month, exp_year, ...others };
}
