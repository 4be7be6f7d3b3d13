import { type Finding, finding } from './finding.js';
import type { ObservedPage } from './observed-page.js';

/** Sources that let a script connect to any host. */
const ANYWHERE = new Set(['*', 'http:', 'https:', 'ws:', 'wss:']);

const WHY = 'An injected script can read the cards and send them anywhere.';

/**
 * The hosts that a policy lets scripts connect to: `connect-src`, or its fallback `default-src` (CSP 3, 6.1.2); undefined
 * when the policy has neither. When a directive occurs twice, the first one counts.
 */
function connectSources(policy: string): readonly string[] | undefined {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (!directives.has(name)) directives.set(name, sources);
  }
  return directives.get('connect-src') ?? directives.get('default-src');
}

/**
 * Finds problems in the text of the page's policy. Whether it lets the elements reach the gateway is tested in the browser,
 * which reports violations.
 */
export function checkPolicy({ policy, documents: [page, ...frames] }: ObservedPage): Finding[] {
  // Several policies in one header are separated by commas, and all of them apply.
  const policies = [...(policy ?? '').split(','), ...(page?.metaPolicies ?? [])].filter((each) => each.trim() !== '');
  if (policies.length === 0) {
    return [
      finding(
        'policy_missing',
        'The page has no content security policy.',
        WHY,
        'Send Content-Security-Policy with script-src and connect-src that list your origin and the gateway’s.',
      ),
    ];
  }
  const elements = [page, ...frames].flatMap((each) => each?.elements ?? []);
  const gateways = elements
    .flatMap(({ addresses }) => [addresses['checkout-url'], addresses['confirm-url']])
    .filter((url) => url !== undefined);
  const sources = policies.map(connectSources).filter((each) => each !== undefined);
  // An element that leads to the gateway's page makes no connection here.
  if (gateways.length === 0 || sources.some((each) => !each.some((source) => ANYWHERE.has(source)))) return [];
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
