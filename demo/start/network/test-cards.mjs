// The sandbox's test cards as lines for a terminal.
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { json } from 'node:stream/consumers';

/** @typedef {{ number: string } & Record<string, unknown>} TestCard */

/** @param {TestCard} card */
function description(card) {
  return typeof card.label === 'string' ? card.label : '';
}

/**
 * Requests over http or https. Not with `fetch`, which can't trust an additional certificate.
 *
 * @param {string} url
 * @param {string | undefined} ca PEM of the certificate to trust.
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
function ask(url, ca) {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? getSecure(url, { ...(ca && { ca }) }, resolve) : getPlain(url, resolve);
    request.once('error', reject);
  });
}

/**
 * Fetches the test cards and formats each as a line.
 *
 * @param {string} consoleUrl
 * @param {string} [ca] PEM of the certificate to trust, for a console over https.
 * @returns {Promise<string[]>}
 */
export async function testCardLines(consoleUrl, ca) {
  const answer = await ask(`${consoleUrl}/sandbox/cards`, ca);
  if (answer.statusCode !== 200) throw new Error(`${consoleUrl}/sandbox/cards returned ${answer.statusCode}.`);
  const cards = /** @type {TestCard[]} */ (await json(answer));
  return cards.map((card) => {
    const grouped = card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    return `${grouped.padEnd(24)}${description(card)}`.trimEnd();
  });
}
