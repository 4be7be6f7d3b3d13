import { notifications } from '../../../lib/shop';

export const POST = notifications;
