import { type CardField, inputOf } from '../../card/card.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { ALWAYS, type InputName } from './card-input-forms.js';

/** The fields that a card section asks for: those of every card, and those that the page or the gateway wants. */
export class AskedFields {
  readonly #section: SectionName;
  readonly #required = new Set<CardField>();
  /** Inputs that the gateway asked for and the payer has not filled in. */
  readonly #wanted = new Set<InputName>();
  /** Fields to show from the start, in addition to those of every card. */
  collected: readonly CardField[] = [];

  constructor(section: SectionName) {
    this.#section = section;
    this.reset();
  }

  /** All fields, without duplicates. */
  get all(): readonly CardField[] {
    return [...new Set([...this.#required, ...this.collected])];
  }

  require(fields: readonly CardField[]): void {
    for (const field of fields) this.#required.add(field);
  }

  /** Marks inputs that the gateway asked for and the payer has not filled in. */
  want(inputs: readonly string[]): void {
    for (const input of inputs) this.#wanted.add(input as InputName);
  }

  isWanted(input: InputName): boolean {
    return this.#wanted.has(input);
  }

  /** The fields that the gateway asked for and the payer has not filled in. */
  get wanted(): readonly CardField[] {
    return [...this.#wanted].map((input) => (input === 'expiry' ? 'exp_month' : input));
  }

  /** Unmarks an input that the payer has filled in. */
  filled(input: InputName): void {
    this.#wanted.delete(input);
  }

  /** Forgets all fields that the gateway asked for. */
  reset(): void {
    this.#required.clear();
    this.#wanted.clear();
    this.require(ALWAYS[this.#section]);
  }
}

/** Whether a saved card's token replaces the field. */
export const isInToken = (field: CardField): boolean => ['number', 'expiry'].includes(inputOf(field));
