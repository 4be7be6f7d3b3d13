// The page docs/contract-rows.md: each row and rule of the spec, and the tests that hold it. It is made from what the suite found and from
// the titles in the tests, so that it names no test that is gone.
import { readFileSync } from 'node:fs';
import type { Finding } from '../../demo/conformance/answers/findings.js';
import { filesWith } from '../files-with.mjs';
import { BROKEN_GATEWAYS } from './broken-gateways.js';

const INTRODUCTION = `# The rows of the contract

Each row and rule of the specification, one statement about it of those that [the conformance suite](operators.md) checks at any gateway over
HTTP, and the tests that hold it. Rules that the specification doesn't have are in [real gateways](real-gateways.md).

"Suite" names the sections of the suite that make a row's statements: \`conformance/sandbox\` runs them at the sandbox ("keeps section …").
That run writes this page (\`npx vitest run --project node test/conformance/sandbox.test.ts -u\`), and fails when the page differs. Other tests
are named by their file, below \`test\` and without \`.test.ts\`, and by their title, which begins with the row.
\`conformance/broken-gateways\` gives the suite a gateway that breaks the row, and sees that it reports it. A row without a statement is one
that no program can see from outside.

| row or rule | what is checked | suite | other tests |
|---|---|---|---|
`;

/** `2.6 language: the request’s value …`, as the title of a test: the rows before the colon, and what it says of them. */
const TITLE = /(?:\b(?:test|describe)|\))\(\s*'((?:[1-9](?:\.[1-9])? [\w. ]+(?:, )?)+): ([^'\n]+)'/g;

const inCell = (text: string): string => text.replaceAll(/[|<{]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A line about tests of one file. */
const named = (file: string, titles: readonly string[]): string => `\`${file}\`: ${titles.map(inCell).join('; ')}`;

/** The tests whose titles begin with a row, in lines, by row. */
function testsByTitle(): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const path of filesWith('test', '.test.ts', new RegExp(TITLE.source))) {
    const titles = new Map<string, string[]>();
    for (const [, rows = '', statement = ''] of readFileSync(path, 'utf8').matchAll(TITLE))
      for (const row of rows.split(', ')) titles.set(row, [...(titles.get(row) ?? []), statement.replace(/,? %[a-z].*/, '')]);
    const file = path.replace(/^test\//, '').replace(/\.test\.ts$/, '');
    for (const [row, statements] of titles) lines.set(row, [...(lines.get(row) ?? []), named(file, statements)]);
  }
  return lines;
}

/** The shortest statement: the page has one line for a row. */
function shortest(statements: readonly string[]): string {
  // Amounts and ids are new in each run.
  const stable = statements.map((text) =>
    text.replace(/is ("conformance-[^"]*"|"[\da-f-]{36}"|\d{5,})$/, 'is as sent or as in uid'),
  );
  const [first = ''] = stable.toSorted((one, other) => one.length - other.length || one.localeCompare(other));
  return inCell(first);
}

/** The whole page, from the findings of a run of every section. */
export function contractRows(findings: readonly Finding[]): string {
  const ofSpec = findings.filter(({ rule: { source } }) => source === 'spec');
  const byTitle = testsByTitle();
  const byNumber = new Intl.Collator('en', { numeric: true });
  const rows = [...new Set([...ofSpec.map(({ rule }) => rule.row), ...byTitle.keys()])].toSorted(byNumber.compare);
  const lines = rows.map((row) => {
    const found = ofSpec.filter(({ rule }) => rule.row === row);
    const sections = [...new Set(found.map(({ section }) => section))].toSorted(byNumber.compare);
    const broken = BROKEN_GATEWAYS.filter(([, , ofFault]) => ofFault.includes(row)).map(([fault]) => fault);
    const tests = [...(broken.length > 0 ? [named('conformance/broken-gateways', broken)] : []), ...(byTitle.get(row) ?? [])];
    return `| ${row} | ${shortest([...new Set(found.map(({ statement }) => statement))])} | ${sections.join(', ')} | ${tests.join('<br>')} |\n`;
  });
  return `${INTRODUCTION}${lines.join('')}`;
}
