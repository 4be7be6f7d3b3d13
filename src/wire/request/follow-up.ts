import * as z from 'zod/mini';
import { amount, BLANK, orBlank, requiredText } from './values.js';

// The spec has a product type that only reserves money (2.7), and no request that takes or releases it. Gateways of the family do.

/** Takes reserved money (a capture), or releases it (a void): of which transaction, and how much in minor units. */
export const followUpRequest = z.looseObject({ parent_uid: requiredText, amount });
export type FollowUpRequest = z.infer<typeof followUpRequest>;

/** Gives money back. */
export const refundRequest = z.looseObject({
  ...followUpRequest.shape,
  reason: /* @__PURE__ */ z
    .string(orBlank('must be a string'))
    .check(z.regex(/\S/, BLANK), z.maxLength(255, 'is too long (maximum is 255 characters)')),
});
