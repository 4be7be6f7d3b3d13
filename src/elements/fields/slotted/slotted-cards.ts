import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';
import type { SectionName } from '../../../wire/request/card-section.js';
import { adoptStyles } from './adopt-styles.js';
import { emptyCopies, SlottedCard, type SlottedText } from './slotted-card.js';

/** The settings and callbacks that an element passes to slotted cards. */
export interface SlottedCardsOptions {
  readonly text: () => SlottedText;
  /** The styles of the inputs; always the same array. */
  readonly styles: readonly CSSResult[];
  /** Called when the page has changed something inside the element. */
  readonly changed: () => void;
}

type Host = ReactiveControllerHost & Element;

/** The cards whose inputs the page has written inside the element, with `fields="slot"`. */
export class SlottedCards implements ReactiveController {
  readonly #host: Host;
  readonly #styles: readonly CSSResult[];
  readonly #observer: MutationObserver;
  readonly cards: Readonly<Record<SectionName, SlottedCard>>;
  #isOn = false;
  #releaseStyles: (() => void) | undefined;

  constructor(host: Host, { text, styles, changed }: SlottedCardsOptions) {
    this.#host = host;
    this.#styles = styles;
    // A framework may replace the inputs, and while the page loads, the parser may not have reached them.
    this.#observer = new MutationObserver(changed);
    const cardOf = (slot: string) => new SlottedCard(host, slot, () => (this.#isOn ? text() : undefined));
    this.cards = { credit_card: cardOf('source'), recipient_card: cardOf('recipient') };
    host.addController(this);
    emptyCopies(host);
  }

  /** Whether the page writes the inputs. */
  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    this.hostDisconnected();
    this.#isOn = isOn;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    emptyCopies(this.#host);
    if (!this.#isOn) return;
    this.#observer.observe(this.#host, { childList: true, subtree: true });
    this.#releaseStyles ??= adoptStyles(this.#host.getRootNode() as Document | ShadowRoot, this.#styles);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#releaseStyles?.();
    this.#releaseStyles = undefined;
  }
}
