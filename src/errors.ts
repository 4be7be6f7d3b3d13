// The errors without the elements: for code that catches them.
export { JobError, SealError } from './checkout/errors.js';
export { GatewayError } from './wire/response/gateway-error.js';
export {
  FieldsFrameError,
  FramedPageError,
  LanguageError,
  PagePolicyError,
  SettingConflictError,
  SettingError,
} from './elements/errors.js';
export { LockError, MerchantError, RedirectError, StorageError } from './flow/errors.js';
export { CheckoutError, type Party } from './http/error.js';
export { TransportError } from './http/request.js';
export type { AnyCheckoutError, CheckoutErrorCode } from './elements/any-error.js';
