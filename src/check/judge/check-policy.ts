import { type Finding, finding } from './finding.js';
import type { ObservedPage } from '../observe/observed-page.js';

/** Sources that let a script connect to any host. */
const ANYWHERE = new Set(['*', 'http:', 'https:', 'ws:', 'wss:']);

const WHY = 'An injected script can read the cards and send them anywhere.';

/** The sources of each directive of a policy. When a directive occurs twice, the first one counts (CSP 3, 2.2.1). */
function readDirectives(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (!directives.has(name)) directives.set(name, sources);
  }
  return directives;
}

/** The directive for frames, and its fallbacks (CSP 3, 6.1.5). */
const FRAMES = ['frame-src', 'child-src', 'default-src'] as const;

type Policies = readonly ReturnType<typeof readDirectives>[];

/** Whether the allowed hosts are limited. All lists apply, so one that limits them is enough. */
const isLimited = (lists: readonly (readonly string[])[]): boolean =>
  lists.some((sources) => !sources.some((source) => ANYWHERE.has(source)));

function checkConnections(policies: Policies, { documents }: ObservedPage): Finding[] {
  const gateways = documents
    .flatMap(({ elements }) => elements)
    .flatMap(({ addresses }) => [addresses['checkout-url'], addresses['confirm-url']])
    .filter((url) => url !== undefined);
  // CSP 3, 6.1.2: `default-src` is the fallback.
  const sources = policies
    .map((policy) => policy.get('connect-src') ?? policy.get('default-src'))
    .filter((each) => each !== undefined);
  // An element that leads to the gateway's page makes no connection here.
  if (gateways.length === 0 || isLimited(sources)) return [];
  const origins = [...new Set(gateways.map((url) => new URL(url).origin))].join(' ');
  return [
    finding(
      'connect_src_open',
      sources.length === 0
        ? 'The page’s policy has no connect-src, and no default-src as its fallback.'
        : `The page’s policy lets scripts connect to any host (connect-src ${sources.map((each) => each.join(' ')).join(', ')}).`,
      WHY,
      `Add connect-src 'self' ${origins} to it, with any other hosts that your page connects to.`,
    ),
  ];
}

/** What lets injected code run although a policy names the page's scripts. A nonce, a hash or 'strict-dynamic' takes these back (CSP 3, 6.7.3). */
const INJECTED = new Set([...ANYWHERE, 'data:', 'blob:', "'unsafe-inline'"]);
const isTrusted = (source: string): boolean => /^'(nonce-|sha(256|384|512)-|strict-dynamic')/.test(source);

/** CSP 3, 6.1.11: `default-src` is the fallback. */
function checkScriptSources(policies: Policies, observed: ObservedPage): Finding[] {
  const lists = policies
    .map((policy) => policy.get('script-src') ?? policy.get('default-src'))
    .filter((each) => each !== undefined);
  const isClosed = (sources: readonly string[]): boolean =>
    !sources.includes("'unsafe-eval'") && (sources.some(isTrusted) || !sources.some((source) => INJECTED.has(source)));
  if (lists.some(isClosed)) return [];
  return [
    finding(
      'script_src_open',
      lists.length === 0
        ? 'The page’s policy has no script-src, and no default-src as its fallback.'
        : `The page’s policy lets any script run (script-src ${lists.map((each) => each.join(' ')).join(', ')}).`,
      'An injected script runs in the page, and can read the cards.',
      `Name the page’s own scripts, and nothing that begins with 'unsafe-': ${scriptSources(observed)}.`,
    ),
  ];
}

const originsOf = (addresses: readonly (string | undefined)[], page: string): string[] => {
  const origins = addresses.flatMap((each) => (each !== undefined && URL.canParse(each) ? new URL(each).origin : []));
  return [...new Set(origins)].map((origin) => (origin === new URL(page).origin ? "'self'" : origin));
};

const scriptSources = ({ address, documents }: ObservedPage): string =>
  ['script-src', ...originsOf(documents[0]?.scripts.map(({ url }) => url) ?? [], address)].join(' ');

/** The policy of docs/security.md, filled in for this page. */
function policyFor(observed: ObservedPage): string {
  const { address, documents } = observed;
  const elements = documents.flatMap((each) => each.elements);
  const connected = elements.flatMap(({ addresses }) => ['checkout-url', 'confirm-url', 'src'].map((name) => addresses[name]));
  const frames = originsOf(
    elements.map(({ addresses }) => addresses['fields-url']),
    address,
  );
  const showsBank = elements.some(({ challenge }) => challenge === 'dialog' || challenge === 'auto');
  const framed = showsBank ? ["'self'", 'https:'] : frames;
  const images = documents[0]?.hasDataIcon === true ? ['img-src data:'] : [];
  return [
    "default-src 'none'",
    scriptSources(observed),
    ['connect-src', ...originsOf(connected, address)].join(' '),
    ...(framed.length > 0 ? [['frame-src', ...framed].join(' ')] : []),
    ...images,
    "base-uri 'none'",
  ].join('; ');
}

/** Each payer's bank has an origin of its own, so a list of hosts can't contain them all. */
function checkFrames(policies: Policies, { documents }: ObservedPage): Finding[] {
  const challenge = documents
    .flatMap(({ elements }) => elements)
    .find((each) => /^(dialog|auto)$/.test(each.challenge ?? ''))?.challenge;
  const limit = policies
    .map((policy) => {
      const name = FRAMES.find((each) => policy.has(each)) ?? '';
      return { name, sources: policy.get(name) ?? ['*'] };
    })
    .find(({ sources }) => isLimited([sources]));
  if (challenge === undefined || !limit) return [];
  const { name, sources } = limit;
  return [
    finding(
      'frame_src_limited',
      `The page’s policy lets only some hosts be framed (${[name, ...sources].join(' ')}), and challenge="${challenge}" shows the bank’s page in a frame.`,
      challenge === 'auto'
        ? 'Payers of a bank that is not listed leave the page to confirm: what they typed is gone when they come back.'
        : 'Payers of a bank that is not listed see an empty dialog.',
      "Add frame-src 'self' https: to it, or list every bank’s origin and your own.",
    ),
  ];
}

/** CSP 3, 6.3.1: `base-uri` has no fallback. */
function checkBase(policies: Policies): Finding[] {
  const sources = policies.map((policy) => policy.get('base-uri')).filter((each) => each !== undefined);
  if (isLimited(sources)) return [];
  return [
    finding(
      'base_uri_open',
      sources.length === 0
        ? 'The page’s policy has no base-uri.'
        : `The page’s policy lets a <base> lead to any host (base-uri ${sources.map((each) => each.join(' ')).join(', ')}).`,
      'If a <base> is injected into the page, the relative addresses of scripts lead to another host.',
      "Add base-uri 'none' to it, or 'self' if the page has a <base> of its own.",
    ),
  ];
}

/**
 * Finds problems in the text of the page's policy. Whether it lets the elements reach the gateway is tested in the browser,
 * which reports violations.
 */
export function checkPolicy(observed: ObservedPage): Finding[] {
  // Several policies in one header are separated by commas, and all of them apply.
  const { policy, documents } = observed;
  const texts = [...(policy ?? '').split(','), ...(documents[0]?.metaPolicies ?? [])].filter((each) => each.trim() !== '');
  if (texts.length === 0) {
    return [
      finding(
        'policy_missing',
        'The page has no content security policy.',
        WHY,
        `Send Content-Security-Policy: ${policyFor(observed)}; and what else your page needs, such as style-src and img-src.`,
      ),
    ];
  }
  const policies = texts.map(readDirectives);
  return [
    ...checkScriptSources(policies, observed),
    ...checkConnections(policies, observed),
    ...checkBase(policies),
    ...checkFrames(policies, observed),
  ];
}
