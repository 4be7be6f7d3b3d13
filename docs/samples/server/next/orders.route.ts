// app/orders/route.ts
import { openOrder } from '../page-handlers.js';

export const POST = openOrder;
