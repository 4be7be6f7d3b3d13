import { shop } from '../../../lib/shop';

export const POST = async (request: Request): Promise<Response> => (await shop()).notifications(request);
