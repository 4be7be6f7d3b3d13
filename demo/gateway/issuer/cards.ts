/** Spec 2.3: the fields of the source card that a check can require. */
export const SOURCE_FIELDS = ['holder', 'verification_value', 'exp_month', 'exp_year'] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** Spec 2.3: the fields of the recipient card that a check can require. */
export const RECIPIENT_FIELDS = ['holder', 'exp_month', 'exp_year'] as const;
export type RecipientField = (typeof RECIPIENT_FIELDS)[number];

/** The result of a payment with a card. */
export type Outcome = 'successful' | 'declined' | 'insufficient funds' | 'impossible' | 'challenge' | 'challenge fails';

/** The course of an asynchronous job with a card. */
export interface JobBehavior {
  /** Milliseconds of sandbox time from the request to the job's end. */
  readonly lasts?: number;
  readonly ending?: 'failed' | 'lost';
}

/** A test card: a PAN and how the sandbox treats it. */
export interface TestCard {
  readonly number: string;
  readonly label: string;
  /** The role in which the card is special; in the other one it is like any card. */
  readonly as: 'source' | 'recipient';
  readonly outcome: Outcome;
  /** The fields that a check of a transfer from (or to) this card asks for. */
  readonly asks?: { readonly credit_card?: readonly SourceField[]; readonly recipient_card?: readonly RecipientField[] };
  /** The check succeeds although it asks for fields. */
  readonly possibleAnyway?: true;
  readonly checkJob?: JobBehavior;
  readonly transferJob?: JobBehavior;
  /** After one payment (or `after` payments), the next `times` fail; then the pattern repeats, unless `once`. */
  readonly thenFails?: {
    readonly times: number;
    readonly how: 'declined' | 'error';
    readonly after?: number;
    readonly once?: true;
  };
}

const source = (number: string, label: string, behavior: Omit<Partial<TestCard>, 'number' | 'label' | 'as'>): TestCard => ({
  number,
  label,
  as: 'source',
  outcome: 'successful',
  ...behavior,
});
const recipient = (number: string, label: string, asked: readonly RecipientField[]): TestCard => ({
  number,
  label,
  as: 'recipient',
  outcome: 'successful',
  asks: { recipient_card: asked },
});
const asks = (...credit_card: SourceField[]): Pick<TestCard, 'asks'> => ({ asks: { credit_card } });

const SECONDS = 1_000;

/**
 * The sandbox's test cards. The first block is the public table of this family of gateways. The numbers from 4000 are
 * the sandbox's own: 4000 10 asks for source fields, 20 for recipient fields, 30 refuses, 40 affects jobs, 50 repeated
 * payments, 60 to 62 fees.
 */
export const TEST_CARDS: readonly TestCard[] = [
  source('4200000000000000', 'Successful, no 3-D Secure', {}),
  source('4005550000000019', 'Declined, no 3-D Secure', { outcome: 'declined' }),
  source('4012000000001097', '3-D Secure challenge, then successful', { outcome: 'challenge' }),
  source('5204240000015029', '3-D Secure challenge, then successful; exact fee', { outcome: 'challenge' }),
  source('4012000000001006', '3-D Secure without a challenge, successful', {}),
  source('4012000000001055', '3-D Secure without a challenge, successful', {}),
  source('5204240000015003', '3-D Secure without a challenge, successful; exact fee', {}),
  source('5204240000015011', '3-D Secure without a challenge, successful; exact fee', {}),
  source('4012000000001022', '3-D Secure fails, failed', { outcome: 'challenge fails' }),
  source('4012000000001030', '3-D Secure fails, failed', { outcome: 'challenge fails' }),
  source('4012000000001014', '3-D Secure fails, failed', { outcome: 'challenge fails' }),

  source('4000100000000018', 'Check asks for the holder', asks('holder')),
  source('4000100000000026', 'Check asks for the expiry', asks('exp_month', 'exp_year')),
  source('4000100000000034', 'Check asks for the verification value', asks('verification_value')),
  source('4000100000000042', 'Check asks for holder and expiry', asks('holder', 'exp_month', 'exp_year')),
  source('4000100000000059', 'Check asks for holder and verification value', asks('holder', 'verification_value')),
  source('4000100000000067', 'Check asks for expiry and verification value', asks('verification_value', 'exp_month', 'exp_year')),
  source('4000100000000075', 'Check asks for every source field', asks('holder', 'verification_value', 'exp_month', 'exp_year')),
  source('4000100000000083', 'Check asks for the holders of both cards', {
    asks: { credit_card: ['holder'], recipient_card: ['holder'] },
  }),
  source('4000100000000091', 'Check is successful but asks for the holder', {
    ...asks('holder'),
    possibleAnyway: true,
  }),
  recipient('4000200000000016', 'As recipient: check asks for the holder', ['holder']),
  recipient('4000200000000024', 'As recipient: check asks for the expiry', ['exp_month', 'exp_year']),
  recipient('4000200000000032', 'As recipient: check asks for holder and expiry', ['holder', 'exp_month', 'exp_year']),

  source('4000300000000014', 'Check reports an impossible transfer; a transfer fails', { outcome: 'impossible' }),
  source('4000300000000022', 'Insufficient funds', { outcome: 'insufficient funds' }),

  source('4000400000000012', 'Transfer job takes 2 seconds', { transferJob: { lasts: 2 * SECONDS } }),
  source('4000400000000020', 'Transfer job takes 20 seconds', { transferJob: { lasts: 20 * SECONDS } }),
  source('4000400000000038', 'Transfer job takes 5 minutes', { transferJob: { lasts: 300 * SECONDS } }),
  source('4000400000000046', 'Transfer job fails with finished false, though the money moved', {
    transferJob: { ending: 'failed' },
  }),
  source('4000400000000053', 'Transfer job is lost, though the money moved', { transferJob: { ending: 'lost' } }),
  source('4000400000000061', 'Check job takes 20 seconds', { checkJob: { lasts: 20 * SECONDS } }),
  source('4000400000000079', 'Check job fails with finished false', { checkJob: { ending: 'failed' } }),
  source('4000400000000087', 'Check job is lost', { checkJob: { ending: 'lost' } }),
  source('4000400000000095', 'Transfer job takes 20 seconds, then a 3-D Secure challenge', {
    outcome: 'challenge',
    transferJob: { lasts: 20 * SECONDS },
  }),

  source('4000500000000019', 'Pays once, then declines twice, then pays again', { thenFails: { times: 2, how: 'declined' } }),
  source('4000500000000027', 'Pays once, then declines five times, then pays again', {
    thenFails: { times: 5, how: 'declined' },
  }),
  source('4000500000000035', 'Pays once, then errors twice, then pays again', { thenFails: { times: 2, how: 'error' } }),
  source('4000500000000043', 'Pays once, then errors five times, then pays again', { thenFails: { times: 5, how: 'error' } }),
  source('4000500000000050', 'Pays three times, then declines twice, then always pays', {
    thenFails: { after: 3, times: 2, how: 'declined', once: true },
  }),
  source('4000500000000068', 'Pays three times, then errors twice, then always pays', {
    thenFails: { after: 3, times: 2, how: 'error', once: true },
  }),

  source('4000600000000017', 'Exact fee in the check (bank_fee)', {}),
  source('4000610000000016', 'No fee (bank_fee 0)', {}),
  source('4000620000000015', "Fee in euro, whatever the transfer's currency", {}),
];

const BY_NUMBER: ReadonlyMap<string, TestCard> = new Map(TEST_CARDS.map((card) => [card.number, card]));
const ANY_CARD: TestCard = source('', 'Any other card: successful, no 3-D Secure', {});

/** How a PAN behaves as a transfer's source. */
export const asSource = (pan: string): TestCard => {
  const card = BY_NUMBER.get(pan);
  return card?.as === 'source' ? card : ANY_CARD;
};

/** How a PAN behaves as a transfer's recipient. */
export const asRecipient = (pan: string): TestCard => {
  const card = BY_NUMBER.get(pan);
  return card?.as === 'recipient' ? card : ANY_CARD;
};
