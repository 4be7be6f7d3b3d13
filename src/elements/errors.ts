import { CheckoutError, type Party } from '../http/error.js';

/** An attribute or property is missing, or can't be what it is set to; nothing can be paid until it is mended. */
export class SettingError extends CheckoutError {
  override readonly name = 'SettingError';
  readonly code = 'setting_invalid';
  readonly party: Party = 'merchant';
  /** The attribute's name. */
  readonly setting: string;

  constructor(setting: string, expected: string, got: string, cure: string) {
    super(`${setting}: expected ${expected}; got ${got}. ${cure}`);
    this.setting = setting;
  }
}
