// The sandbox's test cards as lines for a terminal.

/** @typedef {{ number: string } & Record<string, unknown>} TestCard */

/** @param {TestCard} card */
function description(card) {
  const told = [card.label, card.description, card.outcome, card.note].find((text) => typeof text === 'string');
  return typeof told === 'string' ? told : '';
}

/**
 * Fetches the list of test cards and lays it out, a card a line.
 *
 * @param {string} consoleUrl
 * @returns {Promise<string[]>}
 */
export async function testCardLines(consoleUrl) {
  const answer = await fetch(`${consoleUrl}/sandbox/cards`);
  if (!answer.ok) throw new Error(`${consoleUrl}/sandbox/cards answered ${answer.status}.`);
  const cards = /** @type {TestCard[]} */ (await answer.json());
  return cards.map((card) => {
    const grouped = card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    return `${grouped.padEnd(24)}${description(card)}`.trimEnd();
  });
}
