import { isHidden } from '../../page/visible-and-online.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { HELLO_PATIENCE, INIT, isHello, KNOWN, type Known, LOAD_PATIENCE } from '../../../channel/handshake.js';
import { type TypedPort, openTypedPort } from '../../../channel/typed-port.js';
import type { ToFrame } from '../../../channel/to-frame.js';
import { type ToPage, toPage } from '../../../channel/to-page.js';
import type { Clock } from '../../../clock/clock.js';
import { FieldsFrameError } from '../../errors.js';

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode };

/** The slot that the frame is in. */
export const FRAME_SLOT = 'isolated-fields';

/**
 * Whether the browser lets a page share its autofill with a frame of another origin. Other browsers would log a warning about the
 * unknown feature.
 */
const canShareAutofill = (): boolean =>
  (document as { featurePolicy?: { features(): string[] } }).featurePolicy?.features().includes('shared-autofill') ?? false;

/** The frame's messages about its fields. */
export type FrameMessage = Exclude<ToPage, { readonly kind: 'pong' | 'knows' }>;

/**
 * Marks an element that a React server has rendered and React has not yet hydrated. Until then, React would remove unknown
 * children.
 */
const UNHYDRATED = 'data-checkout-react';

/** The interval between pings, in milliseconds. Not every browser reports that the frame's process has died. */
const PING_INTERVAL = 5000;

/** How many pings may stay unanswered. A busy frame answers late. */
const MAX_MISSED_PINGS = 2;

/** How often a frame that the page removes from the element is put back in. */
const MAX_RETURNS = 3;

/** Who the link serves. */
export interface LinkEvents {
  /** The frame is connected. It has received no message yet. */
  opened(): void;
  received(message: FrameMessage): void;
  /** The connected frame is gone or replaced. Everything sent to it and received from it is void. */
  ended(): void;
  lost(error: FieldsFrameError): void;
  /** Whether the frame contains something that the payer would have to type again. */
  readonly isFilled: boolean;
}

/**
 * The frame with the fields, and the only channel to it. The frame is a child of the element and not in its shadow root, because
 * browsers do not search shadow roots for frames when they fill in a card.
 */
export class FrameLink implements ReactiveController {
  readonly #host: Host;
  readonly #url: string;
  readonly #clock: Clock;
  readonly #events: LinkEvents;
  #port: TypedPort<ToFrame> | undefined;
  /** What the connected frame's release knows of the messages. */
  #frameKnows: readonly string[] = [];
  /** Whether a new document is expected in the frame: the first one, or the one after the frame was moved or reloaded. */
  #isAwaited = false;
  /** How many pings were sent since the frame last answered one. */
  #missedPings = 0;
  #error: FieldsFrameError | undefined;
  #frame: HTMLIFrameElement | undefined;
  #returns = 0;
  /** Frameworks may remove children that they have not rendered. */
  readonly #children = new MutationObserver(() => {
    this.#removeCopies();
    if (!this.#frame || this.#frame.parentNode === this.#host) return;
    if (this.#events.isFilled || this.#returns === MAX_RETURNS) return this.#lose('fields_lost');
    this.#returns += 1;
    this.reload();
  });
  #stopWaiting = (): void => undefined;

  constructor(host: Host, url: string, clock: Clock, events: LinkEvents) {
    this.#host = host;
    this.#url = url;
    this.#clock = clock;
    this.#events = events;
  }

  /** Why the frame failed. Undefined while it is loading or working. */
  get error(): FieldsFrameError | undefined {
    return this.#error;
  }

  get isOpen(): boolean {
    return this.#port !== undefined;
  }

  get frame(): HTMLIFrameElement | undefined {
    return this.#frame;
  }

  readonly knows = (name: Known): boolean => this.#frameKnows.includes(name);

  hostConnected(): void {
    window.addEventListener('message', this.#listen);
    this.#children.observe(this.#host, { childList: true });
    this.#removeCopies();
    this.#await();
  }

  hostDisconnected(): void {
    window.removeEventListener('message', this.#listen);
    this.#children.disconnect();
    // Browsers reload a frame even if it is only moved.
    this.#end();
  }

  send(message: ToFrame): void {
    this.#port?.send(message);
  }

  /** Loads the frame again. */
  reload(): void {
    this.remove();
    this.#error = undefined;
    this.#await();
    this.#host.requestUpdate();
  }

  /** Removes the frame, so that the element can use other fields. */
  dispose(): void {
    this.#host.removeController(this);
    this.hostDisconnected();
    this.remove();
  }

  /** Treats the frame as lost. */
  markLost(): void {
    this.#lose('fields_lost');
  }

  /** Removes the frame from the page. */
  remove(): void {
    this.#end();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /**
   * Moves the focus into the frame, unless it is already there: focusing the frame again would take it from the input that has
   * it.
   */
  focus(options?: FocusOptions): void {
    const frame = this.#frame;
    const { activeElement } = (frame?.getRootNode() ?? document) as Document | ShadowRoot;
    if (activeElement !== frame) frame?.focus(options);
  }

  /** Moves the focus to the button with which the payer loads a lost frame again. */
  focusReload(options?: FocusOptions): void {
    this.#host.renderRoot.querySelector<HTMLElement>('.reload')?.focus(options);
  }

  /** Fires `focusin` for the frame. */
  announceFocus(): void {
    this.#frame?.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }));
  }

  /** @param height In CSS pixels. */
  show(title: string, height: number): void {
    if (!this.#frame) return;
    this.#frame.title = title;
    // Important, because the page may have its own rules for frames.
    this.#frame.style.setProperty('block-size', `${height}px`, 'important');
  }

  /** Adds the frame to the page if it is expected, but not before React has hydrated the element. */
  appear(): void {
    if (!this.#isAwaited || this.#frame || this.#host.hasAttribute(UNHYDRATED)) return;
    const frame = document.createElement('iframe');
    frame.slot = FRAME_SLOT;
    frame.src = this.#url;
    frame.referrerPolicy = 'no-referrer';
    if (canShareAutofill()) frame.allow = 'shared-autofill';
    frame.addEventListener('load', this.#loaded);
    this.#frame = frame;
    this.#host.append(frame);
  }

  /**
   * The origin that the frame's document must have. At the page's own origin, only a sandbox separates the two: its origin is
   * `null`.
   */
  get #origin(): string {
    const { origin } = new URL(this.#url);
    return origin === window.origin ? 'null' : origin;
  }

  /** A page that copies the element, as for its Back button, copies the frame too, which nobody is connected to. */
  #removeCopies(): void {
    for (const each of this.#host.querySelectorAll(`:scope > iframe[slot=${FRAME_SLOT}]`))
      if (each !== this.#frame) each.remove();
  }

  #await(): void {
    this.#isAwaited = true;
    this.appear();
    this.#waitFor(HELLO_PATIENCE);
  }

  #waitFor(milliseconds: number): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.after(milliseconds, () => this.#lose('fields_unavailable'));
  }

  /** Pings the frame regularly. While the page is hidden, missing answers don't count, because the browser may suspend both. */
  #watch(milliseconds = PING_INTERVAL): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.after(milliseconds, () => {
      if (isHidden()) this.#missedPings = 0;
      if (this.#missedPings === MAX_MISSED_PINGS) return this.#lose('fields_lost');
      this.#ping(this.#missedPings + 1);
      this.#watch();
    });
  }

  #ping(missed: number): void {
    this.#missedPings = missed;
    this.#port?.send({ kind: 'ping' });
  }

  #end(): void {
    this.#stopWaiting();
    if (!this.#port) return;
    this.#port.close();
    this.#port = undefined;
    this.#events.ended();
  }

  #lose(code: FieldsFrameError['code']): void {
    this.remove();
    this.#isAwaited = false;
    this.#error = new FieldsFrameError(code, this.#url);
    this.#events.lost(this.#error);
  }

  readonly #listen = (event: MessageEvent): void => {
    const target = this.frame?.contentWindow;
    const origin = this.#origin;
    if (!target) return;
    const { origin: own } = window;
    // The document is at the page's own origin without a sandbox, so the page could read it.
    if (origin === 'null' && isHello(event, { window: target, origin: own })) return this.#lose('fields_not_isolated');
    if (!isHello(event, { window: target, origin })) return;
    // Another document was put there, which may be in a sandbox too.
    if (this.#frame?.src !== this.#url || this.#frame.srcdoc) return this.#lose('fields_lost');
    // The frame has reloaded by itself, and what the payer had typed is lost.
    if (!this.#isAwaited) return this.#port && this.#lose('fields_lost');
    this.#end();
    this.#isAwaited = false;
    this.#missedPings = 0;
    this.#error = undefined;
    const { port1, port2 } = new MessageChannel();
    const port: TypedPort<ToFrame> = openTypedPort(port1, toPage, {
      received: (message) => {
        // Only a pong proves that the frame is alive: a closing document still reports that its fields are empty.
        if (message.kind === 'pong') this.#missedPings = 0;
        else if (message.kind === 'knows') {
          this.#frameKnows = message.names;
          // There may be more to send now.
          this.#host.requestUpdate();
        } else this.#events.received(message);
      },
      ended: () => {
        if (this.#port === port) this.#lose('fields_lost');
      },
    });
    this.#port = port;
    this.#frameKnows = [];
    port.send({ kind: 'knows', names: [...KNOWN] });
    // A sandboxed document has an opaque origin, which can't be used as a target.
    target.postMessage(INIT, origin === 'null' ? '*' : origin, [port2]);
    this.#events.opened();
    this.#watch();
  };

  readonly #loaded = (): void => {
    // The frame's script greets before the load event. If no greeting has come, an error page has loaded, or the document was
    // refused. If one has come, the load event is that of the same document or of another one in its place; a ping finds out.
    if (this.#port) {
      this.#ping(MAX_MISSED_PINGS);
      this.#watch(LOAD_PATIENCE);
    } else if (this.#isAwaited) this.#waitFor(LOAD_PATIENCE);
  };
}
