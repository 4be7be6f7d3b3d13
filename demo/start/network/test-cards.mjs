// The sandbox's test cards as lines for a terminal.
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { json } from 'node:stream/consumers';

/** @typedef {{ number: string } & Record<string, unknown>} TestCard */

/** @param {TestCard} card */
function description(card) {
  const told = [card.label, card.description, card.outcome, card.note].find((text) => typeof text === 'string');
  return typeof told === 'string' ? told : '';
}

/**
 * Asks over http or https. Not by `fetch`, which can't be told to trust one certificate more.
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
 * Fetches the list of test cards and lays it out, a card a line.
 *
 * @param {string} consoleUrl
 * @param {string} [ca] PEM of the certificate to trust, for a console over https.
 * @returns {Promise<string[]>}
 */
export async function testCardLines(consoleUrl, ca) {
  const answer = await ask(`${consoleUrl}/sandbox/cards`, ca);
  if (answer.statusCode !== 200) throw new Error(`${consoleUrl}/sandbox/cards answered ${answer.statusCode}.`);
  const cards = /** @type {TestCard[]} */ (await json(answer));
  return cards.map((card) => {
    const grouped = card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    return `${grouped.padEnd(24)}${description(card)}`.trimEnd();
  });
}
