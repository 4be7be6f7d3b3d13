import { SettingError } from '../../errors.js';
import { CARD_LABEL, type SavedCard } from '../../../card/saved-card.js';
import type { SavedCards } from './saved-choice.js';

/** The maximum number of saved cards: no payer looks through more. */
const MAX_CARDS = 20;
const TOKEN_LENGTH = 200;
const FORM = '{token, brand, last_4, exp_month, exp_year}';
const MAX_LABEL = 40;
const LABEL = `a name of at most ${MAX_LABEL} letters, marks and spaces, beside last_4`;
const CURE = 'Pass the card unchanged, as it came in an earlier transaction.';

/** A property that the page has set. */
interface Setting {
  readonly name: string;
  readonly value: unknown;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : isAbsent(value) ? 'nothing' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;

/** What is wrong with the settings. Warnings don't keep the element from working. */
interface Findings {
  readonly errors: object[];
  readonly warnings: object[];
}

interface ListSetting extends Setting {
  /** Whether the page lets the payer remove cards. */
  readonly isRemovable: boolean;
}

/**
 * Reads the saved cards of a section.
 *
 * @param one The property with a single card. Beside a list, it is the card of the list that is chosen initially.
 * @param findings Receives the errors in the properties.
 */
export function readSavedCards(list: ListSetting, one: Setting | undefined, findings: Findings): SavedCards | undefined {
  const single = isAbsent(one?.value) ? undefined : readCard(one.name, one.value, findings);
  if (isAbsent(list.value)) return single && { cards: [single], chosen: single.token };
  const cards = readList(list, findings);
  const isIn = single === undefined || cards.some(({ token }) => token === single.token);
  const cure = `Leave the card out, or add it to ${list.name}.`;
  if (!isIn) findings.errors.push(new SettingError(one!.name, `a card of ${list.name}`, 'a card that is not in it', cure));
  return { cards, chosen: single?.token, isRemovable: list.isRemovable };
}

function readList({ name, value }: Setting, findings: Findings): SavedCard[] {
  const refuse = (expected: string, got: string, cure: string): void => {
    findings.errors.push(new SettingError(name, expected, got, cure));
  };
  if (!Array.isArray(value)) {
    refuse('a list of saved cards', kindOf(value), 'Set an array, which may be empty.');
    return [];
  }
  if (value.length > MAX_CARDS)
    refuse(`at most ${MAX_CARDS} saved cards`, `${value.length}`, 'Leave out cards that have not been used for a long time.');
  const cards = value.flatMap((card, index) => readCard(`${name}[${index}]`, card, findings) ?? []);
  const tokens = new Set(cards.map(({ token }) => token));
  if (tokens.size < cards.length) refuse('each card once', 'a token twice', 'Leave out the repeated card.');
  return cards;
}

/** Reads a card that no page has set. @returns undefined if it can't be used. */
export const readSavedCard = (value: unknown): SavedCard | undefined => readCard('', value, { errors: [], warnings: [] });

/** Copies the token and the properties that are shown, and leaves out everything else in the object. */
function readCard(name: string, value: unknown, { errors, warnings }: Findings): SavedCard | undefined {
  const refuse = (expected: string, got: string): undefined => void errors.push(new SettingError(name, expected, got, CURE));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(FORM, kindOf(value));
  const {
    token,
    brand,
    last_4: last4,
    exp_month: month,
    exp_year: year,
    ...rest
  } = value as Partial<Record<keyof SavedCard, unknown>>;
  if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH) {
    return refuse(`a token of at most ${TOKEN_LENGTH} characters`, typeof token === 'string' ? `${token.length}` : kindOf(token));
  }
  if (!isAbsent(brand) && typeof brand !== 'string') return refuse('a brand’s name, or none', kindOf(brand));
  // A whole card number in its place would be shown.
  if (!isAbsent(last4) && !(typeof last4 === 'string' && last4.length <= 4)) {
    return refuse(
      'the last four digits as a text, or none',
      typeof last4 === 'string' ? `${last4.length} characters` : kindOf(last4),
    );
  }
  const [exp_month, exp_year] = [readPart(month), readPart(year)];
  const label = typeof rest.label === 'string' ? rest.label.trim() : rest.label;
  const isLabeled = typeof label === 'string' && CARD_LABEL.test(label) && Boolean(last4);
  if (label && !isLabeled) warnings.push(labelError(`${name}.label`, label, last4));
  return {
    token,
    ...(brand && { brand: brand.slice(0, 40) }),
    ...(last4 && { last_4: last4 }),
    ...(exp_month && exp_year && { exp_month, exp_year }),
    ...(isLabeled && { label }),
  };
}

/** The text of a label is not quoted: it may be anything, even a card number. */
function labelError(name: string, label: unknown, last4: unknown): SettingError {
  const length = typeof label === 'string' ? Array.from(label).length : 0;
  const got =
    length === 0 ? kindOf(label) : length > MAX_LABEL ? `${length} characters` : last4 ? 'other characters' : 'no last_4';
  return new SettingError(name, LABEL, got, 'The card is shown without it.');
}

const readPart = (part: unknown): string | undefined =>
  (typeof part === 'string' || typeof part === 'number') && /^\d{1,4}$/.test(String(part)) ? String(part) : undefined;
