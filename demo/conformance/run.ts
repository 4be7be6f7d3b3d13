import { GatewayTime } from './requests/gateway-time.js';
import type { TestContext, Settings } from './requests/context.js';
import { exchange, type Exchange } from './answers/exchange.js';
import type { Finding } from './answers/findings.js';
import { Judge } from './answers/judge.js';
import { type Rule, RULE_SOURCES, spec } from './answers/rule.js';
import { checkOf } from './requests/requests.js';
import { call, send } from './requests/send.js';
import type { Section } from './section.js';
import { SECTIONS } from './sections.js';
import { basicOf, ROWS, Target, type Addresses, type Credentials } from './answers/target.js';
import { redactor } from './answers/redact.js';

export interface Run {
  readonly addresses: Addresses;
  readonly shop: Credentials;
  readonly settings: Settings;
  /** Numbers of sections to leave out: `4.3`, or `4` with all below it. */
  readonly skip?: readonly string[];
  /** Numbers of the sections to test; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** The rules to report, by where they come from; absent: all. */
  readonly rules?: readonly Rule['source'][] | undefined;
  /** Called when a section starts. */
  readonly progress?: (section: Section) => void;
}

const isBelow = (number: string, above: string): boolean => number === above || number.startsWith(`${above}.`);

/** Reaches each of its addresses, and reads its time. */
async function timeOf(addresses: Addresses): Promise<GatewayTime> {
  const time = new GatewayTime(addresses.console);
  for (const url of new Set([addresses.gateway, addresses.base, addresses.checkout])) {
    const answered = await exchange({ method: 'GET', url });
    if (answered.status === 0) throw new Error(`${url} can't be reached: ${answered.text}`);
    // The first seal, too, is dated by the gateway's time.
    time.read(answered);
  }
  if (await time.standsStill()) {
    throw new Error(
      `The sandbox's clock stands still, so its jobs would never end. Let it run: POST ${addresses.console}/sandbox/clock with {"frozen": false}.`,
    );
  }
  return time;
}

/**
 * Tries a correct request, one without credentials and one to an address that no gateway has: only what stands before a gateway, such as a
 * proxy, answers them all alike.
 *
 * @throws Error when it does.
 */
async function meetGateway(context: TestContext): Promise<void> {
  const { target } = context;
  const { checkout, gateway } = target.addresses;
  const answers = [
    await send(context, ROWS.verify, checkOf(), 'sealed'),
    await call(context, ROWS.verify, {}, { headers: { authorization: null } }),
    await exchange({ method: 'GET', url: `${checkout}/nothing` }),
    await call(context, ROWS.byUid, undefined, { id: 'any', headers: { authorization: null } }),
    await exchange({ method: 'GET', url: `${gateway}/nothing` }),
  ];
  // A proxy may number its answers, and repeat the request's address.
  const [one, ...others] = answers.map(({ status, text }) => `${status} ${text.replaceAll(/[\w-]*\d[\w-]*|\/\S*/g, '')}`);
  if (others.some((other) => other !== one)) return;
  const [{ status, text }] = answers as [Exchange];
  throw new Error(
    `Every request gets the same answer: ${status || 'none'} ${text.slice(0, 200).trim()}\nSo something else answers in the gateway's place, such as a proxy. Check the three addresses, and the path to them.`,
  );
}

/**
 * Tests a gateway over HTTP.
 *
 * @throws Error when one of its addresses can't be reached at all, its clock stands still, or something answers in its place.
 */
export async function run({
  addresses,
  shop,
  settings,
  skip = [],
  only,
  rules = RULE_SOURCES,
  progress,
}: Run): Promise<readonly Finding[]> {
  const { otherShop } = settings;
  const redact = redactor([shop, otherShop].flatMap((one) => (one ? [one.secretKey, basicOf(one)] : [])));
  const target = new Target(addresses, shop);
  const time = await timeOf(addresses);
  const leftOut = (number: string): boolean => skip.some((above) => isBelow(number, above));
  const rows = Object.values(ROWS).filter(({ name }) => !leftOut(name.split(' ')[0] ?? ''));

  const contextFor = (judge: Judge): TestContext => ({ target, rows, judge, settings, time });
  await meetGateway(contextFor(new Judge('1', () => undefined, redact)));

  async function runSection(section: Section): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    const keep = (finding: Finding): void => {
      if (rules.includes(finding.rule.source)) found.push(finding);
    };
    const judge = new Judge(section.number, keep, redact);
    const title = `section ${section.number} (${section.title})`;
    if (leftOut(section.number)) {
      judge.skip(spec(section.number), title, 'left out by --skip');
      return found;
    }
    progress?.(section);
    try {
      await section.run(contextFor(judge));
    } catch (error) {
      const came = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // Whatever rules are asked for.
      new Judge(section.number, (finding) => found.push(finding), redact).holds(
        spec(section.number),
        `${title} could be tested to its end`,
        false,
        'answers that the test can use',
        came,
      );
    }
    return found;
  }

  // Sections that mostly wait run in parallel, unless waiting means moving the clock.
  const chosen = SECTIONS.filter(({ number }) => !only || only.includes(number));
  const beside = new Map(chosen.filter(({ waits }) => waits && !time.movable).map((section) => [section, runSection(section)]));
  const findings: Finding[] = [];
  for (const section of chosen) findings.push(...(await (beside.get(section) ?? runSection(section))));
  return findings;
}
