import { CARDS, sourceCard } from '../../requests/cards.js';
import { passChallenge } from '../../requests/challenge.js';
import { call, follow, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { exchange } from '../../answers/exchange.js';
import { messagesAt } from '../../answers/error-body.js';
import { transferOf, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, member } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const BACK = 'http://127.0.0.1:4099/returned';
const challenged = (changes: Fields = {}): Fields => transferOf({ credit_card: sourceCard(CARDS.challenge), ...changes });

const statusOf = async (context: TestContext, uid: unknown): Promise<unknown> =>
  at((await call(context, ROWS.byUid, undefined, { id: String(uid) })).json, 'transaction.status');

/** The ends of a challenge that section "3-D Secure and back" leaves out. */
async function ends(context: TestContext, code: string): Promise<void> {
  const { judge } = context;
  const cancelled = await send(context, ROWS.p2p, challenged({ return_url: BACK }));
  const { pressed } = await passChallenge(String(at(cancelled.json, 'transaction.redirect_url')), '', 'last');
  judge
    .of(cancelled)
    .equal(
      fact('transaction statuses'),
      'a cancelled challenge fails',
      await statusOf(context, at(cancelled.json, 'transaction.uid')),
      'failed',
    );
  judge
    .of(pressed ?? cancelled)
    .holds(
      spec('6 rule 2'),
      'after cancelling the payer returns to return_url',
      pressed?.headers.get('location')?.startsWith(BACK) === true,
      'a redirect',
      pressed?.headers.get('location'),
    );

  const nowhere = await send(context, ROWS.p2ps, challenged());
  const address = String(at(nowhere.json, 'transaction.redirect_url'));
  const stayed = (await passChallenge(address, code)).pressed;
  judge
    .of(stayed ?? nowhere)
    .holds(
      decided('no return_url'),
      'without return_url the payer sees a page, or the shop',
      [200, 302, 303].includes(stayed?.status ?? 0),
      '200 or a redirect',
    );
  const unknown = await exchange({ method: 'GET', url: `${address}x` });
  judge
    .of(unknown)
    .holds(decided('other statuses'), 'an unknown challenge is refused', unknown.status >= 400 && unknown.status < 500, '4xx');

  const posted = await send(context, ROWS.p2pAsync, challenged());
  const job = await follow(context, posted);
  await passChallenge(String(at(job.json, 'response.transaction.redirect_url')), code);
  const later = await call(context, ROWS.job, undefined, { id: String(member(posted.json, 'job_id')) });
  judge
    .of(later)
    .equal(
      decided('job after the challenge'),
      'a job shows the result of the challenge',
      at(later.json, 'response.transaction.status'),
      'successful',
    );
}

/** The payer's pages show merchants' texts only as text, and merchants' addresses run no script. */
async function injection(context: TestContext, code: string): Promise<void> {
  const { judge } = context;
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const sent = await send(
    context,
    ROWS.p2p,
    challenged({
      credit_card: { ...sourceCard(CARDS.challenge), holder: '<b>JANE</b> DOE' },
      description: evil,
      language: 'xx',
    }),
  );
  for (const name of ['redirect_url', 'receipt_url']) {
    const page = await exchange({ method: 'GET', url: String(at(sent.json, `transaction.${name}`)) });
    judge.of(page).status(spec(`2.6 transaction.${name}`), `the page at ${name} opens`, 200);
    judge
      .of(page)
      .holds(
        decided('pages'),
        `the page at ${name} escapes a merchant's text`,
        !/<script>alert|<img src=x|<b>JANE/.test(page.text),
        'escaped',
      );
    judge
      .of(page)
      .holds(
        spec('2.6 card data fields'),
        `the page at ${name} shows no whole card number`,
        !page.text.replaceAll(/[\s-]/g, '').includes(CARDS.challenge),
        'none',
        'it does',
      );
    judge
      .of(page)
      .matches(
        decided('conventions of 2.1'),
        `the page at ${name} is in English for an unknown language`,
        page.text,
        /<html[^>]*\blang="?en/,
      );
  }
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', 'ftp://evil.example/']) {
    const got = await send(context, ROWS.p2p, challenged({ return_url: address }));
    const location =
      got.status === 422
        ? undefined
        : (await passChallenge(String(at(got.json, 'transaction.redirect_url')), code)).pressed?.headers.get('location');
    judge
      .of(got)
      .holds(
        decided('return_url'),
        `return_url ${address} is refused, or never used`,
        got.status === 422 ? messagesAt(got.json, 'return_url') !== undefined : !location || /^https?:/.test(location),
        'errors.return_url',
        location,
      );
  }
}

async function run(context: TestContext): Promise<void> {
  const code = context.settings.challengeCode;
  if (code === undefined)
    return context.judge.skip(
      spec('6 rule 2'),
      'the pages for the payer',
      "needs the code of the test bank's page (--challenge-code)",
    );
  await ends(context, code);
  await injection(context, code);
}

export const pages: Section = { number: '6', title: 'Pages for the payer', run };
