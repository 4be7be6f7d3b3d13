import { createFieldsHandler } from 'checkout-elements/fields-handler';

const { PUBLIC_KEY = '', GATEWAY_URL = 'http://127.0.0.1:4010', SHOP_URL = 'http://localhost:3000' } = process.env;

/** GET /fields/: the document of the isolated fields, from the host of the pages. */
export const fields = createFieldsHandler({
  checkoutUrl: GATEWAY_URL,
  publicKey: PUBLIC_KEY,
  parents: new URL(SHOP_URL).origin,
  sameHost: true,
});
