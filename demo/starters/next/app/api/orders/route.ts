import { shop } from '../../../lib/shop';

export const POST = (): Promise<Response> => shop().openOrder();
