import { base64url } from 'jose';
import { recipientCard, SECTIONS, type SectionName, sourceCard } from '../../../src/wire/request/card-section.js';
import { isRecord } from '../http/judge-fields.js';
import type { Problems } from '../http/problems.js';
import { isDecryptedWallet } from './wallet.js';
import { bindsContract, isBoundTo, isSealed, unseal, type Binding, type Opened, type OpeningKey } from './unseal.js';

/** The text for a section that can't be decrypted, is too old, or was sealed for another request. */
export const UNREADABLE = "can't be decrypted, or was encrypted for another request";

/** The text for plain card data from a shop that must encrypt it (spec 5). */
export const MUST_BE_ENCRYPTED = 'must be encrypted: plain card data needs a PCI DSS certificate';

const CARD_DATA = Object.keys({ ...sourceCard.shape, ...recipientCard.shape }).filter((field) => field !== 'token');

/** An amount in minor units and its currency. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

type Sections = Partial<Record<SectionName, unknown>>;

/** A shop, as far as its card sections are concerned. */
export interface CardShop extends OpeningKey {
  /** Whether the shop may send plain card data (spec 5). */
  readonly pciCertified: boolean;
  /** Whether a wallet's card may pay without a verification value. */
  readonly walletsWithoutCode?: boolean;
}

/** The card sections of a request, decrypted. */
export interface OpenedSections {
  /** The ids (jti) of the seals, and that of their attempt: a request that is sealed anew keeps its attempt. */
  readonly sealIds: readonly string[];
  /** Whether the payer's own page has sealed the request's contract: without that, no card is saved. A plain request has no seals. */
  readonly isContractBound: boolean;
  /** The price that a section was sealed for, if it could be decrypted; not validated. */
  priceIn(section: SectionName): Price | undefined;
  /** Reports the problems of the sections, and returns them with plain fields. */
  judge(binding: Omit<Binding, 'section' | 'recipient'>, now: number, problems: Problems): Sections;
}

function refusePlainData(name: SectionName, section: Record<string, unknown>, problems: Problems): void {
  for (const field of CARD_DATA) {
    if (section[field] !== undefined && section[field] !== null) problems.add([name, field], MUST_BE_ENCRYPTED);
  }
  if (isDecryptedWallet(section.token)) problems.add([name, 'token'], MUST_BE_ENCRYPTED);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Whether a section has plain card data beside its token. */
const hasMoreThanToken = (section: Record<string, unknown>): boolean => CARD_DATA.some((field) => !isAbsent(section[field]));

/**
 * The recipient's name in the binding of a sealed source: `sealed` for a sealed one, since both share an `attempt`, and the
 * token's hash for a saved one.
 *
 * @returns null for a plain recipient, which no binding can name.
 */
async function nameOf(recipient: unknown, isRecipientSealed: boolean): Promise<string | undefined | null> {
  if (isAbsent(recipient)) return undefined;
  if (!isRecord(recipient) || hasMoreThanToken(recipient)) return null;
  if (isRecipientSealed) return 'sealed';
  if (typeof recipient.token !== 'string') return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(recipient.token));
  return base64url.encode(new Uint8Array(hash));
}

/** The token of a card section, sealed or saved. */
export const tokenIn = (section: unknown): string | undefined =>
  isRecord(section) && typeof section.token === 'string' ? section.token : undefined;

/** Decrypts the card sections of a request that are sealed. */
export async function openSections(request: Record<string, unknown>, shop: CardShop): Promise<OpenedSections> {
  const seals = new Map<SectionName, Opened | undefined>();
  for (const name of SECTIONS) {
    const section = request[name];
    if (isRecord(section) && isSealed(section.token)) seals.set(name, await unseal(section.token, shop));
  }
  const opened = [...seals.values()].filter((seal) => seal !== undefined);
  // Otherwise an attacker could combine the sections of two attempts, and replace the recipient.
  const together = new Set(opened.map((seal) => seal.claims.attempt)).size <= 1;
  const distinct = new Set(opened.map((seal) => seal.claims.jti)).size === opened.length;
  const recipient = await nameOf(request.recipient_card, seals.has('recipient_card'));

  /** Whether a sealed section belongs in this place of this request. */
  function isRight(name: SectionName, binding: Omit<Binding, 'section' | 'recipient'>, now: number): boolean {
    const seal = seals.get(name);
    if (!seal || !together || !distinct || hasMoreThanToken(request[name] as Record<string, unknown>)) return false;
    if (name === 'credit_card') return recipient !== null && isBoundTo(seal, { ...binding, section: name, recipient }, now);
    // Only a sealed source proves that this recipient belongs to it.
    return seals.has('credit_card') && isBoundTo(seal, { ...binding, section: name }, now);
  }

  return {
    sealIds: opened.flatMap(({ claims: { jti, attempt } }) => [jti, `attempt ${attempt}`]),
    isContractBound: opened.every(bindsContract),
    priceIn(section) {
      const boundTo = seals.get(section)?.claims.bound_to;
      if (!isRecord(boundTo)) return undefined;
      const { amount, currency } = boundTo;
      return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined;
    },
    judge(binding, now, problems) {
      const judged: Sections = {};
      for (const name of SECTIONS) {
        const section = request[name];
        if (!isRecord(section)) continue;
        if (!shop.pciCertified) refusePlainData(name, section, problems);
        if (!seals.has(name)) continue;
        if (isRight(name, binding, now)) judged[name] = seals.get(name)?.fields;
        else problems.add([name, 'token'], UNREADABLE);
      }
      return judged;
    },
  };
}
