import { CARDS, VERIFICATION_VALUE } from '../../requests/cards.js';
import type { TestContext } from '../../requests/context.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';

// Seals and merchants' own texts may hold any digits.
const NUMBERS = [...Object.values(CARDS), '4111111111111111'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;

/** Whether a body has a verification value: the one that this suite sends, or any under that name. */
const hasVerificationValue = (value: unknown): boolean =>
  value === VERIFICATION_VALUE ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(
      ([name, inner]) => (name === 'verification_value' && typeof inner === 'string') || hasVerificationValue(inner),
    ));

/** Every response of the run, checked once more after the other sections. */
async function run({ judge, target: { received } }: TestContext): Promise<void> {
  judge.holds(spec('2.6 card data fields'), 'the run has responses to search', received.length > 0, 'some', received.length);
  const list = (found: typeof received): string =>
    found
      .slice(0, 3)
      .map(({ method, url }) => `${method} ${url}`)
      .join(', ');
  const numbers = received.filter(({ text }) => {
    const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
    return NUMBERS.some((number) => digits.includes(number));
  });
  judge.holds(spec('2.6 card data fields'), 'no response has a whole card number', numbers.length === 0, 'none', list(numbers));
  const values = received.filter(({ json, status }) => status < 400 && hasVerificationValue(json));
  judge.holds(spec('2.6 card data fields'), 'no response has a verification value', values.length === 0, 'none', list(values));
  const times = received.filter(({ text }) =>
    [...text.matchAll(/"(?:created|updated|paid)_at":"([^"]*)"/g)].some(([, time = '']) => !TIME.test(time)),
  );
  judge.holds(
    spec('2.1 timestamps'),
    'every timestamp of a response has the form of the spec',
    times.length === 0,
    'none',
    list(times),
  );
  const undated = received.filter(({ headers, status }) => status > 0 && !headers.has('date'));
  judge.holds(decided('CORS'), 'every response has a Date', undated.length === 0, 'none', list(undated));
}

export const privacy: Section = { number: '2.6', title: 'All responses', run };
