import type { Binding, SealedSections } from '../checkout/seal.js';
import type { Endpoint } from '../wire/endpoint.js';
import type { JobAccepted } from '../wire/response/job.js';
import type { Answer } from './outcome/answer.js';
import type { FlowSurroundings } from './options.js';
import type { FlowEvent, Price, State } from './state.js';

/** The merchant's settings for every payment. */
export interface PaymentSettings {
  /** Minor units; undefined while it is not known yet. */
  readonly amount?: number | undefined;
  /** Whether the payer types the amount: then an order's price can't be compared with it. */
  readonly isAmountTyped?: boolean | undefined;
  /** ISO 4217 alpha-3; empty while it is not known yet. */
  readonly currency: string;
  /** The merchant's own id, for every attempt. Without it, each attempt gets its own. */
  readonly trackingId?: string | undefined;
}

/** Provides the price before money moves: the gateway's quote, or a fixed price. */
export interface Pricing {
  /** Called when something that the price depends on may have changed. */
  changed(): void;
  /** Gets the price as soon as it makes sense. */
  schedule(): void;
  /** Gets the price now, unless a press waits for it already. */
  ask(): Promise<unknown>;
  /** The price to pay, if the payer has seen it. */
  confirmedPrice(): Promise<Price | undefined>;
  /** Cancels a running question. */
  stop(): void;
  /** Starts again from the beginning. */
  forget(): void;
}

/** The differences between the kinds of payment. The course of a payment is the same for all (see `PaymentFlow`). */
export interface PaymentKind<Settings extends PaymentSettings> {
  /** The endpoint of the request that moves money. */
  readonly endpoint: Endpoint<JobAccepted>;
  /** The parameters in the endpoint's path. */
  readonly parameters?: (settings: Settings) => Readonly<Record<string, string>>;
  /** The purpose that the card is sealed for, in addition to price and attempt. */
  readonly bind: (settings: Settings) => Pick<Binding, 'operation' | 'productId' | 'contract'>;
  /** The request's JSON text. */
  readonly body: (settings: Settings, trackingId: string, sections: SealedSections) => string;
  /** Reads the job's response for records of a kind. Returns undefined if it breaks the contract, or is about another product or plan. */
  readonly readAnswer: (response: unknown, kind: string) => Answer | undefined;
  /** Whether a complaint about this path (`credit_card.number`) brings the payer back to the form. */
  readonly isEditable: (path: string) => boolean;
  /** Whether a complaint about this path proves that no money moved. Other paths prove it for every kind of payment. */
  readonly isWrongByItself?: (path: string) => boolean;
  /** Whether a complaint about this path is about what is sold, as it is now: an earlier copy of the request may have bought the last piece. */
  readonly isOfOffer?: (path: string) => boolean;
  /** The card that distinguishes two payments of the same amount. */
  readonly distinguishedBy: 'source' | 'recipient';
  readonly price: (
    options: Pick<FlowSurroundings, 'client' | 'cards' | 'clock' | 'random' | 'presence'> & { readonly settings: () => Settings },
    state: () => State,
    dispatch: (event: FlowEvent) => void,
  ) => Pricing;
}
