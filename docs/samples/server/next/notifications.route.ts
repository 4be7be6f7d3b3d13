// app/notifications/route.ts
import { notifications } from '../notifications.js';

export const POST = notifications;
