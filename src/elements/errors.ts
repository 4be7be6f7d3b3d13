import { CheckoutError, type Party } from '../http/error.js';

/** An attribute or property is missing or has a wrong value; nothing can be paid until it is fixed. */
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

/**
 * A key, an address or another setting contradicts the page's `configure()` or its script tag, or it changed after the payer
 * began to type. Nothing is sealed or sent, and the fields are emptied.
 */
export class SettingConflictError extends CheckoutError {
  override readonly name = 'SettingConflictError';
  readonly code: 'key_not_allowed' | 'address_not_allowed' | 'setting_changed' | 'settings_conflict';
  readonly party: Party = 'merchant';
  /** The attribute or property, or the setting that was made twice. */
  readonly setting: string;

  constructor(
    code: SettingConflictError['code'],
    setting: string,
    { expected, got, cure }: { expected: string; got: string; cure: string },
  ) {
    super(`${setting}: expected ${expected}; got ${got}. ${cure}`);
    this.code = code;
    this.setting = setting;
  }
}

/** A policy of the page keeps its elements from working; nothing was sent. */
export class PagePolicyError extends CheckoutError {
  override readonly name = 'PagePolicyError';
  readonly code: 'trusted_types_refused' | 'forms_refused';
  readonly party: Party = 'merchant';

  constructor(code: PagePolicyError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The texts of `language` could not be loaded; the element keeps the language it had, English at first. */
export class LanguageError extends CheckoutError {
  override readonly name = 'LanguageError';
  readonly code = 'language_unavailable';
  readonly party: Party = 'merchant';
  /** The language that was asked for. */
  readonly language: string;

  constructor(language: string, cause: unknown) {
    super(
      `language: expected the file with the sentences of "${language}"; got ${cause instanceof Error ? cause.message : 'nothing'}. ` +
        'Serve the folder locales beside checkout.js, or the chunk of your bundler, and allow it in script-src.',
      { cause },
    );
    this.language = language;
  }
}

/** The page is in a frame that may not open windows, so the payer can't get to their bank, which refuses to be framed. */
export class FramedPageError extends CheckoutError {
  override readonly name = 'FramedPageError';
  readonly code = 'window_refused';
  readonly party: Party = 'merchant';

  constructor() {
    super(
      'Expected a window for the bank’s page, which no frame may show; the browser opened none, though the payer pressed the ' +
        'button. This page is in a frame: add allow-popups and allow-popups-to-escape-sandbox to the frame’s sandbox, or ' +
        'show the page outside of a frame.',
    );
  }
}

const FRAME_TEXTS = {
  fields_unavailable: (url: string) =>
    `fields-url: expected the isolated fields at ${url}; they did not load. Nothing was sent. The payer can load them again. Check ` +
    'that the address serves them with their headers, that its document names this page’s origin as a parent, and that frame-src ' +
    'allows the address.',
  fields_lost: (url: string) =>
    `Expected the isolated fields of ${url} to stay; their frame has ended, or shows another document. The input was cleared, and ` +
    'none of it was sent. The payer can load them again.',
  fields_not_isolated: (url: string) =>
    `fields-url: expected a frame that this page can’t read; got one of the page’s own origin at ${url}. Serve it with ` +
    'Content-Security-Policy: sandbox allow-scripts allow-forms, or from another origin.',
  fields_obscured: (url: string, obstacle: string) =>
    `Expected the payer to see the button of the form at ${url} when they pressed it, unchanged for half a second; it was covered, cut ` +
    `off, transparent, scaled or filtered, or had just changed. Nothing was sealed or sent, and the payer was asked to press again. ${obstacle} Look for banners and headers over the ` +
    'frame, and for opacity, transform and filter on the frame and around it: even an effect that looks harmless counts. Remove it, ' +
    'or, if it has to stay, set visibility-guard="off".',
} as const;

/** The frame with the isolated fields did not load, was lost, does not protect the fields, or can't be seen. */
export class FieldsFrameError extends CheckoutError {
  override readonly name = 'FieldsFrameError';
  readonly code: keyof typeof FRAME_TEXTS;
  readonly party: Party;

  constructor(code: FieldsFrameError['code'], url: string, obstacle = '') {
    super(FRAME_TEXTS[code](url, obstacle));
    this.code = code;
    this.party = code === 'fields_lost' ? 'network' : 'merchant';
  }
}
