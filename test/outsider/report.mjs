// One line per check, grouped by the section of the specification; the tally decides the exit code.
import { isDeepStrictEqual } from 'node:util';

const tally = { passed: 0, failed: 0 };
const short = (value) => {
  const text = value === undefined ? 'undefined' : typeof value === 'string' ? value : JSON.stringify(value);
  return (text.length > 600 ? `${text.slice(0, 600)}…` : text).replaceAll('\n', ' ');
};

/** Collects the checks of one section; `print` writes them at once, so that sections may run side by side. */
export function section(name) {
  const lines = [];
  const record = (title, good, expected, got) => {
    tally[good ? 'passed' : 'failed'] += 1;
    lines.push(good ? `ok ${title}` : `not ok ${title} — expected ${short(expected)} — got ${short(got)}`);
    return good;
  };
  return {
    name,
    ok: (title, good, expected, got) => record(title, Boolean(good), expected, got),
    equal: (title, got, want) => record(title, isDeepStrictEqual(got, want), want, got),
    match: (title, got, pattern) => record(title, typeof got === 'string' && pattern.test(got), String(pattern), got),
    oneOf: (title, got, wanted) => record(title, wanted.includes(got), `one of ${short(wanted)}`, got),
    crash: (error) => record(`${name}: runs to its end`, false, 'no exception', error?.stack ?? String(error)),
    note: (text) => lines.push(`# ${text}`),
    print() {
      console.log(`\n## ${name}`);
      for (const line of lines) console.log(line);
    },
  };
}

/** Runs one section; an exception inside it is a failed check, never the end of the others. */
export async function runSection(name, body) {
  const t = section(name);
  const started = Date.now();
  try {
    await body(t);
  } catch (error) {
    t.crash(error);
  }
  t.note(`${((Date.now() - started) / 1000).toFixed(1)} s`);
  t.print();
}

/** Prints the last line and returns the exit code. */
export function finish() {
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}
