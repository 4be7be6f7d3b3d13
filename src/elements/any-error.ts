import type { JobError, SealError } from '../checkout/errors.js';
import type { GatewayError } from '../wire/response/gateway-error.js';
import type { LockError, MerchantError, RedirectError, StorageError } from '../flow/errors.js';
import type { TransportError } from '../http/request.js';
import type {
  FieldsFrameError,
  FramedPageError,
  LanguageError,
  PagePolicyError,
  SettingConflictError,
  SettingError,
} from './errors.js';

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
