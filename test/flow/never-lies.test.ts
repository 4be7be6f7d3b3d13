import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOrAll } from '../sample-or-all.js';
import { Rig } from './rig/rig.js';
import { refusedJob, refusedRequest } from '../../demo/gateway/issuer/habit.js';
import { HABITS_OF_GATEWAYS } from './rig/habits.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../demo/scripted/script.js';

// Whatever a gateway, a proxy or the network answers, in whatever order: every outcome shown came from the gateway.
// The answers are labelled by hand with what they prove: "paid", "not paid", or nothing.

type Proof = 'paid' | 'not paid' | 'nothing';
interface Labelled {
  readonly reply: Reply;
  /**
   * What it proves as the first and only answer to the transfer's request, or as an answer to a poll. After a repeat of ours, no
   * failure of the copy proves anything, in whatever form.
   */
  readonly proves: Proof;
}

const refused = errorBody({ currency: ['is unknown ISO 4217 Alpha-3 code'] });
const posts: readonly Labelled[] = [
  { reply: answer(422, refused), proves: 'not paid' },
  { reply: answer(404, errorBody({}, 'not_found')), proves: 'nothing' },
  { reply: answer(409, refused), proves: 'nothing' },
  { reply: answer(422, errorBody({}, 'duplicate_transaction')), proves: 'nothing' },
  { reply: answer(422, '<html>'), proves: 'nothing' },
  { reply: answer(200, 'null'), proves: 'nothing' },
  { reply: answer(200, transaction('failed')), proves: 'nothing' },
  { reply: accepted(), proves: 'nothing' },
  { reply: new TypeError('Failed to fetch'), proves: 'nothing' },
  { reply: answer(503, refused), proves: 'nothing' },
  { reply: answer(429, refused), proves: 'nothing' },
  { reply: answer(408, refused), proves: 'nothing' },
  { reply: 'silence', proves: 'nothing' },
];
const failedJob = (response: unknown): Reply => ({ status: 'failed', job_id: 'job-transfer', response });
const polls: readonly Labelled[] = [
  { reply: done(transaction('successful')), proves: 'paid' },
  { reply: done(transaction('failed')), proves: 'not paid' },
  { reply: failedJob({ message: 'is not a card number', errors: ['is not a card number'], finished: true }), proves: 'not paid' },
  { reply: failedJob({ message: 'x', finished: true }), proves: 'nothing' },
  { reply: failedJob({ message: 'x', finished: false }), proves: 'nothing' },
  { reply: failedJob({ message: 'x' }), proves: 'nothing' },
  { reply: done(refused), proves: 'nothing' },
  { reply: done(transaction('declined')), proves: 'nothing' },
  { reply: done(transaction('incomplete', { redirect_url: 'https://bank.example/' })), proves: 'nothing' },
  { reply: accepted(), proves: 'nothing' },
  { reply: answer(404, errorBody({}, 'not_found')), proves: 'nothing' },
  { reply: answer(422, refused), proves: 'nothing' },
  { reply: answer(500, ''), proves: 'nothing' },
  { reply: new TypeError('Failed to fetch'), proves: 'nothing' },
  { reply: 'silence', proves: 'nothing' },
];

/** How other gateways refuse a copy. In a transaction it looks like any decline. */
const copies = {
  post: fc
    .constantFrom(...HABITS_OF_GATEWAYS)
    .map((habit): Labelled => ({ reply: answer(422, refusedRequest(habit)), proves: 'nothing' })),
  poll: fc
    .constantFrom(...HABITS_OF_GATEWAYS)
    .map((habit): Labelled =>
      habit.refused === 'transaction'
        ? { reply: done(transaction('failed', { message: habit.words })), proves: 'not paid' }
        : { reply: failedJob(refusedJob(habit)), proves: 'nothing' },
    ),
};

const listOf = (labelled: readonly Labelled[], copy: fc.Arbitrary<Labelled>) =>
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...labelled) }, { weight: 1, arbitrary: copy }), {
    minLength: 1,
    maxLength: 6,
  });
const steps = fc.array(fc.constantFrom('cancel', 'resume', 'press', 'wait', 'reset', 'away', 'back'), { maxLength: 6 });

test(
  'no order of answers and presses produces an outcome that the gateway did not report',
  { timeout: sampleOrAll(60_000, 300_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(listOf(posts, copies.post), listOf(polls, copies.poll), steps, async (toPosts, toPolls, todo) => {
        const rig = new Rig();
        rig.settings = { ...rig.settings, trackingId: 'order-1' };
        rig.gateway.replies.transfer = toPosts.map(({ reply }) => reply);
        rig.gateway.replies.job = toPolls.map(({ reply }) => reply);
        await rig.pay(2500);
        for (const step of todo) {
          if (step === 'cancel') rig.flow.cancel();
          else if (step === 'reset') rig.flow.reset();
          else if (step === 'resume') rig.flow.resume().catch(() => undefined);
          else if (step === 'press') await rig.press(100);
          else if (step !== 'wait') rig.presence.away = step === 'away';
          await rig.clock.advance(40_000);
        }
        rig.presence.away = false;
        await rig.clock.advance(20 * 60_000);

        const shown = rig.course.filter((word) => word === 'successful' || word === 'failed');
        const requests = rig.gateway.of('transfer');
        const asked = rig.gateway.of('job').filter(({ jobId }) => jobId === 'job-transfer').length;
        const isRepeated = requests.length > 1;
        const proven = ({ proves }: Labelled): Proof => (isRepeated && proves === 'not paid' ? 'nothing' : proves);
        const proofs = toPolls.slice(0, asked).map(proven);
        const first = isRepeated ? 'nothing' : toPosts[0]!.proves;
        if (shown.includes('successful')) expect(proofs).toContain('paid');
        if (shown.includes('failed')) expect([first, ...proofs]).toContain('not paid');
        // One id, one payment: a repeated request has the very same bytes.
        expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
        // Polled again after a reset, a gateway may contradict itself; then its last answer is shown, and nothing else.
        const contradicts = proofs.includes('paid') && [first, ...proofs].includes('not paid');
        expect(new Set(shown).size).toBeLessThanOrEqual(contradicts ? 2 : 1);
        expect(rig.flow.state.step).not.toBe('transferring');
        expect(rig.rejections).toEqual([]);
      }),
      { numRuns: sampleOrAll(100, 1000) },
    );
  },
);
