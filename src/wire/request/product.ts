import * as z from 'zod/mini';
import { address, BLANK, currency, flag, notWhole, requiredText, text, timestamp, postedAddress } from './values.js';

/** Spec 2.7: the customer data that a payment page can ask for, in the order in which it asks. */
export const VISIBLE_FIELDS = [
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'address',
  'zip',
  'phone',
  'birth_date',
  'email',
  'taxpayer_id',
] as const;
export type VisibleField = (typeof VISIBLE_FIELDS)[number];

/** Spec 2.7: `payment` authorizes and captures at once; `authorization` only reserves the amount. */
export const TRANSACTION_TYPES = ['payment', 'authorization'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A whole number of at least `least`, sent as decimal text (spec 2.7) or as a number. */
const wholeText = (least: number, tooSmall: string) =>
  z.pipe(
    z.pipe(z.union([z.string().check(z.regex(/^-?\d+$/, notWhole)), z.int(notWhole)], notWhole), z.transform(Number)),
    z.int(notWhole).check(z.gte(least, tooSmall)),
  );

/** Spec 2.7: a product as a merchant describes it. The receiver checks the conditions between fields. */
export const productRequest = z.looseObject(
  {
    /** The name that buyers see. */
    name: requiredText,
    /** The description that buyers see. */
    description: requiredText,
    /** ISO 4217: `USD`. */
    currency,
    amount: wholeText(1, 'must be greater than 0'),
    quantity: z.nullish(wholeText(0, 'must be greater than or equal to 0')),
    /** `true`: the quantity is unlimited. Leave `quantity` out then. */
    infinite: flag,
    /** The fields that the payment form asks the buyer for. */
    visible_fields: z.nullish(
      z.array(z.enum(VISIBLE_FIELDS, `must be one of ${VISIBLE_FIELDS.join(', ')}`), 'must be an array of strings'),
    ),
    /** `true`: a test product: buying it moves no money. */
    test: flag,
    /** `true`: it can be bought without a time limit. */
    immortal: flag,
    /** Until when it can be bought, ISO 8601 with an offset: `2030-01-31T23:59:59Z`. Required unless `immortal` is `true`. */
    expired_at: timestamp,
    /** Where buyers go after paying on the gateway's own page; default: the shop address registered at the gateway. */
    return_url: address,
    /** Instead of `return_url`, after a payment that succeeded. Not in the spec; gateways of the family accept it. */
    success_url: address,
    /** Instead of `return_url`, after a payment that failed. Not in the spec; gateways of the family accept it. */
    fail_url: address,
    /** Where your server is notified of its payments, which name no product. Not in the spec; gateways of the family accept it. */
    notification_url: postedAddress,
    /** The shop's id, as a number. */
    shop_id: z.nullish(z.int('must be an integer')),
    /** Of the payment page; default `en`. */
    language: text,
    /** `authorization` only reserves the amount; default `payment`. */
    transaction_type: z.nullish(z.enum(TRANSACTION_TYPES, `must be ${TRANSACTION_TYPES.join(' or ')}`)),
    /** Data of your own. */
    additional_data: z.nullish(z.looseObject({}, 'must be an object')),
  },
  BLANK,
);
export type ProductRequest = z.input<typeof productRequest>;
