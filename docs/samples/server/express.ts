import express from 'express';
import { toExpress } from 'checkout-elements/merchant';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const app = express();
// Before express.json(), which would leave no bytes to verify.
app.post('/notifications', toExpress(notifications));
app.post('/orders', toExpress(openOrder));
app.get('/status', toExpress(status));
app.listen(Number(process.env['PORT'] ?? 3000));
