/**
 * @typedef {object} Limits
 * @property {number} file milliseconds that a file may take.
 * @property {number} run milliseconds that all of them may take, with what is started for them.
 * @property {number} silence milliseconds after which a run that ended nothing says what it is at.
 */

/**
 * The longest file takes two minutes, and the whole ten, on a machine with as much other work as it can bear.
 *
 * @type {Limits}
 */
export const LIMITS = { file: 6 * 60_000, run: 25 * 60_000, silence: 30_000 };
