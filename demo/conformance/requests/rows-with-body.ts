import { call, sealCards, operationOf } from './send.js';
import type { TestContext } from './context.js';
import type { Exchange } from '../answers/exchange.js';
import { CONFIRM, orderOf } from './order.js';
import { checkOf, customerOf, newAmount, newTrackingId, planOf, productOf, transferOf, type Fields } from './requests.js';
import { member } from '../answers/table.js';
import { ROWS, type Row } from '../answers/target.js';

/** A row with a request body: how to make a valid one, and where its fields are. */
export interface RowWithBody {
  readonly row: Row;
  /** The id in its path, for rows that need an existing object. */
  readonly id?: string;
  readonly make: () => Fields;
  /**
   * Puts fields into the envelope of spec 2.2 and 2.5, with sealed cards if the shop must encrypt. Bodies without an
   * envelope stay as they are.
   */
  readonly wrap: (fields: Fields) => unknown;
}

/** An order of a product that never runs out. */
async function orderRow(context: TestContext): Promise<RowWithBody | undefined> {
  const amount = newAmount();
  const product = await call(
    context,
    ROWS.createProduct,
    productOf({ amount: String(amount), infinite: true, quantity: undefined }),
  );
  const id = member(product.json, 'id');
  if (typeof id !== 'string') return undefined;
  return {
    row: CONFIRM.post(context),
    id,
    make: () => ({
      customer: { email: 'ada@example.com' },
      tracking_id: newTrackingId(),
      language: 'en',
      duplicate_check: false,
    }),
    wrap: (fields) => ({ request: orderOf(context, { id, amount }, fields) }),
  };
}

/** Every row with a body, except those that are left out, and the order behind a confirm_url. */
export async function rowsWithBody(context: TestContext): Promise<readonly RowWithBody[]> {
  const p2p = (row: Row): RowWithBody => {
    const operation = operationOf(row);
    return {
      row,
      make: () => (operation === 'check' ? checkOf() : transferOf()),
      wrap: (fields) => ({ request: sealCards(context, operation, fields) }),
    };
  };
  const flat = (row: Row, make: () => Fields, id?: string): RowWithBody => ({
    row,
    make,
    wrap: (fields) => fields,
    ...(id !== undefined && { id }),
  });
  const sells = context.rows.includes(ROWS.createProduct);
  const updatable = sells ? member((await call(context, ROWS.createProduct, productOf())).json, 'id') : undefined;
  const order = sells ? await orderRow(context) : undefined;
  const all = [
    ...[ROWS.restrictions, ROWS.verify, ROWS.verifyAsync, ROWS.p2ps, ROWS.p2p, ROWS.p2pAsync].map(p2p),
    flat(ROWS.createProduct, productOf),
    flat(ROWS.createPlan, planOf),
    flat(ROWS.createCustomer, customerOf),
    ...(typeof updatable === 'string' ? [flat(ROWS.updateProduct, productOf, updatable)] : []),
  ];
  return [...all.filter(({ row }) => context.rows.includes(row)), ...(order ? [order] : [])];
}

/** Posts a body unchanged: text, bytes, or a value to be written as JSON. */
export const post = (context: TestContext, { row, id = 'any' }: RowWithBody, body: unknown): Promise<Exchange> =>
  call(context, row, undefined, {
    id,
    raw: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
