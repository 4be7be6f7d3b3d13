/**
 * @typedef {object} Row one line of the report.
 * @property {string} what
 * @property {string} [ours] in words, with its unit.
 * @property {string} [beside] the measurement that it is compared with, in the same form.
 * @property {number} [figure] the number that `target` limits: a ratio, or a count.
 * @property {{ readonly atMost: number } | { readonly atLeast: number }} [target]
 * @property {string} [unit] of figure and target; absent for a ratio.
 * @property {number} [spread] of the rounds, as a share: 0.1 is ten percent.
 */

/**
 * @typedef {object} Figure one thing measured.
 * @property {string} title
 * @property {readonly Row[]} rows
 * @property {readonly string[]} [notes] how the rows were measured, for the reader.
 */

/** Above this the rounds of one run disagree so much that a figure near its target proves nothing. */
export const NOISY = 0.4;

/**
 * Whether a row meets its target, rounded to two decimals like the targets; undefined without a target.
 *
 * @param {Row} row
 */
export function meets({ figure, target }) {
  if (!target || figure === undefined) return undefined;
  const rounded = Math.round(figure * 100) / 100;
  return 'atMost' in target ? rounded <= target.atMost : rounded >= target.atLeast;
}

/** Short enough to compare by eye, exact enough to see a change. @param {number} value */
export function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** @param {number} milliseconds */
export const ms = (milliseconds) => `${number(milliseconds)} ms`;

/** @param {Row} row */
function cells(row) {
  const { what, ours = '', beside = '', figure, target, unit = '', spread } = row;
  const after = unit && ` ${unit}`;
  const limit = target && ('atMost' in target ? `≤ ${number(target.atMost)}${after}` : `≥ ${number(target.atLeast)}${after}`);
  const met = meets(row);
  return [
    what,
    ours,
    beside,
    figure === undefined ? '' : `${number(figure)}${after}`,
    spread === undefined ? '' : `±${Math.round(spread * 50)} %`,
    limit ?? '',
    met === undefined ? '' : met ? 'ok' : 'MISSED',
  ];
}

const HEAD = ['', 'ours', 'beside', 'figure', 'noise', 'target', ''];

/**
 * A figure as a table of text, its notes below.
 *
 * @param {Figure} figure
 */
export function tableOf({ title, rows, notes = [] }) {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const noisy = rows.filter(({ spread }) => (spread ?? 0) > NOISY).map(({ what }) => what);
  const remarks = noisy.length > 0 ? [...notes, `The machine was noisy during: ${noisy.join('; ')}.`] : notes;
  return [`── ${title}`, ...drawn, ...remarks.map((note) => `   ${note}`)].join('\n');
}

/**
 * The last lines: how many targets are met, and which are not.
 *
 * @param {readonly Figure[]} figures
 */
export function summaryOf(figures) {
  const judged = figures.flatMap(({ title, rows }) =>
    rows.filter((row) => meets(row) !== undefined).map((row) => ({ title, row })),
  );
  const missed = judged.filter(({ row }) => !meets(row));
  return [
    `${judged.length - missed.length} of ${judged.length} targets met`,
    ...missed.map(
      ({ title, row }) => `  missed: ${title.split(' (')[0]}, ${row.what.trim()}: ${cells(row)[3]}, target ${cells(row)[5]}`,
    ),
  ].join('\n');
}
