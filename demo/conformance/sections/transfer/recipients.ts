import { CARDS, sourceCard } from '../../requests/cards.js';
import { call, sealCards, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { messagesAt } from '../../answers/error-body.js';
import { checkOf, transferOf, type Fields } from '../../requests/requests.js';
import { decided } from '../../answers/rule.js';
import { recipientName, type Tampering } from '../../requests/seal.js';
import type { Section } from '../../section.js';
import { at, member, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const RULE = decided('gateway side');

const SOURCE = 'credit_card.token';
const RECIPIENT = 'recipient_card.token';

/** The parts of the table's requests. */
interface Hand {
  /** The number of a recipient that the requests are not for. */
  readonly number: string;
  /** Tokens of two saved cards. The first one is the recipient of requests for a saved recipient. */
  readonly saved: readonly [string, string];
  /** The request, with its source sealed for a sealed recipient. */
  readonly forSealed: (tampering?: Tampering) => Fields;
  /** The request, with its source sealed for the first saved recipient. */
  readonly forSaved: (tampering?: Tampering) => Fields;
  /** The request, with its source sealed without a recipient. */
  readonly forNone: (tampering?: Tampering) => Fields;
}

/** The request, and the path at which it has to be refused. */
type Hostile = readonly [title: string, paths: readonly string[], make: (hand: Hand) => Fields];

const boundTo = (recipient: unknown): Tampering => ({ boundTo: { recipient } });
const beside = (request: Fields, recipient: unknown): Fields => ({ ...request, recipient_card: recipient });
const without = ({ recipient_card: _removed, ...request }: Fields): Fields => request;
const sealedIn = (request: Fields): Fields => request['recipient_card'] as Fields;

// Each of these would send the payer's money to another card than the one they entered or saw.
const EXCHANGED: readonly Hostile[] = [
  [
    'another saved recipient than the one it was sealed for',
    [SOURCE],
    ({ forSaved, saved }) => beside(forSaved(), { token: saved[1] }),
  ],
  ['a saved recipient in place of the sealed one', [SOURCE], ({ forSealed, saved }) => beside(forSealed(), { token: saved[0] })],
  ['the sealed recipient of another attempt', [RECIPIENT], ({ forSealed }) => beside(forSealed(), sealedIn(forSealed()))],
  [
    'a sealed recipient in place of the saved one',
    [SOURCE],
    ({ forSaved, forSealed }) => beside(forSaved(), sealedIn(forSealed())),
  ],
  ['a plain number in place of the sealed recipient', [SOURCE], ({ forSealed, number }) => beside(forSealed(), { number })],
  ['a plain number in place of the saved recipient', [SOURCE], ({ forSaved, number }) => beside(forSaved(), { number })],
  [
    'a plain number beside the saved recipient’s token',
    [SOURCE],
    ({ forSaved, saved, number }) => beside(forSaved(), { token: saved[0], number }),
  ],
  ['the sealed recipient removed', [SOURCE], ({ forSealed }) => without(forSealed())],
  ['the saved recipient removed', [SOURCE], ({ forSaved }) => without(forSaved())],
  ['the recipient replaced by null', [SOURCE], ({ forSealed }) => beside(forSealed(), null)],
  ['the recipient replaced by an empty section', [SOURCE], ({ forSealed }) => beside(forSealed(), {})],
  ['a sealed recipient added', [SOURCE], ({ forNone, forSealed }) => beside(forNone(), sealedIn(forSealed()))],
  ['a saved recipient added', [SOURCE], ({ forNone, saved }) => beside(forNone(), { token: saved[0] })],
  ['a plain number added', [SOURCE], ({ forNone, number }) => beside(forNone(), { number })],
  ['an empty recipient section added', [SOURCE], ({ forNone }) => beside(forNone(), {})],
  ['the source removed, the sealed recipient kept', [RECIPIENT], ({ forSealed }) => ({ ...forSealed(), credit_card: undefined })],
  ['a plain source beside the sealed recipient', [RECIPIENT], ({ forSealed }) => ({ ...forSealed(), credit_card: sourceCard() })],
  [
    'a plain saved source beside the sealed recipient',
    [RECIPIENT],
    ({ forSealed, saved }) => ({ ...forSealed(), credit_card: { token: saved[0] } }),
  ],
];

// The seal is valid except for the name of its recipient.
const MISNAMED: readonly Hostile[] = [
  ...(
    [
      ['absent', undefined],
      ['null', null],
      ['true', true],
      ['a list', ['sealed']],
      ['an object', { sealed: true }],
      ['empty', ''],
      ['written SEALED', 'SEALED'],
    ] as const
  ).map(([title, name]): Hostile => [
    `bound_to.recipient ${title}, beside a sealed recipient`,
    [SOURCE],
    ({ forSealed }) => forSealed(boundTo(name)),
  ]),
  [
    'the name of a saved recipient, beside a sealed one',
    [SOURCE],
    ({ forSealed, saved }) => forSealed(boundTo(recipientName({ token: saved[0] }))),
  ],
  ...(
    [
      ['absent', () => undefined],
      ['"sealed"', () => 'sealed'],
      ['the token itself', (token) => token],
      ['the hash in standard base64', (token) => Buffer.from(recipientName({ token }) ?? '', 'base64url').toString('base64')],
      ['the hash in hexadecimal', (token) => Buffer.from(recipientName({ token }) ?? '', 'base64url').toString('hex')],
      ['the hash of another token', (token) => recipientName({ token: `${token}0` })],
      ['the hash in a list', (token) => [recipientName({ token })]],
    ] as const satisfies readonly (readonly [string, (token: string) => unknown])[]
  ).map(([title, name]): Hostile => [
    `bound_to.recipient ${title}, beside a saved recipient`,
    [SOURCE],
    ({ forSaved, saved }) => forSaved(boundTo(name(saved[0]))),
  ]),
  [
    'bound_to.recipient "sealed", beside a plain number',
    [SOURCE],
    ({ forNone, number }) => beside(forNone(boundTo('sealed')), { number }),
  ],
  [
    'the hash of a number, beside that plain number',
    [SOURCE],
    ({ forNone, number }) => beside(forNone(boundTo(recipientName({ token: number }))), { number }),
  ],
  ['a recipient named although the request has none', [SOURCE], ({ forNone }) => forNone(boundTo('sealed'))],
];

/**
 * Requests that put another recipient beside a payer's sealed card, as an attacker between page and gateway can make them.
 * Each must be refused, all with the same text: run the table with `npm run conformance -- … --only 5`.
 */
export const HOSTILE: readonly Hostile[] = [...EXCHANGED, ...MISNAMED];

/** Two cards that the gateway has saved for the shop; undefined when it gives no tokens. */
async function savedCards(context: TestContext): Promise<readonly [string, string] | undefined> {
  const tokenOf = async (number: string): Promise<unknown> => {
    const request = transferOf({ recipient_card: { number }, additional_data: { contract: ['oneclick'] } });
    return at((await send(context, ROWS.p2p, request, 'sealed')).json, 'transaction.recipient_card.token');
  };
  const tokens = [await tokenOf(CARDS.frictionless), await tokenOf(CARDS.declined)] as const;
  return tokens.every(someText.is) ? (tokens as readonly [string, string]) : undefined;
}

async function exchanged(context: TestContext): Promise<void> {
  const { judge } = context;
  const saved = await savedCards(context);
  if (!saved)
    return judge.skip(
      RULE,
      'a sealed source is accepted only with the recipient that it names',
      'the transfer before gave no tokens (2.5)',
    );
  const texts = new Set<string>();
  for (const [operation, row] of [
    ['check', ROWS.verify],
    ['transfer', ROWS.p2p],
  ] as const) {
    // They have the same amount and are no duplicates, so only the recipient can be the reason for a refusal.
    const base = operation === 'check' ? checkOf() : transferOf({ duplicate_check: false });
    const sealedFor =
      (recipient: unknown) =>
      (tampering: Tampering = {}): Fields =>
        sealCards(context, operation, { ...base, recipient_card: recipient }, tampering);
    const hand: Hand = {
      number: CARDS.declined,
      saved,
      forSealed: sealedFor(base['recipient_card']),
      forSaved: sealedFor({ token: saved[0] }),
      forNone: sealedFor(undefined),
    };
    for (const [title, paths, make] of HOSTILE) {
      const got = await call(context, row, { request: make(hand) });
      const judged = judge.of(got);
      judged.refused(RULE, `a ${operation}, ${title}: refused at ${paths.join(' and ')}`, paths, RULE);
      judged.equal(RULE, `a ${operation}, ${title}: no transaction`, member(got.json, 'transaction'), undefined);
      for (const path of paths) for (const text of messagesAt(got.json, path) ?? []) texts.add(text);
    }
  }
  judge.equal(RULE, 'all of these are refused with the same text', texts.size, 1);
}

/** The recipients that a sealed source may be sent with. */
async function right(context: TestContext): Promise<void> {
  const { judge } = context;
  const saved = await savedCards(context);
  const recipients: readonly (readonly [string, unknown])[] = [
    ['a sealed recipient', { number: CARDS.frictionless }],
    ...(saved ?? []).map((token) => ['the saved recipient that it names', { token }] as const),
  ];
  for (const [title, recipient_card] of recipients) {
    for (const [base, row] of [
      [checkOf, ROWS.verify],
      [transferOf, ROWS.p2p],
    ] as const) {
      const got = await send(context, row, base({ recipient_card }), 'sealed');
      const status = member(got.json, 'status') ?? at(got.json, 'transaction.status');
      judge.of(got).equal(RULE, `${row.path} accepts a sealed source with ${title}`, status, 'successful');
    }
  }
}

/** The contract of a request is the payer's own will only if their page has sealed it. */
async function contracts(context: TestContext): Promise<void> {
  const { judge } = context;
  const saving = () => transferOf({ additional_data: { contract: ['oneclick'] } });
  const old = await send(context, ROWS.p2p, saving(), { boundTo: { contract: undefined } });
  const tokens = ['credit_card', 'recipient_card'].map((name) => at(old.json, `transaction.${name}.token`) ?? null);
  const answer = judge.of(old);
  answer.equal(RULE, 'a seal that names no contract is paid', at(old.json, 'transaction.status'), 'successful');
  answer.equal(RULE, 'a contract that the source’s seal does not name is ignored', tokens, [null, null]);
  for (const [title, request, contract] of [
    ['another contract than the request', saving(), ['recurring']],
    ['a contract that the request does not have', transferOf(), ['oneclick']],
  ] as const) {
    const got = await send(context, ROWS.p2p, request, { boundTo: { contract } });
    judge.of(got).refused(RULE, `a seal that names ${title} is refused`, [SOURCE]);
  }
}

export const recipients: readonly Section[] = [
  { number: '5', title: 'A seal and its recipient', run: right },
  { number: '5', title: 'A seal beside another recipient', run: exchanged },
  { number: '5', title: 'A seal and its contract', run: contracts },
];
