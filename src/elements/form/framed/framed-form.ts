import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { ToFrame } from '../../../channel/to-frame.js';
import type { Binding, SealedSections } from '../../../checkout/seal.js';
import type { Clock } from '../../../clock/clock.js';
import type { CheckoutError } from '../../../http/error.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import type { Speech } from '../../base/speech.js';
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
import { FrameUpdates, errorOf, onlyCards, otherKey } from './frame-updates.js';
import { FRAME_SLOT, FrameLink, type FrameMessage } from './frame-link.js';
import { FrameRequests } from './frame-requests.js';
import { FieldsFrameError } from '../../errors.js';
import { obscuredReason, outlineOver } from './obscured-reason.js';

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode };

/** How often the page looks for outlines over the frame while it can pay, and how long before a press there must be none, in milliseconds. */
const LOOK = 200;
const CLEAR = 700;

/** Why the payer could not read a button that nothing covered. */
const EARLY = 'Nothing covered it, but it had been in view, unchanged, for less than half a second.';

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

/** What a form in a frame needs from the page. */
export interface FramedFormOptions {
  /** The frame's address. */
  readonly url: string;
  readonly legends: CardLegends;
  readonly sealer: () => Promise<Sealer>;
  /** The settings so far. */
  readonly settings: Partial<FormSettings>;
  readonly clock: Clock;
}

/**
 * The form of a payment in a frame that the page can't read: at another origin, or in a sandbox. Typing, judging, pressing and sealing
 * happen in the frame. This class knows only what the frame reports.
 */
export class FramedForm implements FormPort, ReactiveController {
  readonly #host: Host;
  readonly #options: FramedFormOptions;
  readonly #link: FrameLink;
  readonly #listeners = new Set<(report: FormReport) => void>();
  readonly #requests: FrameRequests;
  #speech: Speech | undefined;
  #settings: FormSettings;
  #status: FormStatus | undefined;
  #updates = new FrameUpdates();
  #serial = 0;
  /** Added to the frame's revisions, so that a reloaded frame never repeats an old one. */
  #base = 0;
  #known: FormSnapshot = EMPTY_FORM;
  #seen = 0;
  #snapshot: FormSnapshot = EMPTY_FORM;
  #height = 0;
  #error: CheckoutError | undefined;
  #isReady = false;
  /** When an outline was over the frame last. */
  #outlinedAt = -Infinity;
  #stopLooking: (() => void) | undefined;
  #hadFocus = false;
  readonly #themes = new MutationObserver(() => this.#sync());

  constructor(host: Host, options: FramedFormOptions) {
    this.#host = host;
    this.#options = options;
    this.#settings = { ...UNSET, ...options.settings };
    this.#link = new FrameLink(host, options.url, options.clock, {
      opened: () => this.#sync(),
      received: (message) => this.#receive(message),
      ended: () => this.#forget(),
      isFilled: () => this.#known.isFilled,
      lost: (error) => {
        this.#host.requestUpdate();
        this.#report({ kind: 'failed', error });
      },
    });
    this.#requests = new FrameRequests(this.#link, options);
    host.addController(this.#link);
    host.addController(this);
  }

  /** Removes the frame, so that the element can use other fields. */
  dispose(): void {
    this.#host.removeController(this.#link);
    this.#host.removeController(this);
    this.#link.hostDisconnected();
    this.#link.remove();
    this.hostDisconnected();
  }

  hostConnected(): void {
    // Pages switch between light and dark by attributes of these elements.
    for (const each of [document.documentElement, document.body, this.#host]) this.#themes.observe(each, { attributes: true });
  }

  hostDisconnected(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
    this.#themes.disconnect();
  }

  hostUpdated(): void {
    this.#sync();
  }

  get error(): CheckoutError | undefined {
    return this.#error;
  }

  get snapshot(): FormSnapshot {
    return this.#snapshot;
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
        return this.#change({ kind: 'require', serial: 0, fields: onlyCards(command.fields) });
      case 'refuse':
        return this.#refuse(command.errors);
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
    this.#sync();
    const { error } = this.#link;
    if (error) throw error;
    return this.#requests.seal(binding, revision - this.#base);
  }

  /** Whether the frame can be shown. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Loads the frame again for another shop: the error and the payer's input belong to the last one. */
  #judgeShop(): void {
    const { shop } = this.#settings;
    if (!shop || !this.#updates.isForOtherShop(shop)) return;
    this.#error = undefined;
    this.#link.reload();
  }

  /** @param placeholder As high as the form, until the frame is ready. */
  render(speech: Speech, placeholder: unknown = nothing): unknown {
    this.#speech = speech;
    const { words } = speech;
    if (this.#link.error) {
      return html`<div part="isolated-fields" class="lost">
        <p part="problem" class="error" role="alert">${words.fields_lost}</p>
        <button part="button" type="button" class="quiet reload" @click=${() => this.#link.reload()}>${words.fields_reload}</button>
      </div>`;
    }
    this.#link.show(words.card_fields, this.#height);
    return html`<div part="isolated-fields" class="isolated ${this.#isReady ? '' : 'coming'}" @focus-fields=${() => this.#focus('first')}>
      ${placeholder}
      <slot name=${FRAME_SLOT}></slot>
    </div>`;
  }

  #focus(where: 'first' | 'unfinished', options?: FocusOptions): void {
    if (this.#link.error) return this.#host.renderRoot.querySelector<HTMLElement>('.reload')?.focus(options);
    if (!this.#isReady || (where === 'unfinished' && this.#snapshot.complete)) return;
    this.#link.focus(options);
    this.#link.send({ kind: 'focus', where });
  }

  #refuse(errors: readonly FieldError[]): void {
    const short = errors.slice(0, 8).map(({ path, messages }) => ({
      path: path.slice(0, 6).map((part) => part.slice(0, 60)),
      messages: messages.slice(0, 4).map((message) => message.slice(0, 300)),
    }));
    this.#link.focus();
    this.#change({ kind: 'refuse', serial: 0, errors: short });
  }

  /** The part of the element that shows the frame. */
  get #place(): Element | null {
    return this.#host.renderRoot.querySelector('.isolated');
  }

  /** Sends the frame everything that has changed since the last message. */
  #sync(): void {
    this.#link.appear();
    const [status, shop, speech] = [this.#status, this.#settings.shop, this.#speech];
    if (!this.#link.isOpen || !this.#place || !status || !shop || !speech) return;
    const input = {
      host: this.#host,
      shop,
      words: speech.words,
      settings: this.#settings,
      sections: Object.values(this.#options.legends),
      status,
      canDisable: this.#link.knows('disabled'),
    };
    for (const message of this.#updates.changes(input)) {
      if (message.kind === 'set' || message.kind === 'saved') this.#change(message);
      else this.#link.send(message);
    }
  }

  /** Sends a message that may change the state. Until the frame has applied it, nothing is complete. */
  #change(message: Extract<ToFrame, { readonly serial: number }>): void {
    if (!this.#link.isOpen) return;
    this.#serial += 1;
    this.#link.send({ ...message, serial: this.#serial });
    if (message.kind === 'require' || message.kind === 'clear') this.#settle();
  }

  /** Shows the frame, if it seals with the shop's key. */
  async #ready(thumbprint: string): Promise<void> {
    const updates = this.#updates;
    // An error of the key is the element's own.
    const own = await this.thumbprint().catch(() => undefined);
    if (updates !== this.#updates || own === undefined) return;
    if (own === thumbprint) {
      this.#isReady = true;
      return this.#changed();
    }
    this.#error = otherKey(own, thumbprint);
    this.#link.remove();
    this.#report({ kind: 'judged' });
  }

  #receive(message: FrameMessage): void {
    switch (message.kind) {
      case 'ready':
        return void this.#ready(message.thumbprint);
      case 'fault':
        this.#error = errorOf(message, this.#options.url);
        return this.#report({ kind: 'judged' });
      case 'size':
        // While the form is hidden, the frame measures 0. It keeps its height for the payer's return.
        this.#height = Math.min(message.height || this.#height, 5000);
        return this.#host.requestUpdate();
      case 'press':
        if (message.state) this.#receive({ kind: 'state', ...message.state });
        return this.#pressed(message.act);
      case 'refused':
        return this.#refused(message.why);
      case 'restart':
        return this.#report({ kind: 'restart' });
      case 'remove':
        return this.#report(message);
      case 'state':
        this.#known = { ...message.state, revision: this.#base + message.state.revision };
        this.#seen = message.seen;
        this.#followFocus(message.hasFocus);
        return this.#settle();
      default:
        this.#requests.answer(message);
    }
  }

  /**
   * Fires `focusin` for the frame. Focus inside a frame fires no event outside of it, and other code waits for the first
   * `focusin`.
   */
  #followFocus(hasFocus: boolean): void {
    if (hasFocus && !this.#hadFocus)
      this.#link.frame?.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }));
    this.#hadFocus = hasFocus;
  }

  /** Passes a press on, unless an outline covered the button: only the page can know of that. */
  #pressed(act: Act): void {
    this.#look();
    const isClear = this.#options.clock.monotonic() - this.#outlinedAt > CLEAR;
    if (isCheck(act) || !this.#settings.guards || isClear) return this.#report({ kind: 'pressed', act });
    this.#link.send({ kind: 'unseen' });
    this.#refused('covered');
  }

  /** Looks for outlines over the frame, and does so again while a press could pay. */
  #look(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
    const { frame } = this.#link;
    if (!frame || !this.#snapshot.complete) return;
    if (outlineOver(frame)) this.#outlinedAt = this.#options.clock.monotonic();
    this.#stopLooking = this.#options.clock.after(LOOK, () => this.#look());
  }

  /** @param why An older frame does not say. */
  #refused(why?: 'covered' | 'early'): void {
    const { frame } = this.#link;
    if (!frame) return;
    const reason = why === 'early' ? EARLY : obscuredReason(frame);
    this.#report({ kind: 'failed', error: new FieldsFrameError('fields_obscured', this.#options.url, reason) });
  }

  #settle(): void {
    const isLate = this.#seen < this.#serial;
    const state = isLate ? { ...this.#known, checkable: false, complete: false } : this.#known;
    if (JSON.stringify(state) === JSON.stringify(this.#snapshot)) return;
    this.#snapshot = state;
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

  /** Starts over after the frame was replaced or removed. */
  #forget(): void {
    this.#updates = new FrameUpdates();
    this.#isReady = this.#hadFocus = false;
    this.#serial = this.#seen = 0;
    this.#base = this.#known.revision + 1;
    this.#known = { ...EMPTY_FORM, revision: this.#base };
    this.#requests.cancelAll();
    this.#settle();
    this.#host.requestUpdate();
  }
}
