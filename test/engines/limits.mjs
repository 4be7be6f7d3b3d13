/**
 * @typedef {object} Limits
 * @property {number} file milliseconds that a file may take.
 * @property {number} run milliseconds that all of them may take, with what is started for them.
 * @property {number} silence milliseconds without a result, after which a run reports what it is doing.
 */

/**
 * The longest file takes two minutes, and the whole run ten, on a fully loaded machine.
 *
 * @type {Limits}
 */
export const LIMITS = { file: 6 * 60_000, run: 25 * 60_000, silence: 30_000 };
