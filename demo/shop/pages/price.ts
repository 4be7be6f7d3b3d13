/** A price for a page of the shop, as the elements write it; `amount` in minor units. Every currency this shop sells in has two decimals. */
export const priceText = (amount: number, currency: string): string =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount / 100)}\u00a0${currency}`;
