import { SECTIONS, type SectionName } from '../../src/wire/card-section.js';
import { isRecord } from './judge-fields.js';
import type { Problems } from './problems.js';
import type { Shop } from './shops.js';
import { isBoundTo, isSealed, unseal, type Binding, type Opened } from './unseal.js';

/** The one text for a seal that can't be opened, is too old, or was made for something else. */
export const UNREADABLE = "can't be decrypted, or was encrypted for another request";

/** The text for card data in clear from a shop that must encrypt it (spec 5). */
export const PLAIN = 'must be encrypted: plain card data needs a PCI DSS certificate';

const CARD_DATA = ['number', 'verification_value', 'exp_month', 'exp_year', 'holder'] as const;

/** An amount in minor units and its currency. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

type Sections = Partial<Record<SectionName, unknown>>;

/** The card sections of a request, those that were sealed decrypted. */
export interface OpenedSections {
  readonly sealIds: readonly string[];
  /** The price that a section was sealed for, as far as its seal could be opened; not yet judged. */
  priceIn(section: SectionName): Price | undefined;
  /** Names what is wrong with the sections, and returns them with their fields in clear. */
  judge(binding: Omit<Binding, 'section'>, now: number, problems: Problems): Sections;
}

function refusePlainData(name: SectionName, section: Record<string, unknown>, problems: Problems): void {
  for (const field of CARD_DATA) {
    if (section[field] !== undefined && section[field] !== null) problems.add([name, field], PLAIN);
  }
}

/** Decrypts the card sections of a request that are sealed. */
export async function openSections(request: Record<string, unknown>, shop: Shop): Promise<OpenedSections> {
  const seals = new Map<SectionName, Opened | undefined>();
  for (const name of SECTIONS) {
    const section = request[name];
    if (isRecord(section) && isSealed(section.token)) seals.set(name, await unseal(section.token, shop));
  }
  const opened = [...seals.values()].filter((seal) => seal !== undefined);
  // Without this, half of one attempt could be sent with half of another: a recipient of somebody else's choice.
  const together = new Set(opened.map((seal) => seal.claims.attempt)).size <= 1;
  const distinct = new Set(opened.map((seal) => seal.claims.jti)).size === opened.length;

  return {
    sealIds: opened.map((seal) => seal.claims.jti),
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
        const seal = seals.get(name);
        if (seal && together && distinct && isBoundTo(seal, { ...binding, section: name }, now)) {
          // What was sealed wins over what stands beside it in clear.
          const { token: _sealed, ...beside } = section;
          judged[name] = { ...beside, ...seal.fields };
        } else {
          problems.add([name, 'token'], UNREADABLE);
        }
      }
      return judged;
    },
  };
}
