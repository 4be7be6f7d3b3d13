import { nameOfCatalogue } from './catalogue-name.js';

/** The languages that gateways of this family have (spec 2.1: default en). They know no regions. */
export const GATEWAY_LANGUAGES: readonly string[] =
  'en es tr de it ru zh fr da sv no fi pl ja be uk ka ro az lv et pt sr bn tg kk'.split(' ');

/** The language that a request asks the gateway for: that of the payer if the gateway has it, else English. */
export const gatewayLanguage = (tag: string): string => nameOfCatalogue(tag, GATEWAY_LANGUAGES) ?? 'en';
