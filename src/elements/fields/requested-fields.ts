import { type CardField, type CardInputName, fieldsAsked, rowOf } from '../../card/card-fields.js';
import { inputOf } from '../../card/card.js';
import type { SectionName } from '../../wire/request/card-section.js';

/** The fields that a card section asks for: those of every card, and those that the page or the gateway requests. */
export class RequestedFields {
  readonly #section: SectionName;
  readonly #required = new Set<CardField>();
  /** Inputs that the gateway asked for and the payer has not filled in. */
  readonly #missing = new Set<CardInputName>();
  /** The fields that a check has to seal. */
  readonly byCheck = new Set<CardField>();
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

  /** Shows fields that the gateway asked for, and includes them in checks. */
  ask(fields: readonly CardField[]): void {
    this.require(fields);
    for (const field of fields) this.byCheck.add(field);
  }

  require(fields: readonly CardField[]): void {
    for (const field of fields) this.#required.add(field);
  }

  /** Marks inputs that the gateway asked for and the payer has not filled in. */
  markMissing(inputs: readonly string[]): void {
    for (const input of inputs) this.#missing.add(input as CardInputName);
  }

  isMissing(input: CardInputName): boolean {
    return this.#missing.has(input);
  }

  /** The fields that the gateway asked for and the payer has not filled in. */
  get missing(): readonly CardField[] {
    return [...this.#missing].map((input) => rowOf(input).fields[0]!);
  }

  /** Unmarks an input that the payer has filled in. */
  markFilled(input: CardInputName): void {
    this.#missing.delete(input);
  }

  /** Forgets all fields that the gateway asked for. */
  reset(): void {
    this.#required.clear();
    this.#missing.clear();
    this.byCheck.clear();
    this.byCheck.add('number');
    this.require(fieldsAsked(this.#section));
  }
}

/** Whether a saved card's token replaces the field. */
export const isInToken = (field: CardField): boolean => rowOf(inputOf(field)).isInToken;
