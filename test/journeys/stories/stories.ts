import { expect } from 'vitest';
import { paymentOf } from '../rig/merchant.js';
import type { Ending, Story, StoryPayer } from './story.js';

// The sandbox's test cards, as its console shows them.
const PAYS = { number: '4200000000000000' };
const DECLINED = { number: '4005550000000019' };
const POOR = { number: '4000300000000022' };
const CHALLENGED = { number: '4012000000001097' };
const FRICTIONLESS = { number: '4012000000001006' };
const FAILS_AT_BANK = { number: '4012000000001022' };
const ASKS_FOR_NAMES = { number: '4000100000000083' };
const IMPOSSIBLE = { number: '4000300000000014' };
const EXACT_FEE = { number: '4000600000000017' };
const SLOW = { number: '4000400000000012' };
const JOB_FAILS = { number: '4000400000000046' };
const EXACT_AND_CHALLENGED = { number: '5204240000015029' };
const CHECK_FAILS = { number: '4000400000000079' };
const FEE_IN_EURO = { number: '4000620000000015' };

/** The payment is what the gateway has on its books, and the payer read that. */
async function expectPaid({ outcome, uid }: Ending, { amount }: StoryPayer): Promise<void> {
  expect({ outcome, uid }).toEqual({ outcome: 'successful', uid: expect.any(String) });
  expect(await paymentOf(uid!)).toMatchObject({ status: 'successful', amount, currency: 'USD' });
}

async function expectFailed({ outcome, uid }: Ending): Promise<void> {
  expect({ outcome, uid }).toEqual({ outcome: 'failed', uid: expect.any(String) });
  expect(await paymentOf(uid!)).toMatchObject({ status: 'failed' });
}

/** Reads the fee, as careful payers do, and presses. */
async function pay(payer: StoryPayer, card: { readonly number: string }): Promise<void> {
  await payer.fillIn(card);
  await payer.readFee();
  await payer.press();
}

/** The payer must not read "failed": the money moved. Only a shop's server can know that it did. */
async function expectNotFailed(payer: StoryPayer): Promise<void> {
  expect((await payer.readEnding()).outcome).toMatch(/^(unknown|successful)$/);
}

/** After a failure, pays with a card that works: a payment of its own. */
async function payWithAnotherCard(payer: StoryPayer, failed: Ending): Promise<void> {
  await payer.tryAgain();
  await pay(payer, PAYS);
  const paid = await payer.readEnding();
  await expectPaid(paid, payer);
  expect(paid.uid).not.toBe(failed.uid);
}

/** The issuer's terms are 1.5 %, rounded half up. */
const usualFee = ({ amount }: StoryPayer): number => Math.floor(amount * 0.015 + 0.5);

export const STORIES: readonly Story[] = [
  {
    title: 'paid, with the fee shown before',
    async tell(payer) {
      await payer.fillIn(PAYS);
      expect(await payer.readFee()).toEqual({ amount: usualFee(payer), currency: 'USD', isAbout: true });
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'the gateway names the exact fee',
    async tell(payer) {
      await payer.fillIn(EXACT_FEE);
      expect(await payer.readFee()).toMatchObject({ isAbout: false });
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'paid through 3-D Secure without a question',
    async tell(payer) {
      await pay(payer, FRICTIONLESS);
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'confirmed at the bank',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.confirmAtBank('123456');
      const ending = await payer.readEnding();
      await expectPaid(ending, payer);
      await payer.reload();
      expect(await payer.readEnding()).toMatchObject({ outcome: ending.outcome, uid: ending.uid });
    },
  },
  {
    title: 'a wrong code at the bank',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.confirmAtBank('000000');
      const ending = await payer.readEnding();
      await expectFailed(ending);
      expect(ending.why).toContain('wrong code');
    },
  },
  {
    title: 'canceled at the bank',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.cancelAtBank();
      await expectFailed(await payer.readEnding());
    },
  },
  {
    title: 'back from the bank, unconfirmed, and there again',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.returnToBank();
      await payer.confirmAtBank('123456');
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: '3-D Secure fails',
    async tell(payer) {
      await pay(payer, FAILS_AT_BANK);
      await expectFailed(await payer.readEnding());
    },
  },
  {
    title: 'declined, then another card',
    async tell(payer) {
      await pay(payer, DECLINED);
      const declined = await payer.readEnding();
      await expectFailed(declined);
      await payWithAnotherCard(payer, declined);
    },
  },
  {
    title: 'too little money; the same card has to wait',
    async tell(payer) {
      await pay(payer, POOR);
      await expectFailed(await payer.readEnding());
      await payer.tryAgain();
      await payer.hasToWait();
    },
  },
  {
    title: 'the bank asks for names',
    async tell(payer) {
      await payer.fillIn(ASKS_FOR_NAMES);
      await payer.isAskedForNames();
      await payer.fillIn({ ...ASKS_FOR_NAMES, holder: 'ANN LEE' }, { number: '4111111111111111', holder: 'BOB RAY' });
      await payer.readFee();
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'an impossible transfer, then another card',
    async tell(payer) {
      await payer.fillIn(IMPOSSIBLE);
      await payer.readImpossible();
      await pay(payer, PAYS);
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'reloaded while the job runs',
    async tell(payer) {
      await pay(payer, SLOW);
      await payer.reload();
      const ending = await payer.readEnding();
      await expectPaid(ending, payer);
    },
  },
  {
    title: 'the job fails, though the money moved',
    async tell(payer) {
      await pay(payer, JOB_FAILS);
      await expectNotFailed(payer);
    },
  },
  {
    title: 'the exact fee, then confirmed at the bank',
    async tell(payer) {
      await payer.fillIn(EXACT_AND_CHALLENGED);
      expect(await payer.readFee()).toMatchObject({ isAbout: false });
      await payer.press();
      await payer.arriveAtBank();
      await payer.confirmAtBank('123456');
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'a fee in another currency',
    async tell(payer) {
      await payer.fillIn(FEE_IN_EURO);
      // A part of a sum in another currency: only the bank can work it out.
      expect(await payer.readTerms()).toBe('EUR');
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'another card, once the fee is shown',
    async tell(payer) {
      await payer.fillIn(PAYS);
      expect(await payer.readFee()).toMatchObject({ isAbout: true });
      await payer.fillIn(EXACT_FEE);
      await expect.poll(() => payer.readFee()).toMatchObject({ isAbout: false });
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'the page asks for another sum, once the fee is shown',
    async tell(payer) {
      await payer.fillIn(PAYS);
      const before = await payer.readFee();
      await payer.askFor(payer.amount * 2);
      await expect.poll(() => payer.readFee()).toMatchObject({ amount: usualFee(payer) });
      expect(usualFee(payer)).not.toBe(before.amount);
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'the check fails, then another card',
    async tell(payer) {
      await payer.fillIn(CHECK_FAILS);
      await payer.readNoAnswer();
      await pay(payer, PAYS);
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'no answer to the check, then a fee on request',
    async tell(payer) {
      await payer.loseAnswers('check');
      await payer.fillIn(PAYS);
      await payer.readNoAnswer();
      await payer.findAnswers();
      await payer.askForFee();
      await payer.readFee();
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'the answer to the payment is lost once',
    async tell(payer) {
      await payer.fillIn(PAYS);
      await payer.readFee();
      await payer.loseAnswers('payment', 'one');
      await payer.press();
      // The sandbox refuses the second copy of a request, and names no payment.
      await expectNotFailed(payer);
    },
  },
  {
    title: 'every answer to the payment is lost',
    async tell(payer) {
      await payer.fillIn(PAYS);
      await payer.readFee();
      await payer.loseAnswers('payment');
      await payer.press();
      const { outcome } = await payer.readEnding();
      expect(outcome).toMatch(/^(unknown|successful)$/);
      await payer.findAnswers();
      if (outcome === 'unknown') await payer.checkAgain();
      await expectNotFailed(payer);
    },
  },
  {
    title: 'the first poll gets no answer',
    async tell(payer) {
      await payer.fillIn(PAYS);
      await payer.readFee();
      await payer.loseAnswers('poll', 'one');
      await payer.press();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'a double click',
    async tell(payer) {
      await payer.fillIn(PAYS);
      await payer.readFee();
      await payer.pressTwice();
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'canceled at the bank, then another card',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.cancelAtBank();
      const canceled = await payer.readEnding();
      await expectFailed(canceled);
      await payWithAnotherCard(payer, canceled);
    },
  },
  {
    title: 'reloaded before the press',
    async tell(payer) {
      await payer.fillIn(PAYS);
      await payer.readFee();
      await payer.startOver();
      await pay(payer, PAYS);
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'closed at the bank, and found again',
    async tell(payer) {
      await pay(payer, CHALLENGED);
      await payer.arriveAtBank();
      await payer.closeAndOpen();
      await payer.findLeft();
      await payer.arriveAtBank();
      await payer.confirmAtBank('123456');
      await expectPaid(await payer.readEnding(), payer);
    },
  },
  {
    title: 'a paid order, opened again, shows that it is paid',
    isOrder: true,
    async tell(payer) {
      await pay(payer, PAYS);
      const { uid } = await payer.readEnding();
      await payer.closeAndOpen();
      const ending = await payer.readEnding();
      expect(ending.uid).toBe(uid);
      await expectPaid(ending, payer);
    },
  },
  {
    title: 'one order, open in two tabs',
    isOrder: true,
    async tell(payer) {
      const other = await payer.openAnotherTab();
      for (const tab of [payer, other]) {
        await tab.fillIn(PAYS);
        await tab.readFee();
      }
      await payer.press();
      const ending = await payer.readEnding();
      await expectPaid(ending, payer);
      await other.lookAgain();
      expect(await other.readEnding()).toMatchObject({ outcome: 'successful', uid: ending.uid });
    },
  },
  {
    title: 'a declined order, opened again, shows that it was declined',
    isOrder: true,
    async tell(payer) {
      await pay(payer, DECLINED);
      const declined = await payer.readEnding();
      await expectFailed(declined);
      await payer.closeAndOpen();
      expect(await payer.readEnding()).toMatchObject({ outcome: 'failed', uid: declined.uid });
    },
  },
];
