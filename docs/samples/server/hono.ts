import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const app = new Hono();
app.post('/notifications', (c) => notifications(c.req.raw));
app.post('/orders', (c) => openOrder(c.req.raw));
app.get('/status', (c) => status(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });
