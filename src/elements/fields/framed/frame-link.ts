import { isHidden } from '../../page/presence.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { HELLO_PATIENCE, INIT, isHello, LOAD_PATIENCE } from '../../../channel/handshake.js';
import { type Line, openLine } from '../../../channel/line.js';
import type { ToFrame } from '../../../channel/to-frame.js';
import { type ToPage, toPage } from '../../../channel/to-page.js';
import type { Clock } from '../../../clock/clock.js';
import { FieldsFrameError } from './frame-error.js';

type Host = ReactiveControllerHost & Element;

/** The slot that the frame is in. */
export const FRAME_SLOT = 'isolated-fields';

/** Whether this browser lets a page share its autofill with a frame of another origin; other browsers log a warning about the token. */
const lendsAutofill = (): boolean =>
  (document as { featurePolicy?: { features(): string[] } }).featurePolicy?.features().includes('shared-autofill') ?? false;

/** What the frame tells of its fields. */
export type FramesNews = Exclude<ToPage, { readonly kind: 'pong' }>;

/** Marks an element that a React server has written. Until React has taken it over, it would remove children that it does not know. */
const UNHYDRATED = 'data-checkout-react';

/** How often the frame is asked whether it is still there, in milliseconds: no browser reports that its process has died. */
const BEAT = 5000;

/** How many questions may be without an answer. A busy frame answers late. */
const MOST_MISSES = 2;

/** How often a frame that the page takes out of the element is put back in. */
const MOST_RETURNS = 3;

/** What happens on the link. */
export interface LinkEvents {
  /** The frame listens from now on, and knows nothing yet. */
  readonly opened: () => void;
  readonly heard: (message: FramesNews) => void;
  /** The frame that listened no longer counts: it knows nothing, and nothing is known of it. */
  readonly ended: () => void;
  readonly lost: (error: FieldsFrameError) => void;
  /** Whether the frame holds something that the payer would have to type again. */
  readonly isFilled: () => boolean;
}

/**
 * The frame with the fields, and the one channel to it. The frame is a child of the element and not part of its shadow root:
 * browsers do not look for a frame there when they fill in a card.
 */
export class FrameLink implements ReactiveController {
  readonly #host: Host;
  readonly #url: string;
  readonly #clock: Clock;
  readonly #events: LinkEvents;
  #line: Line<ToFrame> | undefined;
  /** A document of the frame's own is expected: the first, or that of a frame that was moved or loaded again. */
  #isAwaited = false;
  /** How often it was asked whether it is still there, since it last answered. */
  #misses = 0;
  #error: FieldsFrameError | undefined;
  #frame: HTMLIFrameElement | undefined;
  #returns = 0;
  /** Frameworks may remove what they have not rendered. */
  readonly #children = new MutationObserver(() => {
    if (!this.#frame || this.#frame.parentNode === this.#host) return;
    if (this.#events.isFilled() || this.#returns === MOST_RETURNS) return this.#lose('fields_lost');
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

  /** Why the frame is not there; undefined: it is, or is still awaited. */
  get error(): FieldsFrameError | undefined {
    return this.#error;
  }

  get isOpen(): boolean {
    return this.#line !== undefined;
  }

  get frame(): HTMLIFrameElement | undefined {
    return this.#frame;
  }

  hostConnected(): void {
    window.addEventListener('message', this.#listen);
    this.#children.observe(this.#host, { childList: true });
    this.#await();
  }

  hostDisconnected(): void {
    window.removeEventListener('message', this.#listen);
    this.#children.disconnect();
    // Browsers load a frame anew even when it is only moved.
    this.#end();
  }

  send(message: ToFrame): void {
    this.#line?.send(message);
  }

  /** Loads the frame anew. */
  reload(): void {
    this.remove();
    this.#error = undefined;
    this.#await();
    this.#host.requestUpdate();
  }

  /** Treats the frame as lost. */
  giveUp(): void {
    this.#lose('fields_lost');
  }

  /** Takes the frame out of the page. */
  remove(): void {
    this.#end();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** Moves the focus into the frame; where it is there already, it would be taken from the input that has it. */
  focus(options?: FocusOptions): void {
    const frame = this.#frame;
    const { activeElement } = (frame?.getRootNode() ?? document) as Document | ShadowRoot;
    if (activeElement !== frame) frame?.focus(options);
  }

  /** @param height In CSS pixels. */
  show(title: string, height: number): void {
    if (!this.#frame) return;
    this.#frame.title = title;
    // The page may have rules of its own for frames.
    this.#frame.style.setProperty('block-size', `${height}px`, 'important');
  }

  /** Puts the frame into the page, if it is awaited, and as soon as it can stay there. */
  appear(): void {
    if (!this.#isAwaited || this.#frame || this.#host.hasAttribute(UNHYDRATED)) return;
    const frame = document.createElement('iframe');
    frame.slot = FRAME_SLOT;
    frame.src = this.#url;
    frame.referrerPolicy = 'no-referrer';
    if (lendsAutofill()) frame.allow = 'shared-autofill';
    frame.addEventListener('load', this.#loaded);
    this.#frame = frame;
    this.#host.append(frame);
  }

  /** The origin that the frame's document has to have: at the page's own address, only a sandbox separates the two. */
  get #origin(): string {
    const { origin } = new URL(this.#url);
    return origin === window.location.origin ? 'null' : origin;
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

  /** Asks again and again whether the frame is there. In a page that is hidden, both may sleep. */
  #watch(milliseconds = BEAT): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.after(milliseconds, () => {
      if (isHidden()) this.#misses = 0;
      if (this.#misses === MOST_MISSES) return this.#lose('fields_lost');
      this.#ask(this.#misses + 1);
      this.#watch();
    });
  }

  #ask(misses: number): void {
    this.#misses = misses;
    this.#line?.send({ kind: 'ping' });
  }

  #end(): void {
    this.#stopWaiting();
    if (!this.#line) return;
    this.#line.close();
    this.#line = undefined;
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
    const { origin: own } = window.location;
    // At the page's own address without the sandbox: the page could read it.
    if (origin === 'null' && isHello(event, { window: target, origin: own })) return this.#lose('fields_not_isolated');
    if (!isHello(event, { window: target, origin })) return;
    // It has loaded by itself, and what the payer had typed is gone.
    if (!this.#isAwaited) return this.#line && this.#lose('fields_lost');
    this.#end();
    this.#isAwaited = false;
    this.#misses = 0;
    this.#error = undefined;
    const { port1, port2 } = new MessageChannel();
    const line: Line<ToFrame> = openLine(port1, toPage, {
      heard: (message) => {
        // No other message proves that it is alive: a closing document still reports its fields as emptied.
        if (message.kind === 'pong') this.#misses = 0;
        else this.#events.heard(message);
      },
      ended: () => {
        if (this.#line === line) this.#lose('fields_lost');
      },
    });
    this.#line = line;
    // A sandboxed document can't be named by its origin.
    target.postMessage(INIT, origin === 'null' ? '*' : origin, [port2]);
    this.#events.opened();
    this.#watch();
  };

  readonly #loaded = (): void => {
    // Its script runs before this. What has loaded without a greeting is an error page, or was refused; what has loaded after
    // one is either the document that greeted, or another in its place.
    if (this.#line) {
      this.#ask(MOST_MISSES);
      this.#watch(LOAD_PATIENCE);
    } else if (this.#isAwaited) this.#waitFor(LOAD_PATIENCE);
  };
}
