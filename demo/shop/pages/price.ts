/** A price for a page of the shop; `amount` in minor units. Every currency this shop sells in has two decimals. */
export const priceText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
