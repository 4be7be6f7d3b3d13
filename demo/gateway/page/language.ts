// The languages that gateways of this family know (spec 2.1: default en), and Arabic, which the elements also have.
const KNOWN = new Set('ar en es tr de it ru zh fr da sv no fi pl ja be uk ka ro az lv et pt sr bn tg kk'.split(' '));

/** The language of a payment's pages and e-mails: the requested one if the gateway knows it, otherwise English. */
export const languageOf = (asked: string | null | undefined): string => (asked && KNOWN.has(asked) ? asked : 'en');
