import { type CardField, inputOf } from '../../card/card.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { ALWAYS, type InputName } from './card-input-forms.js';

/** Which fields a card section asks for: those that every card has, those that the page or the gateway wants. */
export class AskedFields {
  readonly #section: SectionName;
  readonly #required = new Set<CardField>();
  /** Inputs that the gateway asked for, and that are not filled in. */
  readonly #wanted = new Set<InputName>();
  /** Fields to open from the beginning, beside those that every card has. */
  collected: readonly CardField[] = [];

  constructor(section: SectionName) {
    this.#section = section;
    this.reset();
  }

  /** All of them, once each. */
  get all(): readonly CardField[] {
    return [...new Set([...this.#required, ...this.collected])];
  }

  require(fields: readonly CardField[]): void {
    for (const field of fields) this.#required.add(field);
  }

  /** The gateway asked for inputs that are not filled in. */
  want(inputs: readonly string[]): void {
    for (const input of inputs) this.#wanted.add(input as InputName);
  }

  isWanted(input: InputName): boolean {
    return this.#wanted.has(input);
  }

  /** What the gateway asked for and is not filled in yet. */
  get wanted(): readonly CardField[] {
    return [...this.#wanted].map((input) => (input === 'expiry' ? 'exp_month' : input));
  }

  /** An input is filled in. */
  filled(input: InputName): void {
    this.#wanted.delete(input);
  }

  /** Back to the inputs that every card has. */
  reset(): void {
    this.#required.clear();
    this.#wanted.clear();
    this.require(ALWAYS[this.#section]);
  }
}

/** What a saved card's token stands for. */
export const isInToken = (field: CardField): boolean => ['number', 'expiry'].includes(inputOf(field));
