import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/install.mjs';

// A browser can't show what the elements never do, so these tests read the sources.
const sources = ['src/elements', 'src/frame', 'src/flow'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|css|html)$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);
const all = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found))),
];

/** The events that are listened for, in templates and by script. */
const events = all(/(?:\s@|addEventListener\('|for \(const type of \['focusin', ')([a-z]+)(?==\$|'|=")/g);

test('the elements listen for presses, keys and edits, and for no gesture, drag or motion; a press acts at its release', () => {
  expect(events).toEqual(expect.arrayContaining(['click', 'change', 'input', 'keydown', 'submit']));
  expect(events.filter((name) => /^(pointer|mouse|touch|drag|drop|gesture|device|wheel)/.test(name))).toEqual(['pointerdown']);
  // It only notes what the button says then: the click pays that or nothing.
  expect(all(/@pointerdown=\$\{([\w.]+)\}/g)).toEqual(['context.begin']);
});

test('the only keys that the elements listen for are Enter, Escape, in a frame Tab and those of the caret, and, with a modifier, those of undo', () => {
  expect(
    all(/\bkey\b[^;]{0,12}[!=]== '([A-Z]\w*)'/g)
      .filter((key) => key !== 'refused')
      .sort(),
  ).toEqual(['ArrowLeft', 'ArrowRight', 'Enter', 'Escape', 'Tab']);
  // Undo and redo: not without a modifier, and never with the one that types letters.
  expect(all(/(if \(altKey \|\| ctrlKey === metaKey\) return undefined)/g)).toHaveLength(1);
});

test('no style depends on the orientation, shows anything on hover alone, or draws a picture', () => {
  expect(all(/(orientation\s*:|background(?:-image)?:\s*url|<img)/g)).toEqual([]);
  const hovered = sources.flatMap((text) => [...text.matchAll(/:hover[^{]*\{([^}]*)\}/g)].map(([, body = '']) => body.trim()));
  expect(hovered.length).toBeGreaterThan(0);
  expect(hovered.filter((body) => !/^background:[^;]*;$/.test(body))).toEqual([]);
});

test('nothing moves but a spinner, and a skeleton that breathes', () => {
  expect(all(/@keyframes (\w+)/g).sort()).toEqual(['breathe', 'turn']);
  // Less than three times a second.
  expect(
    all(/animation: \w+ ([\d.]+)s/g)
      .map(Number)
      .every((seconds) => seconds > 0.34),
  ).toBe(true);
});
