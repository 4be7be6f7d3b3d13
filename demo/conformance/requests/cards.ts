/** The test cards that are public for gateways of the family (gateway facts, "test cards"). */
export const CARDS = {
  successful: '4200000000000000',
  declined: '4005550000000019',
  challenge: '4012000000001097',
  challengeMastercard: '5204240000015029',
  frictionless: '4012000000001006',
  challengeFails: '4012000000001022',
} as const;

/** Three digits that occur nowhere else in requests, so that a leak is recognisable. */
export const VERIFICATION_VALUE = '987';

/** The year after the next, so that cards are valid even if the gateway's clock is ahead. */
const EXP_YEAR = String(new Date().getUTCFullYear() + 4);

export const EXPIRY = { exp_month: '12', exp_year: EXP_YEAR } as const;

/** A source card with every field that a transfer requires (spec 2.5). */
export const sourceCard = (number: string = CARDS.successful): Readonly<Record<string, string>> => ({
  number,
  ...EXPIRY,
  verification_value: VERIFICATION_VALUE,
  holder: 'ADA LOVELACE',
});
