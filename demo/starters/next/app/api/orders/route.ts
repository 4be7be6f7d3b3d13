import { shop } from '../../../lib/shop';

export const POST = async (): Promise<Response> => (await shop()).openOrder();
