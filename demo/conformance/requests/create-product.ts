import { member } from '../answers/table.js';
import type { Exchange } from '../answers/exchange.js';
import { ROWS } from '../answers/target.js';
import type { TestContext } from './context.js';
import { productOf, type Fields } from './requests.js';
import { call } from './send.js';

/** Creates a product. */
export const createProduct = (context: TestContext, changes: Fields = {}): Promise<Exchange> =>
  call(context, ROWS.createProduct, productOf(changes));

/** The id of a product that was created for one test; throws when the gateway refuses it. */
export async function newProduct(context: TestContext, changes: Fields = {}): Promise<string> {
  const got = await createProduct(context, changes);
  const id = member(got.json, 'id');
  if (typeof id !== 'string') throw new Error(`The product was not created: ${got.status} ${got.text}`);
  return id;
}
