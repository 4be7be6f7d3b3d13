/** The issuer of a card: spec 2.6 "card data fields". */
export interface Bank {
  readonly issuer_country: string;
  readonly issuer_name: string;
  readonly product: string;
}

// Longest prefix first. The banks are invented.
const BANKS: readonly (readonly [prefix: string, country: string, name: string, product: string])[] = [
  ['420000', 'US', 'First Sandbox Bank', 'Classic'],
  ['400555', 'US', 'Declining Savings Bank', 'Classic'],
  ['401200', 'GB', 'Bank of Challenge', 'Gold'],
  ['520424', 'DE', 'Sandbox Sparkasse', 'Standard'],
  ['4000', 'US', 'Test Bench Bank', 'Platinum'],
  ['9112', 'BY', 'Belarusian Sandbox Bank', 'Classic'],
  ['9860', 'UZ', 'Humo Sandbox Bank', 'Standard'],
  ['8600', 'UZ', 'Uzcard Sandbox Bank', 'Standard'],
  ['5614', 'UZ', 'Uzcard Sandbox Bank', 'Standard'],
  ['22', 'RU', 'Mir Sandbox Bank', 'Classic'],
  ['62', 'CN', 'Union Sandbox Bank', 'Debit'],
  ['3', 'US', 'Travel Sandbox Bank', 'Green'],
];

/** The issuer of a PAN. */
export function bankOf(pan: string): Bank {
  const [, issuer_country = 'US', issuer_name = 'Sandbox Bank', product = 'Standard'] =
    BANKS.find(([prefix]) => pan.startsWith(prefix)) ?? [];
  return { issuer_country, issuer_name, product };
}
