import { expect, test } from 'vitest';
import '../../../src/define.js';
import { KeptLabels } from '../../../src/elements/payment/kept-labels.js';
import type { State } from '../../../src/flow/state.js';
import type { SavedCard } from '../../../src/index.js';
import { gateway, holdJobs, sent } from '../gateway.js';
import { CODE, mount, type Payer, PAYS, RECIPIENT } from '../payer.js';
import { records } from '../stored-records.js';
import { leaveAndEnd, notice } from '../unseen-outcome.js';
import { canary } from '../watch-leaks.js';

const CHALLENGED = '4012000000001097';
const MUM = 'Mum Ångström';
/** As the element writes it within a sentence: isolated. */
const NAMED = `\u2068${MUM}\u2069 (Visa •••• 1111)`;
const SHOWN = `${MUM} (Visa •••• 1111)`;

const saved = (pan: string, label?: unknown): SavedCard =>
  ({ token: gateway.ledger.save({ pan }), brand: 'visa', last_4: pan.slice(-4), label }) as SavedCard;
const radio = (payer: Payer, name: RegExp | string) => payer.within.getByRole('radio', { name });
const stored = (storage: Storage): string => Object.entries(storage).flat().join(' ');
const detailsOf = ({ element }: Payer): string =>
  [...element.shadowRoot!.querySelectorAll('.outcome dd')].map(({ textContent }) => textContent).join('\n');

/** Pays to the only saved recipient. */
async function pays(payer: Payer): Promise<void> {
  await radio(payer, new RegExp(`^${MUM}`)).click();
  await payer.readsFee();
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
}

test('a label stands first in its row, in the summary and in the outcome, each time with the last four digits', async () => {
  const payer = await mount({ 'removable-cards': '' }, { savedCards: [saved(PAYS)], savedRecipients: [saved(RECIPIENT, MUM)] });
  await expect.element(radio(payer, `${MUM} Visa •••• 1111`)).toBeVisible();
  const [label, digits] = payer.element.shadowRoot!.querySelectorAll('[part=saved]:has(.label) .which > span');
  expect(label?.textContent).toBe(MUM);
  expect(digits!.getBoundingClientRect().top).toBeGreaterThanOrEqual(label!.getBoundingClientRect().bottom);
  await expect.element(payer.button(`Remove ${NAMED}`)).toBeVisible();

  await radio(payer, new RegExp(`^${MUM}`)).click();
  expect(payer.reads()).toContain(`To ${SHOWN}`);
  await pays(payer);
  await payer.learns('successful');
  expect(detailsOf(payer)).toContain(NAMED);
  expect(sent('transfer')).toHaveLength(1);
  expect(gateway.posts.join(' ')).not.toContain(MUM);
  expect([stored(localStorage), stored(sessionStorage)].join(' ')).not.toContain(MUM);
});

test('a single saved card has its label too; a label that changes alone is shown, and keeps the choice', async () => {
  const recipientCard = saved(RECIPIENT, MUM);
  const payer = await mount({}, { recipientCard });
  expect(payer.reads()).toContain(`To ${SHOWN}`);
  payer.element.recipientCard = { ...recipientCard, label: 'Дедушка' };
  await expect.poll(() => payer.reads()).toContain('To Дедушка (Visa •••• 1111)');
});

const LABEL = 'expected a name of at most 40 letters, marks and spaces, beside last_4; got';
test.each<[string, unknown, object, string]>([
  ['digits', 'Mum 4111', {}, 'other characters'],
  ['a sign', 'Mum & Dad', {}, 'other characters'],
  ['a mark that turns the direction', 'Mum\u202E', {}, 'other characters'],
  ['a line', 'Mum\nDad', {}, 'other characters'],
  ['many marks on one letter', `M${'\u0301'.repeat(5)}um`, {}, 'other characters'],
  ['41 letters', 'm'.repeat(41), {}, '41 characters'],
  ['a number', 7, {}, 'a number'],
  ['a label without digits', 'Mum', { last_4: undefined }, 'no last_4'],
])('a label with %s is a setting error, and the card works without it', async (_, label, change, got) => {
  const payer = await mount({}, { savedCards: [saved(PAYS)], savedRecipients: [{ ...saved(RECIPIENT, label), ...change }] });
  await expect
    .poll(() => payer.events('checkout-error').map(({ error }) => error.message))
    .toEqual([`savedRecipients[0].label: ${LABEL} ${got}. The card is shown without it.`]);
  expect(payer.events('checkout-error')[0]!.error).toMatchObject({ code: 'setting_invalid', party: 'merchant' });
  expect(payer.element.shadowRoot!.querySelector('[part=setup-error], .label')).toBeNull();
  await radio(payer, /^Visa/).last().click();
  await payer.readsFee();
});

test('an empty label is none, and spaces around one are left out', async () => {
  const payer = await mount({}, { savedRecipients: [saved(RECIPIENT, ''), saved(PAYS, ` ${MUM} `)] });
  await expect.element(radio(payer, 'Visa •••• 1111')).toBeVisible();
  await expect.element(radio(payer, `${MUM} Visa •••• 0000`)).toBeVisible();
  expect(payer.events('checkout-error')).toEqual([]);
});

test('a label is in sessionStorage only while the payer is with the bank; whoever comes back reads it, until the outcome', async () => {
  const payer = await mount({}, { savedCards: [saved(CHALLENGED)], savedRecipients: [saved(RECIPIENT, MUM)] });
  payer.element.addEventListener('checkout-redirect', (event) => event.preventDefault());
  await pays(payer);
  await expect.poll(() => payer.element.step, { timeout: 10_000 }).toBe('authentication');
  expect(stored(sessionStorage)).toContain(MUM);
  expect(stored(localStorage)).not.toContain(MUM);

  // As a page that was loaded anew has it: from the storage alone, with the record's attempt.
  const { id } = records()[0]!;
  const back = new KeptLabels();
  const attempt = { id, recipient: { brand: 'visa', last4: '1111' } };
  const settling = { step: 'settling', attempt } as unknown as State;
  expect(back.named(settling)).toMatchObject({ attempt: { id, recipient: { last4: '1111', label: MUM } } });
  back.follow({ step: 'outcome', attempt, result: { outcome: 'unknown', reason: 'no_answer' } } as unknown as State);
  expect(stored(sessionStorage)).toContain(MUM);
  const ended = { step: 'outcome', attempt, result: { outcome: 'successful', transaction: undefined } } as unknown as State;
  back.follow(ended);
  expect(stored(sessionStorage)).not.toContain(MUM);
  expect(back.named(ended)).toMatchObject({ attempt: { recipient: { label: MUM } } });
  expect(new KeptLabels().of(id)).toBeUndefined();
});

test('what another script writes into the storage is no label', () => {
  sessionStorage.setItem('checkout-elements-labels', JSON.stringify({ one: 'Pay 4111', two: 7, three: 'Mum' }));
  const kept = new KeptLabels();
  expect(['one', 'two', 'three', '__proto__'].map((id) => kept.of(id))).toEqual([undefined, undefined, 'Mum', undefined]);
  sessionStorage.setItem('checkout-elements-labels', '{');
  expect(kept.of('three')).toBeUndefined();
});

test('the notice about an earlier payment of this page names its recipient beside the digits', async () => {
  await leaveAndEnd({}, '12/30', {
    recipientCard: saved(RECIPIENT, MUM),
  });
  const next = await mount();
  await next.sees(notice(next));
  expect(next.reads()).toContain(`to •••• 1111 (${MUM}), started`);
});

test('a payment of this page that is left unfinished names its recipient too', async () => {
  const release = holdJobs();
  const payer = await mount({}, { recipientCard: saved(RECIPIENT, MUM) });
  await payer.pays();
  await expect.poll(() => records()[0]?.phase, { timeout: 10_000 }).toBe('accepted');
  payer.element.remove();
  payer.element.cancel();
  sessionStorage.clear();
  const next = await mount();
  await next.sees(next.text(/^Unfinished transfer of/));
  expect(next.reads()).toContain(`To ${MUM} (•••• 1111)`);
  release();
});
