import { type Finding, type FindingCode, SEVERITIES } from './finding.js';
import { checkElements } from './check-elements.js';
import { checkPage } from './check-page.js';
import type { ObservedPage } from './observed-page.js';

/** The findings for an address. */
export interface Report {
  readonly address: string;
  readonly problems: number;
  readonly findings: readonly Finding[];
}

const ORDER = Object.keys(SEVERITIES);

/** Creates the report: problems first, without duplicates. */
export function createReport(page: ObservedPage, ignored: readonly FindingCode[] = []): Report {
  const seen = new Map<string, Finding>();
  for (const found of [...checkElements(page), ...checkPage(page)]) {
    if (!ignored.includes(found.code)) seen.set(`${found.code} ${found.what}`, found);
  }
  const rank = ({ severity, code }: Finding): number => (severity === 'problem' ? 0 : ORDER.length) + ORDER.indexOf(code);
  const findings = [...seen.values()].sort((one, other) => rank(one) - rank(other));
  return {
    address: page.address,
    problems: findings.filter(({ severity }) => severity === 'problem').length,
    findings,
  };
}

// Text from the page is printed to a terminal, so control characters are removed.
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The report for people. */
export function asText({ address, problems, findings }: Report): string {
  const blocks = findings.map(({ code, severity, what, why, cure }) =>
    [`${severity === 'problem' ? '✗' : '·'} ${what} [${code}]`, `  ${why}`, `  → ${cure}`].map(printable).join('\n'),
  );
  const advice = findings.length - problems;
  const sum =
    findings.length === 0
      ? 'No problems found.'
      : problems === 0
        ? `No problems; ${counted(advice, 'hint')}.`
        : `${counted(problems, 'problem')} to fix before going live${advice > 0 ? `, ${counted(advice, 'hint')}` : ''}.`;
  return `${[printable(address), ...blocks, sum].join('\n\n')}\n`;
}
