import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const app = new Hono();
// A longer body is answered with 413.
app.use(bodyLimit({ maxSize: 262_144 }));
app.post('/notifications', (c) => notifications(c.req.raw));
app.post('/orders', (c) => openOrder(c.req.raw));
app.get('/status', (c) => status(c.req.raw));
// On this machine alone, unless HOST says otherwise.
const { HOST = '127.0.0.1', SHOP_URL = 'http://localhost:3000', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST }, () => console.log(`The shop is at ${SHOP_URL}`));
