import type { Binding, SealedSections } from '../checkout/seal.js';
import type { Endpoint } from '../wire/endpoint.js';
import type { JobAccepted } from '../wire/response/job.js';
import type { Answer } from './attempt/answer.js';
import type { FlowSurroundings } from './options.js';
import type { Event, Price, State } from './state.js';

/** What every payment has of the merchant. */
export interface PaymentSettings {
  /** Minor units; undefined while nobody knows it yet. */
  readonly amount?: number | undefined;
  /** Whether the payer types the amount: then it says nothing of what an order costs. */
  readonly isAmountTyped?: boolean | undefined;
  /** ISO 4217 alpha-3; empty while nobody knows it yet. */
  readonly currency: string;
  /** The merchant's own id, for every attempt; absent: each attempt gets one of its own. */
  readonly trackingId?: string | undefined;
}

/** Knows the price before money moves: one that is asked for, or one that is fixed. */
export interface Pricing {
  /** Something it depends on may have changed. */
  changed(): void;
  /** Brings the price as soon as it makes sense. */
  schedule(): void;
  /** Brings the price now. */
  ask(pressed: boolean): Promise<unknown>;
  /** The price to pay, if the payer has seen it. */
  settledPrice(): Promise<Price | undefined>;
  /** Ends what is asked. */
  stop(): void;
  /** Begins anew. */
  forget(): void;
}

/** What sets one kind of payment apart; how a payment goes is the same for all (see `PaymentFlow`). */
export interface PaymentKind<Settings extends PaymentSettings> {
  /** Where the request goes that moves money. */
  readonly endpoint: Endpoint<JobAccepted>;
  /** What fills the endpoint's path. */
  readonly parameters?: (settings: Settings) => Readonly<Record<string, string>>;
  /** What the card is sealed for, beside price and attempt. */
  readonly bind: (settings: Settings) => Pick<Binding, 'operation' | 'productId'>;
  /** The request's JSON text. */
  readonly body: (settings: Settings, trackingId: string, sections: SealedSections) => string;
  /** Reads what the job answers; undefined: it is off the contract. */
  readonly readAnswer: (response: unknown) => Answer | undefined;
  /** Whether a complaint about this path (`credit_card.number`) brings the payer back to the form. */
  readonly isEditable: (path: string) => boolean;
  /** Whether a complaint about this path proves that no money moved, beside those that prove it for every payment. */
  readonly isWrongByItself?: (path: string) => boolean;
  /** The card that tells two payments of one sum apart. */
  readonly distinguishedBy: 'source' | 'recipient';
  readonly price: (
    options: Pick<FlowSurroundings, 'client' | 'cards' | 'clock' | 'random' | 'presence'> & { readonly settings: () => Settings },
    state: () => State,
    dispatch: (event: Event) => void,
  ) => Pricing;
}
