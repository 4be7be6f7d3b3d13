// The pages around the elements: the shop's, the gateway's and the bank's. Only pictures are taken of them.
import { buy, openOther, whole } from './rare-states.mjs';
import { CHALLENGE, open, PAYS, send } from './states.mjs';

/** @typedef {import('./states.mjs').Visit} Visit */

/** The address of the gateway's page of an item. @param {Visit} visit @param {string} path */
async function payUrlOf({ page, shop }, path) {
  await page.goto(`${shop}${path}`);
  return (
    (await page
      .locator('.fallback a')
      .getAttribute('href')
      .catch(() => null)) ?? ''
  );
}

/** @param {Visit} visit @param {string} number */
async function atBank(visit, number) {
  const url = await payUrlOf(visit, '/shop/coffee');
  await visit.page.goto(url);
  await visit.page.locator('[part~=submit]').waitFor();
  await buy(visit, number);
}

/** @type {import('./rare-states.mjs').States} */
export const PAGES = {
  shop: async (visit) => {
    await openOther(visit, '/shop', 'main');
    return whole(visit);
  },
  'shop-transfer': async (visit) => {
    await open(visit, '/');
    return whole(visit);
  },
  'shop-bought': async (visit) => {
    await openOther(visit, '/bought?uid=made-up', 'main');
    return whole(visit);
  },
  'shop-react': async (visit) => {
    await openOther(visit, '/with/react', '[part~=submit]');
    return whole(visit);
  },
  order: async (visit) => {
    await visit.page.goto(await payUrlOf(visit, '/shop/ticket'));
    await visit.page.locator('[part~=submit]').waitFor();
    return whole(visit);
  },
  'order-plan': async (visit) => {
    await visit.page.goto(await payUrlOf(visit, '/plans/coffee-club'));
    await visit.page.locator('[part~=submit]').waitFor();
    return whole(visit);
  },
  'bank-problem': async (visit) => {
    await atBank(visit, CHALLENGE);
    await visit.page.locator('[value=confirm]').evaluate((button) => Object.assign(button, { formNoValidate: true }));
    await visit.page.locator('[value=confirm]').click();
    await visit.page.locator('#problem').waitFor();
    return whole(visit);
  },
  'order-paid': async (visit) => {
    await atBank(visit, PAYS);
    await visit.page.locator('[part~=successful]').waitFor();
    return whole(visit);
  },
  receipt: async (visit) => {
    await send(visit, PAYS);
    const url = (await visit.page.locator('[part~=receipt]').getAttribute('href')) ?? '';
    await visit.page.goto(url);
    return whole(visit);
  },
  nothing: async (visit) => {
    await visit.page.goto((await payUrlOf(visit, '/shop/coffee')).replace(/products\/[^/]+/, 'products/none'));
    return whole(visit);
  },
};
