import { Sandbox, START, type Answer } from './sandbox.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** The smallest valid product: three pieces, on sale forever. */
export const leastProduct = (changes: Json = {}): Json => ({
  name: 'Tea pot',
  description: 'Holds one litre',
  currency: 'USD',
  amount: '2500',
  quantity: '3',
  immortal: true,
  ...changes,
});

/** A time of the tests' sandbox as spec 2.1 writes it, `seconds` after its start. */
export const inSeconds = (seconds: number): string => new Date(START + seconds * 1000).toISOString().replace('.000Z', 'Z');

/** A merchant's server that keeps products and customers at a sandbox, with the secret key of one of its shops. */
export class Merchant {
  readonly sandbox: Sandbox;
  readonly kind: 'plain' | 'sealed';

  constructor(sandbox = new Sandbox(), kind: 'plain' | 'sealed' = 'plain') {
    this.sandbox = sandbox;
    this.kind = kind;
  }

  async send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> {
    return this.sandbox.ask(path, {
      method,
      headers: { 'content-type': 'application/json', ...(await this.sandbox.basic(this.kind)) },
      body: JSON.stringify(body),
    });
  }

  async get(path: string): Promise<Answer> {
    return this.sandbox.get(path, this.kind);
  }

  /** Creates a product; throws when it is refused. */
  async product(changes: Json = {}): Promise<Json> {
    const { status, body } = await this.send('POST', '/products', leastProduct(changes));
    if (status !== 201) throw new Error(`the product was refused: ${JSON.stringify(body)}`);
    return body;
  }
}
