import type { SectionName } from '../../../src/wire/request/card-section.js';
import { BLANK } from '../../../src/wire/request/values.js';
import type { Problems } from '../http/problems.js';
import { hasExpired, isPan, verificationLength } from '../issuer/card-facts.js';
import type { PresentedCard } from '../issuer/decide.js';
import type { CardShop } from './sections.js';
import { isDecryptedWallet, readWallet } from './wallet.js';

/** The services for reading a request with cards, of any gateway that keeps the rules of this one. */
export interface CardReading {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** @throws Refusal 422 for a sealed section, or an attempt, that already paid. */
  refuseUsedSeals(sealIds: readonly string[]): Promise<void>;
  /** The saved card with a token; undefined for an unknown one. */
  savedCard(token: string): Promise<PresentedCard | undefined>;
}

/** A decrypted card section and its context. `now` in milliseconds since the epoch. */
export interface Presentation {
  readonly section: SectionName;
  readonly operation: 'check' | 'transfer' | 'order';
  readonly given: unknown;
  readonly shop: CardShop;
  readonly problems: Problems;
  readonly reading: Pick<CardReading, 'now' | 'savedCard'>;
}

type Fields = { readonly [name: string]: unknown };

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Reports a missing field, unless it was sent with a value of another type. */
function addBlank({ section, problems }: Presentation, field: string): void {
  if (!problems.about(section, field)) problems.add([section, field], BLANK);
}

function checkExpiry(presentation: Presentation, month: string | null, year: string | null): void {
  const { section, reading, problems } = presentation;
  if (month === null) addBlank(presentation, 'exp_month');
  if (year === null) addBlank(presentation, 'exp_year');
  if (month === null || year === null || problems.about(section, 'exp_month') || problems.about(section, 'exp_year')) return;
  if (hasExpired(month, year, reading.now)) problems.add([section, 'exp_year'], 'is in the past');
}

function checkVerificationValue(section: SectionName, value: string | null, pan: string, problems: Problems): void {
  const length = verificationLength(pan);
  if (value !== null && value.length !== length) {
    problems.add([section, 'verification_value'], `must be ${length} digits`);
  }
}

/** The card of a token: a wallet's, or a saved one. */
async function cardOfToken({ section, problems, reading }: Presentation, token: string): Promise<PresentedCard | undefined> {
  const wallet = readWallet(token);
  if (wallet !== undefined) {
    if (typeof wallet === 'string') problems.add([section, 'token'], wallet);
    else if (hasExpired(wallet.exp_month ?? '', wallet.exp_year ?? '', reading.now))
      problems.add([section, 'token'], 'has expired');
    else return wallet;
    return undefined;
  }
  const saved = await reading.savedCard(token);
  if (!saved) problems.add([section, 'token'], 'is unknown');
  return saved;
}

function panOf({ section, problems }: Presentation, { number }: Fields): string | undefined {
  if (number === undefined || number === null || number === '') problems.add([section, 'number'], BLANK);
  else if (typeof number === 'string' && !isPan(number)) problems.add([section, 'number'], 'is not a card number');
  return typeof number === 'string' ? number : undefined;
}

/**
 * The card of a section for the issuer, from its number or a saved card's token (spec 2.5). Reports its problems.
 * A payment requires the source's verification value, and its expiry unless it is a saved card.
 */
export async function presentCard(presentation: Presentation): Promise<PresentedCard | undefined> {
  const { section, operation, shop, problems } = presentation;
  // A section that could not be decrypted or is not an object has already been reported.
  if (problems.about(section, 'token')) return undefined;
  const given = presentation.given ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return undefined;
  const fields = given as Fields;

  const pays = operation !== 'check' && section === 'credit_card';
  const token = textOf(fields.token);
  const verification_value = textOf(fields.verification_value);
  // Spec 2.5 requires it. Whether a wallet's card needs it is not known, so a shop may be set to do without.
  const mayLack = token !== null && shop.walletsWithoutCode === true && isDecryptedWallet(token);
  if (pays && verification_value === null && !mayLack) addBlank(presentation, 'verification_value');
  if (token !== null) {
    const saved = await cardOfToken(presentation, token);
    if (!saved) return undefined;
    checkVerificationValue(section, verification_value, saved.pan, problems);
    return { ...saved, holder: textOf(fields.holder) ?? saved.holder, verification_value };
  }
  // A plain number from a shop without a certificate has already been refused.
  const pan = problems.about(section, 'number') ? undefined : panOf(presentation, fields);
  const [exp_month, exp_year] = [textOf(fields.exp_month), textOf(fields.exp_year)];
  if (pays) checkExpiry(presentation, exp_month, exp_year);
  if (pan === undefined || problems.about(section)) return undefined;
  checkVerificationValue(section, verification_value, pan, problems);
  return { pan, holder: textOf(fields.holder), exp_month: exp_month?.padStart(2, '0') ?? null, exp_year, verification_value };
}
