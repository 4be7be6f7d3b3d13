export const ADDRESS_FIELDS = ['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone'] as const;

/** An address in a response: every field of the spec, null where the request had none. */
export type EchoedAddress = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string | null>>;

/** The fields that a transaction repeats from its request (spec 2.6), without the card sections. */
export interface EchoedRequest {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly tracking_id: string | null;
  readonly language: string;
  readonly test: boolean;
  readonly duplicate_check?: boolean;
  readonly return_url: string | null;
  readonly notification_url: string | null;
  readonly expired_at: string | null;
  readonly customer: Readonly<Record<string, string | null>>;
  readonly sender_billing_address: EchoedAddress;
  readonly recipient_billing_address: EchoedAddress;
  readonly billing_address?: EchoedAddress;
  /** Of a refund. */
  readonly reason?: string;
  readonly additional_data: Readonly<Record<string, unknown>>;
}
