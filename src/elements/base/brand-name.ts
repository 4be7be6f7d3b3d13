import { type Brand, BRANDS } from '../../card/brand.js';

/** The brand that a gateway names, in the gateway's spelling: some write `master` for Mastercard (spec 2.6 leaves it open). */
export const brandNamed = (name: string | null | undefined): Brand | undefined =>
  name
    ? BRANDS.find((brand) => brand.id.startsWith(name.toLowerCase()) || brand.name.toLowerCase() === name.toLowerCase())
    : undefined;

/** The name of a brand to show: ours for one we know, else the gateway's. */
export const brandName = (name: string | null | undefined): string | undefined => brandNamed(name)?.name ?? name ?? undefined;
