import { shop } from '../../../lib/shop';

export const GET = (request: Request): Promise<Response> => shop().status(request);
