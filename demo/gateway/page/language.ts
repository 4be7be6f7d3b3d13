// The languages gateways of this family know; everything else is English (spec 2.1: default en).
const KNOWN = new Set(
  'en es tr de it ru zh fr da sv no fi pl ja be uk ka ro az lv et pt sr bn tg kk'.split(' '),
);

/** The language a transaction is kept in. */
export const languageOf = (asked: string | null | undefined): string => (asked && KNOWN.has(asked) ? asked : 'en');
