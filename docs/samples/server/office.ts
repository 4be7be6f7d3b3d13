import { store } from './store.js';

/** GET /office/order?id=…: what your records say about an order, for tests. A real back office asks who is there. */
export async function office(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('id');
  const order = process.env['ALLOW_TEST'] === 'yes' ? await store.findOrder({ tracking_id: id }) : undefined;
  if (!order) return new Response('There is no such order.', { status: 404 });
  const { paidBy, reviews = [], charges = [] } = order;
  return Response.json({ paidBy, review: [...reviews], charges: [...charges] });
}
