import { elementsIn, isOwnMachine, row, type Seen } from './row.js';
import { ERRORS_OF_FIELDS } from './fields.js';
import { foreignIn } from './scripts.js';
import type { Violation } from '../observe/observed-page.js';
import { parseUrl } from '../../url/parse-url.js';

/** Sources that let a script connect to any host. */
const ANYWHERE = new Set(['*', 'http:', 'https:', 'ws:', 'wss:']);

/** The sources of each directive of a policy. When a directive occurs twice, the first one counts (CSP 3, 2.2.1). */
function readDirectives(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (!directives.has(name)) directives.set(name, sources);
  }
  return directives;
}

/** The page's policies. Several in one header are separated by commas, and all of them apply. */
const policiesIn = ({ policy, documents }: Seen): readonly ReturnType<typeof readDirectives>[] =>
  [...(policy ?? '').split(','), ...(documents[0]?.metaPolicies ?? [])].filter((each) => each.trim() !== '').map(readDirectives);

/** What a page's policies say of something, by its directive or the fallbacks of it. */
interface Rule {
  /** For each policy that says something of it. */
  readonly lists: readonly (readonly string[])[];
  readonly text: string;
}

/** @returns none if the page has no policy at all, which is a mistake of its own. */
function rulesIn(seen: Seen, ...[name, ...fallbacks]: readonly [string, ...string[]]): readonly Rule[] {
  const policies = policiesIn(seen);
  if (policies.length === 0) return [];
  const lists = policies.flatMap((policy) => {
    const directive = [name, ...fallbacks].find((each) => policy.has(each));
    return directive === undefined ? [] : [policy.get(directive)!];
  });
  return [{ lists, text: `${name} ${lists.map((each) => each.join(' ')).join(', ')}` }];
}

/** Whether the allowed hosts are limited. All lists apply, so one that limits them is enough. */
const isLimited = (lists: Rule['lists']): boolean => lists.some((sources) => !sources.some((source) => ANYWHERE.has(source)));

/** What lets injected code run although a policy names the page's scripts. A nonce, a hash or 'strict-dynamic' takes these back (CSP 3, 6.7.3). */
const INJECTED = new Set([...ANYWHERE, 'data:', 'blob:', "'unsafe-inline'"]);
const isTrusted = (source: string): boolean => /^'(nonce-|sha(256|384|512)-|strict-dynamic')/.test(source);
const isClosed = (sources: readonly string[]): boolean =>
  !sources.includes("'unsafe-eval'") && (sources.some(isTrusted) || !sources.some((source) => INJECTED.has(source)));

/**
 * An origin as the policy in production needs it: over https. A page that is still at http keeps a host of this machine as it is, so that
 * the policy works where it is tried.
 */
function productionOf(origin: string, page: string): string {
  if (origin === new URL(page).origin) return "'self'";
  if (!isOwnMachine(origin)) return origin.replace(/^http:/, 'https:');
  return page.startsWith('http:') ? origin : 'https://…';
}

const originsOf = (addresses: readonly (string | undefined)[], page: string): string[] => {
  const origins = addresses.flatMap((each) => (each !== undefined && URL.canParse(each) ? new URL(each).origin : []));
  return [...new Set(origins.map((origin) => productionOf(origin, page)))];
};

/** The origins of files, in a directive; none without a file. */
const sourcesFor = (name: string, files: readonly string[] = [], page: string, ...further: readonly string[]): string[] => {
  const sources = [...new Set([...originsOf(files, page), ...further])];
  return sources.length === 0 ? [] : [[name, ...sources].join(' ')];
};

/** The scripts' origins; and the page's own, for what is inline as yet. */
const scriptSources = ({ address, documents: [page] }: Seen): string => {
  const origins = originsOf(page?.scripts.map(({ url }) => url) ?? [], address);
  return ['script-src', ...new Set([...origins, ...(page?.hasInline === true ? ["'self'"] : [])])].join(' ');
};

/** What a policy that names the page's own scripts asks of the page. */
function movesFor(seen: Seen): string {
  const hosts = originsOf(
    foreignIn(seen).map(({ url }) => url),
    seen.address,
  ).filter((origin) => origin !== 'https://…');
  return [
    seen.documents[0]?.hasInline === true ? ' Move its inline scripts and styles into files of your own, which this allows.' : '',
    hosts.length > 0 ? ` Leave out ${hosts.join(' and ')} once the page loads no script from there.` : '',
  ].join('');
}

const connectSources = ({ address }: Seen, addresses: readonly (string | undefined)[]): string =>
  [...new Set(['connect-src', "'self'", ...originsOf(addresses, address)])].join(' ');

/** The addresses of an element that it connects to. */
const GATEWAY = ['checkout-url', 'confirm-url', 'confirm_url in the description'];

/** The origins of the gateways that elements connect to. One that leads to the gateway's page makes no connection here. */
const gatewaysIn = (seen: Seen): readonly string[] => [
  ...new Set(
    elementsIn(seen)
      .filter(({ opensGatewayPage }) => !opensGatewayPage)
      .flatMap(({ addresses }) => GATEWAY.flatMap((name) => addresses[name] ?? []))
      .map((url) => new URL(url).origin),
  ),
];

/** How the first element that shows a bank's page in a frame does it. */
const framingOf = (seen: Seen): string | undefined => elementsIn(seen).find(({ challenge }) => challenge === 'auto')?.challenge;

/** The policy of docs/security.md, filled in for this page. */
function policyFor(seen: Seen): string {
  const {
    address,
    documents: [page],
  } = seen;
  const given = (...names: readonly string[]): (string | undefined)[] =>
    elementsIn(seen).flatMap(({ addresses }) => names.map((name) => addresses[name]));
  const framed = framingOf(seen) === undefined ? originsOf(given('fields-url'), address) : ["'self'", 'https:'];
  return [
    "default-src 'none'",
    scriptSources(seen),
    // The page asks its own server: prepare, resolveStatus.
    connectSources(seen, gatewaysIn(seen)),
    ...(framed.length > 0 ? [['frame-src', ...framed].join(' ')] : []),
    ...sourcesFor('img-src', page?.images, address, ...(page?.hasDataIcon === true ? ['data:'] : [])),
    ...sourcesFor('style-src', page?.styles, address, ...(page?.hasInline === true ? ["'self'"] : [])),
    "base-uri 'none'",
  ].join('; ');
}

/** The directive that limits which hosts may be framed, with its fallbacks (CSP 3, 6.1.5). */
const frameLimitIn = (seen: Seen): string | undefined =>
  policiesIn(seen)
    .flatMap((policy) => {
      const name = ['frame-src', 'child-src', 'default-src'].find((each) => policy.has(each));
      return name === undefined ? [] : { name, sources: policy.get(name)! };
    })
    .filter(({ sources }) => isLimited([sources]))
    .map(({ name, sources }) => [name, ...sources].join(' '))[0];

const WHY_BLOCKED: readonly (readonly [RegExp, string])[] = [
  [/^script-src/, 'The script does not run: the elements, or a part of the page, do not work.'],
  [/^connect-src/, 'The elements can’t reach the gateway: no price, no payment.'],
  [/^style-src/, 'The style is not applied.'],
  [/^base-uri/, 'The page’s <base> has no effect: relative addresses lead to the page’s own host.'],
  [/^(frame-src|child-src)/, 'The page can’t be shown in a frame; challenge="auto" shows the bank’s page in one.'],
];
/** The directives of trusted types: a policy that may be made, and what needs one. */
const TYPES = /^(require-)?trusted-types/;

const isFrame = ({ directive }: Violation): boolean => /^(frame-src|child-src)/.test(directive);

const isIcon = ({ directive, blocked }: Violation, { documents }: Pick<Seen, 'documents'>): boolean =>
  blocked === 'data' && directive === 'img-src' && documents[0]?.hasDataIcon === true;

/** What is in an attribute, for which no nonce counts (CSP 3, 6.7.3.3): how to name it, and where it can go. */
const IN_ATTRIBUTES: Readonly<Record<string, { readonly what: string; readonly cure: string }>> = {
  'script-src-attr': {
    what: 'a listener in an attribute, such as onclick',
    cure: 'Set the listener with addEventListener, in a file of your own.',
  },
  'style-src-attr': { what: 'a style attribute', cure: 'Move the style into a style sheet.' },
};

const whatIsBlocked = ({ blocked, directive }: Violation): string =>
  `${IN_ATTRIBUTES[directive]?.what ?? blocked} (${directive})`;

/** Whether the policy blocks the isolated fields of an element. */
const isOfFields = (violation: Violation, { fields }: Seen): boolean =>
  isFrame(violation) && Object.keys(fields).some((url) => new URL(url).origin === parseUrl(violation.blocked)?.origin);

const whyBlocked = (violation: Violation, seen: Seen): string =>
  isOfFields(violation, seen)
    ? 'The isolated fields do not load: the payer can’t type a card.'
    : (WHY_BLOCKED.find(([pattern]) => pattern.test(violation.directive))?.[1] ?? 'The browser blocks it.');

/**
 * How to allow an origin. A directive that a policy does not have falls back to others, and ends that once it is there: it has to repeat
 * what they allow.
 */
function allowing(origin: string, name: string, seen: Seen): string {
  const names = [name, ...(name === 'frame-src' ? ['child-src'] : []), 'default-src'];
  const [found, sources = []] =
    policiesIn(seen)
      .flatMap((policy) => names.filter((each) => policy.has(each)).map((each) => [each, policy.get(each)!] as const))
      .at(0) ?? [];
  // A second directive of the same name would count for nothing.
  if (found === name)
    return sources.includes("'none'") ? `Write ${origin} in place of 'none' in ${name}` : `Add ${origin} to ${name}`;
  const isOfScripts = name.startsWith('script-src');
  const kept = sources.filter(
    (source) => source !== "'none'" && source !== origin && (isOfScripts || !source.startsWith("'unsafe-")),
  );
  // The policy was read in small letters, which those of a nonce and of a hash are not.
  if (kept.some(isTrusted)) return `Add ${name} to it, with all that ${found} allows and ${origin}`;
  return `Add "${[name, ...kept, origin].join(' ')}" to it`;
}

/** How to write a directive: a second one of the same name would count for nothing. */
const writing = (directive: string, seen: Seen): string => {
  const [name = ''] = directive.split(' ');
  return policiesIn(seen).some((policy) => policy.has(name)) ? `Replace its ${name} by ${directive}` : `Add ${directive} to it`;
};

function cureOfBlocked(violation: Violation, seen: Seen): string {
  const { directive, blocked } = violation;
  const name = directive.replace(/-(elem|attr)$/, '');
  if (isOfFields(violation, seen)) return `${allowing(new URL(blocked).origin, 'frame-src', seen)}.`;
  // Allowing it would let an injected <base> lead scripts elsewhere.
  if (directive === 'base-uri') return 'Remove the <base> element from the page, and write addresses of other hosts in full.';
  if (blocked === 'inline') return IN_ATTRIBUTES[directive]?.cure ?? 'Move it to a file of your own, or give it a nonce.';
  if (TYPES.test(directive)) return 'Add checkout-elements to trusted-types, or remove the code that needs another name.';
  if (!URL.canParse(blocked)) return 'Remove the code that needs it; the elements do not.';
  const { origin } = new URL(blocked);
  if (
    directive.startsWith('script-src') &&
    policiesIn(seen).some((policy) => policy.get('script-src')?.includes("'strict-dynamic'"))
  )
    return 'Give its tag the nonce of the policy: beside strict-dynamic, hosts count for nothing.';
  if (blocked.startsWith('http:') && !isOwnMachine(blocked))
    return `Load it by https, and allow that: ${allowing(origin.replace('http:', 'https:'), name, seen)}.`;
  return `${allowing(origin, name, seen)}, or remove the code that needs it.`;
}

function aboutBlocked(violation: Violation): readonly string[] {
  if (isFrame(violation)) return ERRORS_OF_FIELDS;
  const { directive, blocked } = violation;
  return directive.startsWith('connect-src') ? ['network_unreachable', `connect-src ${parseUrl(blocked)?.origin}`] : [];
}

const BLOCKED = {
  cure: cureOfBlocked,
  about: aboutBlocked,
  // To let the policy allow an address over http, or one where nothing is, would be the wrong cure.
  silencedBy: ['plain_http', 'gateway_missing', 'fields_missing'],
} as const;

/** Each blocked connection once: a policy allows an origin with all that is there. */
const withoutRepeats = (violations: readonly Violation[]): readonly Violation[] =>
  violations.filter(
    ({ directive, blocked, reportOnly }, index) =>
      !directive.startsWith('connect-src') ||
      violations.findIndex(
        (each) =>
          each.directive === directive &&
          each.reportOnly === reportOnly &&
          parseUrl(each.blocked)?.origin === parseUrl(blocked)?.origin,
      ) === index,
  );

/** What is wrong with a directive is wrong with its fallback where a policy does not have it. */
const aboutFallback =
  (name: string) =>
  (_: unknown, seen: Seen): readonly string[] =>
    policiesIn(seen).some((policy) => !policy.has(name)) ? ['default-src'] : [];

/** What a policy in a `<meta>` can’t say (CSP 3, 3.3). */
const ONLY_IN_HEADERS = new Set(['frame-ancestors', 'report-uri', 'sandbox']);

const STEALS = 'An injected script can read the cards and send them anywhere.';

/**
 * Mistakes in the page's policy. Whether it lets the elements reach the gateway is tested in the browser, which reports
 * violations.
 */
export const POLICY = [
  row('policy_blocks', 'problem', {
    // An element that is refused reports it itself, with its cure.
    find: ({ errors, ...seen }) =>
      withoutRepeats(seen.violations).filter(
        (violation) =>
          !violation.reportOnly &&
          !isIcon(violation, seen) &&
          !(TYPES.test(violation.directive) && errors.some(({ code }) => code === 'trusted_types_refused')),
      ),
    what: (violation) => `The content security policy blocks ${whatIsBlocked(violation)}.`,
    why: whyBlocked,
    ...BLOCKED,
  }),
  row('policy_missing', 'problem', {
    find: (seen) => (policiesIn(seen).length === 0 ? [seen] : []),
    what: (seen) =>
      seen.documents[0]?.hasLatePolicy === true
        ? 'The page has no content security policy: its <meta> is not in the head, where alone it counts.'
        : seen.violations.some(({ reportOnly }) => reportOnly)
          ? 'The page has no content security policy but one that only reports.'
          : 'The page has no content security policy.',
    why: STEALS,
    cure: (seen) =>
      `Send Content-Security-Policy: ${policyFor(seen)}; and what else your page needs, such as font-src.${movesFor(seen)}`,
  }),
  row('meta_policy_ignored', 'advice', {
    find: ({ documents: [page] }) =>
      (page?.metaPolicies ?? []).flatMap((policy) => {
        const ignored = [...readDirectives(policy).keys()].filter((name) => ONLY_IN_HEADERS.has(name));
        return ignored.length > 0 ? [ignored.join(' and ')] : [];
      }),
    what: (names) => `The page’s <meta> sets ${names}, which browsers obey only in a header.`,
    why: 'It has no effect: any page may show this one in a frame, or no violation is reported.',
    cure: 'Send the policy as the header Content-Security-Policy.',
  }),
  row('connect_src_open', 'problem', {
    // CSP 3, 6.1.2: `default-src` is the fallback.
    find: (seen) =>
      gatewaysIn(seen).length === 0 ? [] : rulesIn(seen, 'connect-src', 'default-src').filter(({ lists }) => !isLimited(lists)),
    what: ({ lists, text }) =>
      lists.length === 0
        ? 'The page’s policy has no connect-src, and no default-src as its fallback.'
        : `The page’s policy lets scripts connect to any host (${text}).`,
    why: STEALS,
    cure: (_, seen) =>
      `${writing(connectSources(seen, gatewaysIn(seen)), seen)}, with any other hosts that your page connects to.`,
    about: aboutFallback('connect-src'),
  }),
  row('own_server_blocked', 'advice', {
    find: (seen) => {
      const asks = elementsIn(seen).some(({ opensOrders }) => opensOrders);
      const { origin, host } = new URL(seen.address);
      const allows = (source: string): boolean =>
        source === "'self'" || ANYWHERE.has(source) || [origin, host].some((own) => `${source}/`.startsWith(`${own}/`));
      return asks
        ? rulesIn(seen, 'connect-src', 'default-src').filter(({ lists }) => lists.some((each) => !each.some(allows)))
        : [];
    },
    what: ({ text }) => `The page’s policy does not let its scripts ask its own host (${text}).`,
    why: 'If prepare asks a server there, no payment begins.',
    cure: (_, seen) => `${allowing("'self'", 'connect-src', seen)}, unless prepare asks another host.`,
  }),
  row('script_src_open', 'problem', {
    // CSP 3, 6.1.11: `default-src` is the fallback.
    find: (seen) => rulesIn(seen, 'script-src', 'default-src').filter(({ lists }) => !lists.some(isClosed)),
    what: ({ lists, text }) =>
      lists.length === 0
        ? 'The page’s policy has no script-src, and no default-src as its fallback.'
        : `The page’s policy lets any script run (${text}).`,
    why: 'An injected script runs in the page, and can read the cards.',
    cure: (_, seen) =>
      `Name the page’s own scripts, and nothing that begins with 'unsafe-': ${scriptSources(seen)}.${movesFor(seen)}`,
    about: aboutFallback('script-src'),
  }),
  row('default_src_open', 'advice', {
    find: (seen) => rulesIn(seen, 'default-src').filter(({ lists }) => lists.length > 0 && !isLimited(lists)),
    what: ({ text }) => `The page’s policy lets it load what it does not limit elsewhere from any host (${text}).`,
    why: 'An injected script can send the cards in the address of a picture.',
    cure: (_, seen) =>
      `${writing("default-src 'none'", seen)}, and name the hosts of what your page loads: img-src, style-src, font-src.`,
    about: () => ['default-src'],
    silencedBy: ['connect_src_open', 'script_src_open'],
  }),
  row('base_uri_open', 'advice', {
    // CSP 3, 6.3.1: `base-uri` has no fallback.
    find: (seen) => rulesIn(seen, 'base-uri').filter(({ lists }) => !isLimited(lists)),
    what: ({ lists, text }) =>
      lists.length === 0 ? 'The page’s policy has no base-uri.' : `The page’s policy lets a <base> lead to any host (${text}).`,
    why: 'If a <base> is injected into the page, the relative addresses of scripts lead to another host.',
    cure: (_, seen) => `${writing("base-uri 'none'", seen)}, or 'self' if the page has a <base> of its own.`,
  }),
  row('icon_blocked', 'advice', {
    find: (seen) => seen.violations.filter((violation) => !violation.reportOnly && isIcon(violation, seen)),
    what: (violation) =>
      `The content security policy blocks the page’s icon, <link rel="icon" href="data:…"> (${violation.directive}).`,
    why: 'The browser shows another icon; payments do not need it.',
    // What default-src allows is not repeated where that is any host: cards would leave in the address of a picture.
    cure: (_, seen) =>
      `Give the icon an address, or allow it: ${
        rulesIn(seen, 'img-src', 'default-src').every(({ lists }) => isLimited(lists))
          ? allowing('data:', 'img-src', seen)
          : `Add "${sourcesFor('img-src', seen.documents[0]?.images, seen.address, 'data:').join('')}" to it`
      }.`,
  }),
  row('policy_would_block', 'advice', {
    find: ({ violations }) => withoutRepeats(violations).filter(({ reportOnly }) => reportOnly),
    what: (violation) => `The report-only policy would block ${whatIsBlocked(violation)}.`,
    why: (violation, seen) => `When it is enforced: ${whyBlocked(violation, seen)}`,
    ...BLOCKED,
  }),
  row('frame_src_limited', 'advice', {
    // Each payer's bank has an origin of its own, so a list of hosts can't contain them all.
    find: (seen) => {
      const [challenge, limit] = [framingOf(seen), frameLimitIn(seen)];
      return challenge === undefined || limit === undefined ? [] : [{ challenge, limit }];
    },
    what: ({ challenge, limit }) =>
      `The page’s policy lets only some hosts be framed (${limit}), and challenge="${challenge}" shows the bank’s page in a frame.`,
    why: ({ challenge }) =>
      challenge === 'auto'
        ? 'Payers of a bank that is not listed leave the page to confirm: what they typed is gone when they come back.'
        : 'Payers of a bank that is not listed see an empty dialog.',
    cure: (_, seen) => `${writing("frame-src 'self' https:", seen)}, or list every bank’s origin and your own.`,
  }),
];
