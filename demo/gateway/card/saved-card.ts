import type { Identifiers } from '../crypto/identifiers.js';
import type { Vault } from '../crypto/vault.js';
import { bankOf } from '../issuer/banks.js';
import { brandName } from '../issuer/card-facts.js';
import type { PresentedCard } from '../issuer/decide.js';
import type { ShownCard, Store } from '../store/store.js';

/** A card as responses show it (spec 2.6), with its `token` if it was saved. */
export function showCard(
  { pan, holder = null, exp_month = null, exp_year = null }: PresentedCard,
  token: string | null,
  vault: Pick<Vault, 'hash'>,
): ShownCard {
  return {
    holder,
    stamp: vault.hash('stamp', pan),
    brand: brandName(pan),
    last_4: pan.slice(-4),
    first_1: pan.slice(0, 1),
    bin: pan.slice(0, 6),
    ...bankOf(pan),
    exp_month,
    exp_year,
    token_provider: null,
    ...(token !== null && { token }),
  };
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

/** A card in a response: the spec's samples and the family have the expiry as numbers (2.6). */
export const cardBody = (card: ShownCard) => ({
  ...card,
  exp_month: numberOrNull(card.exp_month),
  exp_year: numberOrNull(card.exp_year),
});

/** Saves a card with its PAN encrypted; returns its token. */
export async function saveCard(
  card: PresentedCard,
  shopId: number,
  { store, vault, identifiers }: { readonly store: Store; readonly vault: Vault; readonly identifiers: Identifiers },
): Promise<string> {
  const token = identifiers.secret();
  await store.savedCards.insert({
    token,
    shopId,
    encryptedPan: vault.encrypt(card.pan),
    holder: card.holder ?? null,
    expMonth: card.exp_month ?? null,
    expYear: card.exp_year ?? null,
  });
  return token;
}

/** Finds the cards that a shop has saved. */
export const savedCardsOf =
  (shopId: number, { store, vault }: { readonly store: Store; readonly vault: Vault }) =>
  async (token: string): Promise<PresentedCard | undefined> => {
    const saved = await store.savedCards.byToken(shopId, token);
    if (!saved) return undefined;
    const { encryptedPan, holder, expMonth, expYear } = saved;
    return { pan: vault.decrypt(encryptedPan), holder, exp_month: expMonth, exp_year: expYear };
  };

/** Counts a payment from a card at a shop; returns the number of earlier ones. */
export const countUse = (card: PresentedCard, shopId: number, store: Store, vault: Vault): Promise<number> =>
  store.duplicateClaims.countUse(vault.hash('stamp', `${shopId} ${card.pan}`));
