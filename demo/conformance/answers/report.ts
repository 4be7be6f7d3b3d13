import { failures, type Finding } from './findings.js';
import { RULE_SOURCES, ruleText } from './rule.js';

/** The counts of one section, or of all. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Broken rules that were decided here. Only a strict run fails because of them. */
  readonly differs: number;
  readonly notChecked: number;
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

export function count(findings: readonly Finding[]): Counts {
  const failed = failures(findings, false).length;
  return {
    passed: findings.filter(({ result }) => result === 'passed').length,
    failed,
    differs: failures(findings, true).length - failed,
    notChecked: findings.filter(({ result }) => result === 'not checked').length,
  };
}

function judged({ rule, statement, expected, came, sent }: Finding, strict: boolean): readonly string[] {
  const mark = rule.source === 'decision' && !strict ? 'differs' : 'FAILED ';
  const about = [
    ['sent', sent],
    ['wanted', expected],
    ['came', came],
  ] as const;
  return [
    `  ${mark} ${statement}  [${ruleText(rule)}]`,
    ...about.flatMap(([name, text]) =>
      text === undefined ? [] : [`            ${name.padEnd(6)} ${text.replaceAll('\n', ' ')}`],
    ),
  ];
}

const SOURCES = {
  spec: 'the specification',
  fact: 'public facts about the family, beyond the specification',
  page: 'what browsers demand: no page can pay without it',
  decision: 'decisions of this project, which a gateway need not share',
} as const;

/** A line for each source of rules. */
const bySource = (findings: readonly Finding[]): readonly string[] =>
  RULE_SOURCES.flatMap((source) => {
    const of = findings.filter(({ rule, result }) => rule.source === source && result !== 'not checked');
    const broken = of.filter(({ result }) => result === 'failed').length;
    return of.length > 0 ? [`${SOURCES[source]}: ${of.length - broken} of ${of.length} kept`] : [];
  });

/** The report for people, section by section of the spec. */
export function textReport(findings: readonly Finding[], strict: boolean): string {
  const lines: string[] = [];
  const numbers = [...new Set(findings.map(({ section }) => section))].sort(byNumber);
  for (const number of numbers) {
    const here = findings.filter(({ section }) => section === number);
    const { passed, failed, differs, notChecked } = count(here);
    const counts = [
      `${passed} kept`,
      failed && `${failed} broken`,
      differs && `${differs} decided otherwise`,
      notChecked && `${notChecked} not checked`,
    ];
    lines.push(`${number.padEnd(4)} ${counts.filter(Boolean).join(', ')}`);
    for (const finding of here) {
      if (finding.result === 'failed') lines.push(...judged(finding, strict));
      if (finding.result === 'not checked')
        lines.push(`  not checked: ${finding.statement}  [${ruleText(finding.rule)}]: ${finding.came ?? ''}`);
    }
  }
  const { passed, failed, differs, notChecked } = count(findings);
  lines.push(
    '',
    ...bySource(findings),
    `${passed} kept, ${failed} broken, ${differs} decided otherwise, ${notChecked} not checked`,
  );
  return lines.join('\n');
}

/** The report for programs: every finding, and the counts by section. */
export function jsonReport(findings: readonly Finding[], strict: boolean): string {
  const numbers = [...new Set(findings.map(({ section }) => section))].sort(byNumber);
  const sections = Object.fromEntries(
    numbers.map((number) => [number, count(findings.filter(({ section }) => section === number))]),
  );
  const conforms = failures(findings, strict).length === 0;
  return `${JSON.stringify({ conforms, strict, counts: count(findings), sections, findings }, null, 2)}\n`;
}
