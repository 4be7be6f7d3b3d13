import { status } from '../../../lib/shop';

export const GET = status;
