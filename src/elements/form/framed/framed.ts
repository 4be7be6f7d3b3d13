import type { LitElement } from 'lit';
import type { ToFrame } from '../../../channel/to-frame.js';
import type { ToPage } from '../../../channel/to-page.js';
import { SealError } from '../../../checkout/errors.js';
import type { Binding, SealedSections } from '../../../checkout/seal.js';
import type { Clock } from '../../../clock/clock.js';
import type { CheckoutError } from '../../../http/error.js';
import type { Words } from '../../../locales/messages.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { FieldsFrameError } from '../../errors.js';
import type { CardLegends, Sealer } from '../../fields/card-fields.js';
import {
  type Act,
  EMPTY_FORM,
  type FormCommand,
  type FormPort,
  type FormReport,
  type FormSettings,
  type FormSnapshot,
  type FormStatus,
  isCheck,
} from '../port.js';
import { changes, errorOf, isOtherShop, NOTHING_TOLD, onlyKnown, otherKey, shortened } from './frame-messages.js';
import { FrameLink, type FrameMessage, type LinkEvents } from './frame-link.js';
import { obscuredReason, OutlineWatch } from './obscured-reason.js';

/** How long an answer may take, in milliseconds. Not every browser reports that the frame's process has died. */
const ANSWER_PATIENCE = 10_000;

/** Why the payer could not read a button that nothing covered. */
const EARLY = 'Nothing covered it, but it had been in view, unchanged, for less than half a second.';

/** Why nothing was sealed, where it is no error: the cards or the sum are not those for which the payer saw the price. */
const OTHER: readonly string[] = ['stale', 'other_sum', 'not_pressed'];

/** The settings of a page that has set none. */
const UNSET: FormSettings = {
  shop: undefined,
  subject: undefined,
  language: 'en',
  collect: {},
  saved: {},
  autoAdvance: false,
  guards: true,
};

/** The frame, and the page's own key. */
export interface FramedOptions {
  /** The frame's address. */
  readonly url: string;
  readonly legends: CardLegends;
  readonly sealer: () => Promise<Sealer>;
  /** The settings so far. */
  readonly settings: Partial<FormSettings>;
  readonly clock: Clock;
}

/** A request that the frame has not answered yet. */
interface Asked {
  readonly resolve: (sections: SealedSections | undefined) => void;
  readonly reject: (error: CheckoutError) => void;
  readonly sealed: { [Section in SectionName]?: { readonly token: string } };
}

/**
 * The port to a form in a frame that the page can't read: at another origin, or in a sandbox. Typing, judging, pressing and sealing happen
 * in the frame. This class knows only what the frame reports.
 */
export class FramedPort implements FormPort, LinkEvents {
  readonly link: FrameLink;
  readonly #host: LitElement;
  readonly #options: FramedOptions;
  readonly #listeners = new Set<(report: FormReport) => void>();
  readonly #outlines: OutlineWatch;
  readonly #asked = new Map<number, Asked>();
  #ids = 0;
  #settings: FormSettings;
  #status: FormStatus | undefined;
  /** How the element looks and what it says. */
  #looks: { readonly words: Words; readonly theme: readonly string[] } | undefined;
  #told = NOTHING_TOLD;
  #serial = 0;
  /** Added to the frame's revisions, so that a reloaded frame never repeats an old one. */
  #base = 0;
  #known: FormSnapshot = EMPTY_FORM;
  #seen = 0;
  #hadFocus = false;
  /** Moves the focus into the form, which was asked for it before the frame could take it. */
  #focusLater: (() => void) | undefined;
  snapshot: FormSnapshot = EMPTY_FORM;
  error: CheckoutError | undefined;
  /** The height of the form, in CSS pixels. */
  height = 0;
  /** Whether the frame can be shown. */
  isReady = false;

  constructor(host: LitElement, options: FramedOptions) {
    this.#host = host;
    this.#options = options;
    this.#settings = { ...UNSET, ...options.settings };
    this.#outlines = new OutlineWatch(options.clock);
    this.link = new FrameLink(host, options.url, options.clock, this);
    host.addController(this.link);
  }

  subscribe(report: (report: FormReport) => void): () => void {
    this.#listeners.add(report);
    return () => this.#listeners.delete(report);
  }

  post(command: FormCommand): void {
    switch (command.kind) {
      case 'set': {
        const { kind: _, ...settings } = command;
        this.#settings = { ...this.#settings, ...settings };
        return this.#judgeShop();
      }
      case 'status':
        this.#status = command.status;
        return;
      case 'require':
        return this.#change({ kind: 'require', serial: 0, fields: onlyKnown(command.fields, this.link.knows) });
      case 'refuse':
        this.link.focus();
        return this.#change({ kind: 'refuse', serial: 0, errors: shortened(command.errors) });
      case 'clear':
      case 'refill':
      case 'refresh':
        return this.#change({ ...command, serial: 0 });
      case 'focus':
        return this.#focus(command.where, command.options);
      case 'complain':
        // The frame shows its errors by itself, and only when the payer presses: the page could read their number by when they appear.
        return command.movesFocus ? this.#focus('unfinished') : undefined;
      default:
        return command satisfies never;
    }
  }

  async thumbprint(): Promise<string> {
    // From the page's own key: a payment that was interrupted is resumed without the frame. The frame seals with the same key or
    // not at all.
    return (await this.#options.sealer()).thumbprint;
  }

  async seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    this.tell();
    const { link } = this;
    if (link.error || !link.isOpen) throw link.error ?? this.#lostError;
    const { operation, amount, currency, trackingId, productId, contract, issuedAt } = binding;
    const kept = contract && link.knows('contract') && { contract: contract as 'oneclick'[] };
    const id = (this.#ids += 1);
    const bound = { operation, amount, currency, trackingId, productId, issuedAt, ...kept };
    const stop = this.#options.clock.after(ANSWER_PATIENCE, () => link.markLost());
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject, sealed: {} });
        link.send({ kind: 'seal', id, revision: revision - this.#base, binding: bound });
      });
    } finally {
      stop();
      this.#asked.delete(id);
    }
  }

  /** Tells the frame everything that has changed since the last time. */
  tell(looks = this.#looks): void {
    this.#looks = looks;
    const status = this.#status;
    const { shop } = this.#settings;
    if (!this.link.isOpen || !looks || !status || !shop) return;
    const { messages, known } = changes(this.#told, {
      ...looks,
      shop,
      settings: this.#settings,
      sections: Object.values(this.#options.legends),
      status,
      knows: this.link.knows,
    });
    this.#told = known;
    for (const message of messages) {
      if ('serial' in message) this.#change(message);
      else this.link.send(message);
    }
  }

  opened(): void {
    this.tell();
  }

  received(message: FrameMessage): void {
    switch (message.kind) {
      case 'ready':
        return void this.#ready(message.thumbprint);
      case 'fault':
        this.error = errorOf(message, this.#options.url);
        return this.#report({ kind: 'judged' });
      case 'size':
        // While the form is hidden, the frame measures 0. It keeps its height for the payer's return.
        this.height = Math.min(message.height || this.height, 5000);
        return this.#host.requestUpdate();
      case 'press':
        if (message.state) this.received({ kind: 'state', ...message.state });
        return this.#pressed(message.act);
      case 'refused':
        return this.#refused(message.why);
      case 'restart':
      case 'remove':
        return this.#report(message);
      case 'state':
        this.#known = { ...message.state, revision: this.#base + message.state.revision };
        this.#seen = message.seen;
        // Focus inside a frame fires no event outside of it, and other code waits for the first `focusin`.
        if (message.hasFocus && !this.#hadFocus) this.link.announceFocus();
        this.#hadFocus = message.hasFocus;
        return this.#settle();
      default:
        return this.#answered(message);
    }
  }

  /** Starts over after the frame was replaced or removed. */
  ended(): void {
    this.#told = NOTHING_TOLD;
    this.isReady = this.#hadFocus = false;
    this.#serial = this.#seen = 0;
    this.#base = this.#known.revision + 1;
    this.#known = { ...EMPTY_FORM, revision: this.#base };
    for (const { reject } of this.#asked.values()) reject(this.#lostError);
    this.#settle();
    this.#host.requestUpdate();
  }

  lost(error: FieldsFrameError): void {
    this.#host.requestUpdate();
    this.#report({ kind: 'failed', error });
  }

  get isFilled(): boolean {
    return this.#known.isFilled;
  }

  get #lostError(): FieldsFrameError {
    return new FieldsFrameError('fields_lost', this.#options.url);
  }

  /** Loads the frame again for another shop: the error and the payer's input belong to the last one. */
  #judgeShop(): void {
    const { shop } = this.#settings;
    if (!shop || !isOtherShop(this.#told, shop)) return;
    this.error = undefined;
    this.link.reload();
  }

  #focus(where: 'first' | 'unfinished', options?: FocusOptions): void {
    if (this.link.error) return this.link.focusReload(options);
    if (!this.isReady) this.#focusLater = () => this.#focus(where, options);
    if (!this.isReady || (where === 'unfinished' && this.snapshot.complete)) return;
    this.link.focus(options);
    this.link.send({ kind: 'focus', where });
  }

  /** Sends a message that may change the state. Until the frame has applied it, nothing is complete. */
  #change(message: Extract<ToFrame, { readonly serial: number }>): void {
    if (!this.link.isOpen) return;
    this.#serial += 1;
    this.link.send({ ...message, serial: this.#serial });
    if (message.kind === 'require' || message.kind === 'clear') this.#settle();
  }

  /** Shows the frame, if it seals with the shop's key. */
  async #ready(thumbprint: string): Promise<void> {
    const base = this.#base;
    // An error of the key is the element's own.
    const shopThumbprint = await this.thumbprint().catch(() => undefined);
    if (base !== this.#base || shopThumbprint === undefined) return;
    if (shopThumbprint === thumbprint) {
      this.isReady = true;
      this.#changed();
      await this.#host.updateComplete;
      // Unless the payer has gone elsewhere meanwhile.
      if (document.activeElement === document.body) this.#focusLater?.();
      this.#focusLater = undefined;
      return;
    }
    this.error = otherKey(shopThumbprint, thumbprint);
    this.link.remove();
    this.#report({ kind: 'judged' });
  }

  /** Passes a press on, unless an outline covered the button: only the page can know of that. */
  #pressed(act: Act): void {
    this.#look();
    if (isCheck(act) || !this.#settings.guards || this.#outlines.isClear) return this.#report({ kind: 'pressed', act });
    this.link.send({ kind: 'unseen' });
    this.#refused('covered');
  }

  /** Looks for outlines over the frame while a press could pay. */
  #look(): void {
    this.#outlines.look(this.snapshot.complete ? this.link.frame : undefined);
  }

  /** @param why An older frame does not say. */
  #refused(why?: 'covered' | 'early'): void {
    const { frame } = this.link;
    if (!frame) return;
    const reason = why === 'early' ? EARLY : obscuredReason(frame);
    this.#report({ kind: 'failed', error: new FieldsFrameError('fields_obscured', this.#options.url, reason) });
  }

  #answered(answer: Extract<ToPage, { readonly id: number }>): void {
    const request = this.#asked.get(answer.id);
    if (!request) return;
    if (answer.kind === 'sealed') {
      request.sealed[answer.section] = { token: answer.token };
      if (Object.keys(request.sealed).length >= answer.of) request.resolve(request.sealed);
    } else if (OTHER.includes(answer.reason)) request.resolve(undefined);
    else request.reject(new SealError(answer.reason as SealError['code'], answer.message));
  }

  #settle(): void {
    const isLate = this.#seen < this.#serial;
    const state = isLate ? { ...this.#known, checkable: false, complete: false } : this.#known;
    if (JSON.stringify(state) === JSON.stringify(this.snapshot)) return;
    this.snapshot = state;
    this.#look();
    this.#changed();
  }

  #changed(): void {
    this.#host.requestUpdate();
    this.#report({ kind: 'changed' });
  }

  #report(report: FormReport): void {
    for (const listener of this.#listeners) listener(report);
  }
}
