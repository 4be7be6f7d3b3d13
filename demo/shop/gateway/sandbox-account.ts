import * as z from 'zod/mini';

/** The shop's account at the gateway. */
export interface Account {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** A test card of the sandbox. */
export interface TestCard {
  readonly number: string;
  /** How it behaves. */
  readonly label: string;
}

const shops = z.array(
  z.looseObject({
    shop_id: z.union([z.string(), z.number()]),
    secret_key: z.string(),
    public_key: z.string(),
    pci_certified: z.boolean(),
  }),
);

const cards = z.array(z.looseObject({ number: z.string(), label: z.string() }));

/**
 * The sandbox's shop that must encrypt cards, as the demo does.
 *
 * @throws Error when the console does not respond, or lists no such shop.
 */
export async function readAccount(consoleUrl: string, fetch: typeof globalThis.fetch): Promise<Account> {
  const shop = (await read(`${consoleUrl}/sandbox/shops`, shops, fetch)).find(({ pci_certified }) => !pci_certified);
  if (!shop) throw new Error(`Expected a shop without PCI certificate at ${consoleUrl}/sandbox/shops; all listed have one.`);
  return { shopId: String(shop.shop_id), secretKey: shop.secret_key, publicKey: shop.public_key };
}

/** The sandbox's test cards. */
export async function readTestCards(consoleUrl: string, fetch: typeof globalThis.fetch): Promise<readonly TestCard[]> {
  return read(`${consoleUrl}/sandbox/cards`, cards, fetch);
}

async function read<Value>(url: string, schema: z.ZodMiniType<Value>, fetch: typeof globalThis.fetch): Promise<Value> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`Expected 200 from ${url}; got ${response.status}.`);
  const answer = schema.safeParse(await response.json());
  if (answer.success) return answer.data;
  throw new Error(`Unexpected response from ${url}: ${z.prettifyError(answer.error)}`);
}
