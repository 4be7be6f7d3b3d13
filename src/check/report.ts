import { type FindingCode, judge, ROWS } from './judge/rows.js';
import { type Finding as Judged, nameOf, type Published } from './judge/row.js';
import { isBroken } from './judge/elements.js';
import type { ObservedPage } from './observe/observed-page.js';

type Finding = Judged<FindingCode>;

/** The findings for an address. */
export interface Report {
  readonly address: string;
  readonly problems: number;
  readonly findings: readonly Finding[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[];
}

const ORDER = ROWS.map(({ code }) => code);

/** Merges the findings about addresses of this machine: they share one cause, a page that is set up for development. */
function mergeLoopback(findings: readonly Finding[]): readonly Finding[] {
  const local = findings.filter(({ code }) => code === 'loopback_address');
  const [first, ...others] = local;
  if (!first || others.length === 0) return findings;
  const merged: Finding = {
    ...first,
    what: `Set up for this machine only: ${local.map(({ what }) => what.replace(/\.$/, '')).join('; ')}.`,
    why: 'On a payer’s device these addresses lead to that device: no script, no gateway, no notification.',
    cure: 'Set the production addresses, and check the page at its production address.',
  };
  return findings.flatMap((each) => (each === first ? merged : local.includes(each) ? [] : each));
}

/**
 * Creates the report: problems first, and one finding per cause.
 *
 * @param published the files to compare with; without them nothing is compared.
 */
export function createReport(page: ObservedPage, ignored: readonly FindingCode[] = [], published?: Published): Report {
  const byText = new Map<string, Finding>();
  for (const each of judge({ ...page, published })) {
    if (!ignored.includes(each.code)) byText.set(`${each.code} ${each.what}`, each);
  }
  const rank = ({ severity, code }: Finding): number => (severity === 'problem' ? 0 : ORDER.length) + ORDER.indexOf(code);
  const findings = [...mergeLoopback([...byText.values()])].sort((one, other) => rank(one) - rank(other));
  return {
    address: page.address,
    problems: findings.filter(({ severity }) => severity === 'problem').length,
    findings,
    unchecked: [
      ...page.keys.flatMap(({ address, state, reason, ...each }) =>
        state === 'unchecked' ? `Whether ${address} knows the public key of ${nameOf(each)}: ${reason}.` : [],
      ),
      ...page.returns.flatMap((each) => {
        const { address, status = 0, failed = `it answered with status ${status}` } = each;
        return each.failed !== undefined || (status >= 400 && !isBroken(each))
          ? `Whether payers find a page at return-url of ${nameOf(each)}, ${address}: ${failed}.`
          : [];
      }),
    ],
  };
}

// Text from the page is printed to a terminal, so control characters are removed.
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The report as text for a terminal. */
export function asText({ address, problems, findings, unchecked }: Report): string {
  const blocks = findings.map(({ code, severity, what, why, cure }) =>
    [`${severity === 'problem' ? '✗' : '·'} ${what} [${code}]`, `  ${why}`, `  → ${cure}`].map(printable).join('\n'),
  );
  const advice = findings.length - problems;
  const sum =
    findings.length === 0
      ? 'No problems found.'
      : problems === 0
        ? `No problems; ${counted(advice, 'hint')}.`
        : `${counted(problems, 'problem')} to fix before going live${advice > 0 ? `, ${counted(advice, 'hint')}` : ''}. Then check again: what follows from a problem is left out, and one may hide another.`;
  const open = unchecked.map((each) => printable(`? Not checked: ${each}`));
  return `${[printable(address), ...blocks, ...open, sum].join('\n\n')}\n`;
}
