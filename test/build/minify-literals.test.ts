import { expect, test } from 'vitest';
import { minifyMarkup } from '../../build/minify-literals.mjs';

test.each([
  [
    '\n    <div class="a">\n      <p>\n        Some  words\n      </p>\n    </div>\n  ',
    '<div class="a"><p> Some words</p></div>',
  ],
  // Words, and elements in a line, keep their distance.
  ['<b>one</b>\n  <i>two</i>', '<b>one</b> <i>two</i>'],
  [' <button\n    part="button submit"\n    type="submit"\n  >', ' <button part="button submit" type="submit" >'],
  ['<path d="M0 0\n 1 1"></path> <pre>', '<path d="M0 0 1 1"></path> <pre>'],
  ['</p> words', '</p>words'],
])('the build turns %j into %j', (written, made) => {
  expect(minifyMarkup(written)).toBe(made);
});
