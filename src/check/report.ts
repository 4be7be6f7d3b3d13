import { type Finding, type FindingCode, SEVERITIES } from './finding.js';
import { judgeElements } from './judge-elements.js';
import { judgePage } from './judge-page.js';
import type { Sighting } from './sighting.js';

/** What was found at an address. */
export interface Report {
  readonly address: string;
  readonly problems: number;
  readonly findings: readonly Finding[];
}

const ORDER = Object.keys(SEVERITIES);

/** Judges what was seen: problems first, each thing once. */
export function judge(sighting: Sighting, ignored: readonly FindingCode[] = []): Report {
  const seen = new Map<string, Finding>();
  for (const found of [...judgeElements(sighting), ...judgePage(sighting)]) {
    if (!ignored.includes(found.code)) seen.set(`${found.code} ${found.what}`, found);
  }
  const rank = ({ severity, code }: Finding): number => (severity === 'problem' ? 0 : ORDER.length) + ORDER.indexOf(code);
  const findings = [...seen.values()].sort((one, other) => rank(one) - rank(other));
  return {
    address: sighting.address,
    problems: findings.filter(({ severity }) => severity === 'problem').length,
    findings,
  };
}

// What a page says goes to a terminal: nothing in it may steer that.
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
      ? 'Nothing found that would hurt.'
      : problems === 0
        ? `Nothing that has to be mended; ${counted(advice, 'hint')}.`
        : `${counted(problems, 'problem')} to mend before payers come${advice > 0 ? `, ${counted(advice, 'hint')}` : ''}.`;
  return `${[printable(address), ...blocks, sum].join('\n\n')}\n`;
}
