import type { CardReading } from '../card/present-card.js';
import { savedCardsOf } from '../card/saved-card.js';
import type { Vault } from '../crypto/vault.js';
import type { Habit } from '../issuer/habit.js';
import type { Shop } from '../shop/shops.js';
import type { Store } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import { refuseUsedSeals } from './duplicates.js';

/** The services for requests with cards. */
export interface CardDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly vault: Vault;
  /** What becomes of a copy of a payment. */
  readonly habit: Habit;
}

/** Reads a shop's requests with the sandbox's clock and store. */
export const readingFor = (shop: Shop, dependencies: CardDependencies): CardReading => ({
  now: dependencies.clock.now(),
  refuseUsedSeals: (sealIds) => refuseUsedSeals(sealIds, dependencies),
  savedCard: savedCardsOf(shop.id, dependencies),
});
