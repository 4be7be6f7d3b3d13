import '../../../../src/define.js';
import { mount, type Payer } from '../../payer.js';

/** Mounts an element, fills in its cards and waits for its fee. */
export async function mountWithFee(properties: Parameters<typeof mount>[1] = {}): Promise<Payer> {
  const payer = await mount({}, properties);
  await payer.fillsCards();
  await payer.readsFee();
  return payer;
}

export const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Lee',
  country: 'US',
  city: 'Austin',
  state: 'TX',
  zip: '73301',
  address: '1 Elm St',
  phone: '+15125550100',
};
export const TIME = '2099-01-31T18:00:00+03:00';
