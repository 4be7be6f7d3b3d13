import { SECTIONS, type SectionName } from '../../src/wire/card-section.js';
import type { Problems } from './problems.js';
import type { Shop } from './shops.js';
import { isBoundTo, isSealed, unseal, type Opened } from './unseal.js';

/** The one text for a seal that can't be opened, is too old, or was made for something else. */
export const UNREADABLE = "can't be decrypted, or was encrypted for another request";

/** The text for card data in clear from a shop that must encrypt it (spec 5). */
export const PLAIN = 'must be encrypted: plain card data needs a PCI DSS certificate';

const CARD_DATA = ['number', 'verification_value', 'exp_month', 'exp_year', 'holder'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Sections = Partial<Record<SectionName, unknown>>;

/** The card sections of a request, those that were sealed decrypted. */
export interface OpenedSections {
  readonly sealIds: readonly string[];
  /** Names what is wrong with the sections, and returns them with their fields in clear. */
  judge(operation: 'check' | 'transfer', now: number, problems: Problems): Sections;
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
    judge(operation, now, problems) {
      const { amount, currency, tracking_id } = request;
      const judged: Sections = {};
      for (const name of SECTIONS) {
        const section = request[name];
        if (!isRecord(section)) continue;
        if (!shop.pciCertified) refusePlainData(name, section, problems);
        if (!seals.has(name)) continue;
        const seal = seals.get(name);
        const binding = { operation, section: name, amount, currency, tracking_id };
        if (seal && together && distinct && isBoundTo(seal, binding, now)) {
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
