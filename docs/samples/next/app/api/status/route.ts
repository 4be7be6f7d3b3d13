import { shop } from '../../../lib/shop';

export const GET = async (request: Request): Promise<Response> => (await shop()).status(request);
