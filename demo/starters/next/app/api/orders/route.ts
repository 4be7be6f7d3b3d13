import { openOrder } from '../../../lib/shop';

export const POST = openOrder;
