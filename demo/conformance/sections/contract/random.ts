import * as fc from 'fast-check';
import { post, rowsWithBody, type RowWithBody } from '../../requests/rows-with-body.js';
import type { TestContext } from '../../requests/context.js';
import { isErrorTree, messagesAt } from '../../answers/error-body.js';
import type { Exchange } from '../../answers/exchange.js';
import { withValue } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { member } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

// Values that no field of the tables accepts, by the field's type there.
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => value as unknown);
const noText = anyJson.filter((value) => typeof value !== 'string' && value !== null);
const noFlag = anyJson.filter((value) => typeof value !== 'boolean' && value !== null);
const noObject = anyJson.filter((value) => value !== null && (typeof value !== 'object' || Array.isArray(value)));
const noInteger = fc.oneof(
  anyJson.filter((value) => typeof value !== 'number'),
  fc.double({ min: 0.01, max: 1e9, noNaN: true }).filter((value) => !Number.isInteger(value)),
  fc.constantFrom(2 ** 53, 1e21, -1),
);
const noCurrency = fc.oneof(
  noText,
  fc.string().filter((text) => !/^[A-Z]{3}$/.test(text)),
  fc.constant(null),
);
const noNumeral = fc.oneof(
  anyJson.filter((value) => typeof value !== 'string' && typeof value !== 'number'),
  fc.string().filter((text) => !/^-?\d+$/.test(text)),
);

type Wrong = readonly (readonly [path: string, value: fc.Arbitrary<unknown>])[];

const CHECK: Wrong = [
  ['amount', noInteger],
  ['currency', noCurrency],
  ['test', noFlag],
  ['additional_data', noObject],
  ['additional_data.p2p', noObject],
  ['additional_data.p2p.type', noText],
];
const TRANSFER: Wrong = [
  ...CHECK,
  ['description', noText],
  ['expired_at', noText],
  ['tracking_id', noText],
  ['duplicate_check', noFlag],
  ['language', noText],
  ['return_url', noText],
  ['notification_url', noText],
  ['additional_data.contract', anyJson.filter((value) => value !== null && !Array.isArray(value))],
  ['customer', noObject],
  ['customer.email', noText],
  ['customer.external_id', noText],
  ['sender_billing_address', noObject],
  ['sender_billing_address.city', noText],
];
const PRODUCT: Wrong = [
  ['name', noText],
  ['description', noText],
  ['currency', noCurrency],
  ['amount', noNumeral],
  ['quantity', noNumeral.filter((value) => value !== null)],
  ['infinite', noFlag],
  ['immortal', noFlag],
  ['test', noFlag],
  ['return_url', noText],
  ['language', noText],
  ['transaction_type', noText],
];
const PLAN: Wrong = [
  ['title', noText],
  ['currency', noCurrency],
  ['plan', noObject],
  ['plan.amount', noInteger],
  ['plan.interval', noInteger],
  ['plan.interval_unit', noText],
  ['trial', noObject],
  ['infinite', noFlag],
  ['number_payment_attempts', noInteger.filter((value) => value !== null)],
  ['prevent_payments_at_night', noFlag],
];
const CUSTOMER: Wrong = [
  ['email', noText],
  ['ip', noText],
  ['first_name', noText],
  ['country', noText],
  ['external_id', noText],
];

const ORDER: Wrong = [
  ['tracking_id', noText],
  ['language', noText],
  ['return_url', noText],
  ['notification_url', noText],
  ['customer', noObject],
  ['customer.email', noText],
  ['duplicate_check', noFlag],
];

function wrongFor({ row }: RowWithBody): Wrong {
  if (row.name.endsWith('confirm_url')) return ORDER;
  if (row === ROWS.createProduct || row === ROWS.updateProduct) return PRODUCT;
  if (row === ROWS.createPlan) return PLAN;
  if (row === ROWS.createCustomer) return CUSTOMER;
  return [ROWS.restrictions, ROWS.verify, ROWS.verifyAsync].some((one) => one === row) ? CHECK : TRANSFER;
}

/** Every answer to any body must be JSON or nothing, and no failure of the server. A refusal must have an error body. */
function isDecent({ status, text, json }: Exchange): boolean {
  if (status === 0 || status >= 500 || /node_modules|\n\s+at |<html/i.test(text)) return false;
  if (status < 300) return text === '' || typeof json === 'object';
  return typeof member(json, 'message') === 'string' && (status !== 422 || isErrorTree(member(json, 'errors')));
}

/** Runs a property and records the smallest body that breaks it. */
async function property(
  context: TestContext,
  entry: RowWithBody,
  statement: string,
  { of, holds = isDecent }: { of: fc.Arbitrary<unknown>; holds?: (got: Exchange, body: unknown) => boolean },
): Promise<void> {
  const { judge, settings } = context;
  let last: Exchange | undefined;
  const { seed, runs: numRuns } = settings.badInput;
  const details = await fc.check(
    fc.asyncProperty(of, async (body) => {
      const got = await post(context, entry, entry.wrap(body as never));
      const held = holds(got, body);
      if (!held) last = got;
      return held;
    }),
    { seed, numRuns, interruptAfterTimeLimit: 60_000 },
  );
  const judged = last ? judge.of(last) : judge;
  judged.holds(
    decided('no insight'),
    `${entry.row.method} ${entry.row.path}: ${statement}`,
    !details.failed,
    `no failure (--seed ${seed})`,
  );
}

async function run(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  if (settings.badInput.runs === 0)
    return judge.skip(spec('7'), 'random bad requests are refused with an error body', 'left out by --bad-input 0');
  for (const entry of await rowsWithBody(context)) {
    const wrong = wrongFor(entry);
    const oneWrong = fc.constantFrom(...wrong).chain(([path, values]) => values.map((value) => ({ path, value })));
    // A new amount for each request: otherwise the second one is a duplicate (spec 8).
    const spoiled: RowWithBody = {
      ...entry,
      wrap: (body) => {
        const { path, value } = body as unknown as { path: string; value: unknown };
        return entry.wrap(withValue(entry.make(), path, value));
      },
    };
    await property(context, spoiled, 'a value of another type in any field is refused at its path', {
      of: oneWrong,
      holds: (got, body) => got.status === 422 && isDecent(got) && isNamed(got.json, (body as { readonly path: string }).path),
    });

    const scattered = fc.array(fc.tuple(fc.constantFrom(...wrong.map(([path]) => path)), anyJson), { maxLength: 4 });
    const mixed: RowWithBody = {
      ...entry,
      wrap: (body) =>
        entry.wrap(
          (body as unknown as readonly (readonly [string, unknown])[]).reduce(
            (fields, [path, value]) => withValue(fields, path, value),
            entry.make(),
          ),
        ),
    };
    await property(context, mixed, 'any value in its fields gets a valid answer', { of: scattered });
    const bare: RowWithBody = { ...entry, wrap: (body) => body };
    await property(context, bare, 'any JSON for a body gets a valid answer', { of: anyJson });
    await property(context, bare, 'any text for a body gets a valid answer', { of: fc.string({ maxLength: 60 }) });
  }
}

/** Whether the body names the parameter, or a section around it. */
function isNamed(body: unknown, path: string): boolean {
  const names = path.split('.');
  return names.some((_, index) => {
    const above = names.slice(0, index + 1).join('.');
    return messagesAt(body, above) !== undefined || messagesAt(body, `${above}.base`) !== undefined;
  });
}

export const random: Section = { number: '7', title: 'Random bad requests', run };
