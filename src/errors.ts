import type { GatewayError, JobError, SealError } from './checkout/errors.js';
import type { FramedPageError, LanguageError, PagePolicyError, SettingConflictError, SettingError } from './elements/errors.js';
import type { FieldsFrameError } from './elements/form/framed/frame-error.js';
import type { LockError, MerchantError, RedirectError, StorageError } from './flow/errors.js';
import type { TransportError } from './http/request.js';

// The errors without the elements: for code that catches them.
export { GatewayError, JobError, SealError } from './checkout/errors.js';
export { FramedPageError, LanguageError, PagePolicyError, SettingConflictError, SettingError } from './elements/errors.js';
export { FieldsFrameError } from './elements/form/framed/frame-error.js';
export { LockError, MerchantError, RedirectError, StorageError } from './flow/errors.js';
export { CheckoutError, type Party } from './http/error.js';
export { TransportError } from './http/request.js';

/** Every error that `checkout-error` can carry, so that a `switch` over `code` can be exhaustive. */
export type AnyCheckoutError =
  | FieldsFrameError
  | FramedPageError
  | GatewayError
  | JobError
  | LanguageError
  | LockError
  | MerchantError
  | PagePolicyError
  | RedirectError
  | SealError
  | SettingConflictError
  | SettingError
  | StorageError
  | TransportError;

/** Every literal code. */
export type CheckoutErrorCode = AnyCheckoutError['code'];
