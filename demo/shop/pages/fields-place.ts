import { html as markup } from 'hono/html';

/** Who serves the card fields: the gateway or the shop, each in a frame; undefined: they are part of the page. */
export type FieldsPlace = 'gateway' | 'shop' | undefined;

/** Reads `?fields=` of a page's address. */
export const readFieldsPlace = (given: string | undefined): FieldsPlace =>
  given === 'gateway' || given === 'shop' ? given : undefined;

interface Addresses {
  readonly fields: FieldsPlace;
  readonly checkoutUrl: string;
  readonly shopUrl: string;
}

/** The address of the fields; undefined: they are part of the page. */
export const fieldsUrl = ({ fields, checkoutUrl, shopUrl }: Addresses): string | undefined =>
  fields && `${fields === 'gateway' ? checkoutUrl : shopUrl}/fields/`;

/** The attribute that puts the fields there. */
export function fieldsAttribute(addresses: Addresses) {
  const url = fieldsUrl(addresses);
  return url === undefined ? '' : markup` fields-url="${url}"`;
}

const WAYS = [
  [undefined, 'in this page', 'Your card is encrypted in this page; the shop’s server never sees its number.'],
  ['gateway', 'in a frame of the gateway', 'Your card is typed into a frame of the gateway, which this page can’t read.'],
  ['shop', 'in a sandboxed frame of the shop', 'Your card is typed into a sandboxed frame, which this page can’t read.'],
] as const;

/** Explains what happens to the card here, and links to the same page with its fields elsewhere. */
export function fieldsLinks(addressWith: (fields: FieldsPlace) => string, here: FieldsPlace) {
  const [, , text] = WAYS.find(([place]) => place === here)!;
  const others = WAYS.filter(([place]) => place !== here).map(
    ([place, name]) => markup` <a href="${addressWith(place)}">Card fields ${name}</a>.`,
  );
  return markup`${text}${others}`;
}
