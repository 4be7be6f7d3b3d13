// app/status/route.ts
import { status } from '../page-handlers.js';

export const GET = status;
