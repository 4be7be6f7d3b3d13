export const ADDRESS_FIELDS = ['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone'] as const;

/** An address as it is sent back: every field of the spec, null where none came. */
export type EchoedAddress = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string | null>>;

/** What of a request comes back in its transaction (spec 2.6), card sections aside. */
export interface EchoedRequest {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly tracking_id: string | null;
  readonly language: string;
  readonly test: boolean;
  readonly return_url: string | null;
  readonly notification_url: string | null;
  readonly expired_at: string | null;
  readonly customer: Readonly<Record<string, string | null>>;
  readonly sender_billing_address: EchoedAddress;
  readonly recipient_billing_address: EchoedAddress;
  readonly billing_address?: EchoedAddress;
  readonly additional_data: Readonly<Record<string, unknown>>;
}
