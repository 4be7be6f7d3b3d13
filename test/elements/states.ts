import { expect } from 'vitest';
import type { P2pTransferElement, PlanOnOffer, PlanSubscribeElement, ProductPayElement, SavedCard } from '../../src/index.js';
import { gateway, offers, sent } from './gateway.js';
import { offer } from './buyer.js';
import { mount, type Payer } from './payer.js';

/** What is shown in a state. */
export type Shown = { readonly element: P2pTransferElement | ProductPayElement | PlanSubscribeElement };

const VISA: SavedCard = {
  token: 'visa-token',
  brand: 'visa',
  last_4: '0000',
  exp_month: '12',
  exp_year: '2030',
  label: 'My card',
};
const MASTER: SavedCard = { token: 'master-token', brand: 'master', last_4: '5029', exp_month: 4, exp_year: 2031, label: 'Mum' };
const OLD: SavedCard = { token: 'old-token', brand: 'mir', last_4: '0017', exp_month: '01', exp_year: '2020' };
const SAVED = { savedCards: [OLD, VISA], savedRecipients: [MASTER], removableCards: true };

const CHALLENGED = '4012000000001097';

async function paid(cards: Parameters<Payer['pays']>[0], attributes: Parameters<typeof mount>[0] = {}): Promise<Payer> {
  const payer = await mount(attributes);
  await payer.pays(cards);
  return payer;
}

async function ended(outcome: Parameters<Payer['learns']>[0], cards: Parameters<Payer['pays']>[0] = {}): Promise<Payer> {
  const payer = await paid(cards);
  await payer.learns(outcome);
  return payer;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** What a payer meets: each leaves the element in one state. */
export const STATES: Readonly<Record<string, () => Promise<Shown>>> = {
  'the empty form': () => mount({ amount: null, 'min-amount': '1000' }),
  'the empty form after a press': async () => {
    const payer = await mount({ amount: null });
    await payer.element.submit();
    await payer.sees(payer.text('Enter the card number.'));
    return payer;
  },
  'a field with the focus beside one with an error': async () => {
    const payer = await mount({ amount: null });
    await payer.amount.click();
    await payer.types('1000000{Enter}42000000000000001{Enter}13{Enter}');
    await payer.sees(payer.text('Check the card number. It has 17 digits.'));
    return payer;
  },
  'the form with its fee': async () => {
    const payer = await mount({ 'save-card': '', 'expired-at': inSeconds(100) });
    await payer.fillsCards();
    await payer.readsFee();
    return payer;
  },
  'an exact fee in another currency': async () => {
    const payer = await mount();
    await payer.fillsCards({ number: '4000620000000015' });
    await payer.sees(payer.text(/EUR/));
    return payer;
  },
  'fields that the bank asks for': async () => {
    const payer = await mount();
    await payer.fillsCards({ number: '4000100000000083' });
    await payer.sees(payer.to('Recipient’s name'));
    return payer;
  },
  'an impossible transfer': async () => {
    const payer = await mount();
    await payer.fillsCards({ number: '4000300000000014' });
    await payer.sees(payer.text(/isn’t possible/));
    return payer;
  },
  'a deadline that is over': async () => {
    const payer = await mount({ 'expired-at': inSeconds(-1) });
    await payer.sees(payer.button('Start again'));
    return payer;
  },
  'saved cards': async () => {
    const payer = await mount({ amount: null }, SAVED);
    await payer.sees(payer.text(/My card/));
    return payer;
  },
  'a list whose saved cards are refused': async () => {
    const payer = await mount({}, { ...SAVED, sourceCard: VISA, recipientCard: MASTER });
    await payer.sees(payer.text('This saved card can’t be used anymore.'));
    return payer;
  },
  'the wait': async () => {
    gateway.replies.transfer = ['silence'];
    const payer = await paid({});
    await payer.sees(payer.heading(/^Sending/));
    return payer;
  },
  'the way to the bank': async () => {
    const payer = await paid({ number: CHALLENGED }, { challenge: 'popup' });
    await payer.sees(payer.heading('Confirm with your bank'));
    return payer;
  },
  'the end of a transfer': () => ended('successful'),
  'a decline for lack of money': () => ended('failed', { number: '4000300000000022' }),
  'a decline': () => ended('failed', { number: '4005550000000019' }),
  'an unknown outcome': async () => {
    gateway.replies.transfer = ['silence'];
    const payer = await paid({});
    await expect.poll(() => sent('transfer')).toHaveLength(1);
    payer.element.cancel();
    await payer.learns('unknown');
    return payer;
  },
  'an unfinished transfer above the form': async () => {
    gateway.replies.transfer = ['silence'];
    const left = await paid({});
    await expect.poll(() => sent('transfer')).toHaveLength(1);
    left.element.cancel();
    await left.learns('unknown');
    left.element.reset();
    left.element.remove();
    const payer = await mount();
    await payer.sees(payer.text(/^Unfinished transfer/));
    return payer;
  },
  'a product’s form after a press': async () => {
    const buyer = await offer('parcel');
    await buyer.sees(buyer.payButton);
    await buyer.payButton.click();
    await buyer.sees(buyer.text('Enter the card number.'));
    return buyer;
  },
  'a product that is sold out': async () => {
    const buyer = await offer('gone');
    await expect.poll(() => buyer.element.updateComplete.then(() => buyer.reads())).toContain('Ticket');
    return buyer;
  },
  'a subscription’s form': async () => {
    const buyer = await offer('tried');
    await buyer.sees(buyer.button(/^Subscribe/));
    return buyer;
  },
  'a plan’s terms': async () => {
    const element = document.createElement('plan-subscribe');
    element.setAttribute('base-url', gateway.url);
    element.setAttribute('plan-id', offers.tried.id);
    element.plan = offers.tried as unknown as PlanOnOffer;
    document.body.append(element);
    await expect.poll(() => element.shadowRoot?.textContent).toContain('Paper');
    return { element };
  },
};
