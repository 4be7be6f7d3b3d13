import { CheckoutError, type Party } from '../../../http/error.js';

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
