import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { CardPort, CardSourceState, Emptied } from './card-port.js';

/**
 * The source of sealed cards for a program without the elements: card fields of its own, or the other side of a message channel. So
 * nothing here exposes a card number, and the source owns the key that it seals with.
 */
export interface CardSource extends Pick<CardPort, 'seal' | 'thumbprint'> {
  readonly state: CardSourceState;
  /** Opens the fields that the gateway asked for (spec 2.3), and includes them in checks from now on. */
  require(fields: RequiredFields): void;
  /** Shows the gateway's complaints at the fields they name. */
  showErrors(errors: readonly FieldError[]): void;
  /** Empties the verification value, or with `all` every field. */
  clear(what: Emptied): void;
  /** Shows all errors in the fields, and moves the focus to the first. */
  focusFirstInvalid(): void;
}

/** The flow's way to such a source. */
export const portTo = (cards: CardSource): CardPort => ({
  get snapshot() {
    return cards.state;
  },
  post(command) {
    switch (command.kind) {
      case 'require':
        return cards.require(command.fields);
      case 'refuse':
        return cards.showErrors(command.errors);
      case 'clear':
        return cards.clear(command.what);
      case 'focus':
        return cards.focusFirstInvalid();
      default:
        return command satisfies never;
    }
  },
  seal: (binding, revision) => cards.seal(binding, revision),
  thumbprint: () => cards.thumbprint(),
});

/** The dependencies of a flow, with the way to their card source. A getter stays a getter: some are read again at every use. */
export const withPort = <Options extends object>(
  options: Options & { readonly cards: CardSource },
): Options & { readonly cards: CardPort } => {
  const cards = { value: portTo(options.cards), enumerable: true };
  return Object.defineProperties({} as never, { ...Object.getOwnPropertyDescriptors(options), cards });
};
