import { shop } from '../../../lib/shop';

export const POST = (request: Request): Promise<Response> => shop().notifications(request);
