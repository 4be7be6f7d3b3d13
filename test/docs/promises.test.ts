import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The sentences that docs promise about isolated fields and about the page's limits, each beside the test that shows it.

const ATTACKS = 'test/journeys/frame/attack/';
const SPENDING = `${ATTACKS}spending.journey.ts`;
const TRICKS = `${ATTACKS}tricks.journey.ts`;
const BUTTON = `${ATTACKS}button.journey.ts`;
const GUARD = `${ATTACKS}guard.journey.ts`;
const TAKEOVER = `${ATTACKS}takeover.journey.ts`;
const ATTACK = `${ATTACKS}attacks.journey.ts`;
const SEAL = 'test/frame/judge-seal.test.ts';
const PRESS = 'test/frame/press.test.ts';
const STATE = 'test/frame/published-state.test.ts';
const HIDDEN = 'test/probes/spending.ts';
const LIMITS = 'test/journeys/page/limits.journey.ts';
const HELD = 'test/elements/page/held-limits.browser.test.ts';
const CONFIGURE = 'test/elements/page/configure.browser.test.ts';

type Shown = readonly [path: string, title: string];
/** Advice, and what is said to be impossible or left to the page: it promises nothing. */
const NOTHING = 'nothing';

/** The beginning of each sentence, and what shows it. */
const FRAME: Readonly<Record<string, Shown | typeof NOTHING>> = {
  'The document of the frame names': ['test/frame/permissions.test.ts', 'a document without them permits nothing'],
  'No message and no attribute changes that': ['test/frame/permissions.test.ts', 'that the document permits are admitted'],
  'Any other `public-key` is refused': [TAKEOVER, 'fields that seal with a key that is not the shop’s are not shown'],
  'A page of any other origin gets no answer': [`${ATTACKS}forged.journey.ts`, 'a page that the fields do not allow'],
  "A press of the frame's own button": [SPENDING, 'a page that asks for twenty payments of one press gets one'],
  "The button's sentences are the frame's own": [ATTACK, 'the button names sum and recipient, whatever the page’s words say'],
  'So is what it says of a press': [TRICKS, 'that %s makes the frame say nothing of it'],
  'No message presses it': [ATTACK, 'no message presses the button or moves the focus to it'],
  'A press of "Show the fee" authorizes only': [SPENDING, 'makes the press for a fee pay'],
  'Live checks need no press': [SEAL, 'checks need no press, and are limited to six a minute'],
  "A payment's seal has a time within a day": [SPENDING, 'dates the seal a month ahead'],
  'Where the two differ by more': [SEAL, 'a press does not pay with a seal that is dated %s'],
  'The cards are saved only if': [SEAL, 'a press saves the cards only if the form said so'],
  'What the form says of it': [TRICKS, 'what a frame of the %s says of saved cards is its own'],
  'What could not be drawn': [SPENDING, 'sets another sum, in a language that no browser knows'],
  'A card of yours never replaces': [
    SPENDING,
    'empties the form after a sealed payment, and chooses a card with the same digits',
  ],
  'A form without a recipient seals no transfer': [BUTTON, 'a form without a recipient seals no transfer'],
  'A frame that your page has removed': [
    'test/journeys/frame/lost-frame.journey.ts',
    'a frame that greets a second time has lost the cards',
  ],
  'The fee, the sentences around the button': NOTHING,
  'The button of a plan names': [SEAL, 'a press of "%s" and the %s %s: %s'],
  'Your page learns whether': [ATTACK, 'the page learns brand, first six and last four digits of a whole number'],
  'After an edit it learns these again': [STATE, 'an edit withdraws the facts, and only an accepted press brings them back'],
  'Nothing that the frame says or shows': [TRICKS, 'does not learn from the height how long the number is'],
  'A script that measures all the time': NOTHING,
  'Browsers scroll your page, too': NOTHING,
  "What is typed, deleted, pasted or passed by the caret's keys": [
    `${ATTACKS}caret.journey.ts`,
    'typing, deleting, pasting and steps of the caret move nothing in the page',
  ],
  'Left are a click into a text': NOTHING,
  'Page and frame may come from two releases': ['test/journeys/frame/releases.journey.ts', 'pays with the frame of %s release'],
};

const BUTTON_IN_VIEW: Readonly<Record<string, Shown | typeof NOTHING>> = {
  'A press counts only if the whole button': [TRICKS, 'a sum that the browser could not paint before the press is not paid'],
  'Otherwise nothing is sealed': [GUARD, 'gets nothing sealed, and an error with the cause'],
  'After two such presses': [PRESS, 'two refusals'],
  'A double click and a key': [TRICKS, 'a double click presses once'],
  'A key counts only if': [ATTACK, 'a key presses only the button that the payer has gone to inside the form'],
  'Enter in the last field': [SPENDING, 'moves the focus into the last field while the payer types elsewhere'],
  'So does a key at a button': [SPENDING, 'leads the rest of a text of its own, Tab and Enter into the form'],
  '| off-screen': [HIDDEN, 'puts the frame off-screen'],
  '| `visibility: hidden`': [HIDDEN, 'makes it invisible'],
  '| `zoom`': [HIDDEN, 'zooms it out'],
  '| `clip-path`, `clip`, covered': [HIDDEN, 'covers it but for 3 of 7 frames'],
  '| an `outline`': [`${ATTACKS}outline.journey.ts`, 'an outline $name pays nothing that can’t be seen'],
  '| the same by a script': NOTHING,
  '| a mask image': [HIDDEN, 'masks it'],
  '| what the browser itself draws': [SPENDING, 'has the browser say something over it'],
  'Where it is not noticed': NOTHING,
  'It still pays only what the button says': [ATTACK, 'each payment has a press of its sum, and each press one'],
  'What never pays, in any browser': [SPENDING, 'sets another sum just before the press'],
  'In Chromium a harmless effect': [GUARD, 'makes the elements around it transparent'],
  '`visibility-guard="off"`': [GUARD, 'visibility-guard="off" seals the cards of transparent fields'],
  'A script in your page can set it too': [GUARD, 'a document that requires the guard keeps a page from turning it off'],
  "The button has the system's font": [ATTACK, 'no theme makes the button unreadable'],
  'It lies above all else': [BUTTON, 'no shadow %s'],
};

const LIMITED: Readonly<Record<string, Shown | typeof NOTHING>> = {
  'Declare once': NOTHING,
  'An element that has others': [CONFIGURE, 'those with another key or address refuse'],
  '`checkoutOrigins` lists': [CONFIGURE, 'the limits also cover a product’s confirm-url and payment link, and a plan’s address'],
  '`publicKeys` lists': ['test/elements/page/thumbprints.browser.test.ts', 'publicKeys takes RFC 7638 thumbprints'],
  '`fieldsUrls` lists': [TAKEOVER, 'an element that a script adds, with fields of its own, gets no frame'],
  'You can leave out any': [
    'test/elements/page/fields-urls.browser.test.ts',
    'with fieldsUrls, an element shows no input without one',
  ],
  'The limits also apply to elements': [CONFIGURE, 'configure applies at once to the elements in the page'],
  'The first call counts': [CONFIGURE, 'the same configuration again is accepted; any other is an error'],
  '`data-checkout-origins`': [LIMITS, 'the limits of the merchant’s own tag hold'],
  '**They hold against scripts': [HELD, 'a script that %s lifts no limit'],
  'Such a script can still': NOTHING,
  'It can also open a frame': NOTHING,
  'No policy prevents that': NOTHING,
  "Only keeping other people's scripts out": NOTHING,
  'If a script ran before': ['test/elements/page/foreign-page.browser.test.ts', 'one that asks for them is refused, and told'],
  '**Set them before any other': [LIMITS, 'limits on the script’s tag hold, even if another module above it imports the script'],
  'With `import`, call `configure()`': NOTHING,
};

/** The sentences of a section, and the rows of its tables. */
function sentencesOf(path: string, heading: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const section = text.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`)) ?? '';
  const parts = section
    .slice(section.indexOf('\n'))
    .replaceAll(/^- /gm, '\n')
    .split(/\n\s*\n/);
  const lines = parts.flatMap((part) => (part.trim().startsWith('|') ? part.trim().split('\n').slice(2) : part));
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .flatMap((line) => (line.startsWith('|') ? line : line.split(/(?<=[.:]\)?)\s+(?=[A-Z*`])/)))
    .filter((sentence) => sentence !== '');
}

test.each([
  ['docs/isolated-fields.md', 'What the frame decides', FRAME],
  ['docs/isolated-fields.md', 'Whether the payer sees the button', BUTTON_IN_VIEW],
  ['docs/security.md', 'Limits for the whole page', LIMITED],
])('each promise of %s, "%s", has a test that shows it', (path, heading, promises) => {
  const sentences = sentencesOf(path, heading);
  // In the order of the page, so that neither a sentence nor a row is left.
  expect(sentences.map((sentence) => Object.keys(promises).find((begin) => sentence.startsWith(begin)) ?? sentence)).toEqual(
    Object.keys(promises),
  );
  for (const shown of Object.values(promises)) {
    if (shown === NOTHING) continue;
    const [file, title] = shown;
    expect(readFileSync(file, 'utf8').replaceAll('\\', ''), `${file}: ${title}`).toContain(title);
  }
});
