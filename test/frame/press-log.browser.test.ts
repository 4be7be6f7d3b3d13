import { afterEach, expect, test } from 'vitest';
import { PressLog } from '../../src/frame/press-log.js';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
/** Longer than the half second that a payer needs to read the button. */
const READ = 700;

let button: HTMLButtonElement;
afterEach(() => button.remove());

/** A button in view that the payer has read, and what moves it down by some pixels. */
async function read(time = READ) {
  button = document.createElement('button');
  button.textContent = 'Send 100.00 USD';
  Object.assign(button.style, {
    position: 'fixed',
    insetBlockStart: '40px',
    insetInlineStart: '40px',
    inlineSize: '200px',
    blockSize: '40px',
  });
  document.body.append(button);
  const log = new PressLog(document, () => false);
  log.drawn(button, 'Send 100.00 USD', true);
  await wait(time);
  let at = 40;
  return { log, move: (by: number): void => void (button.style.insetBlockStart = `${(at += by)}px`) };
}

function press(log: PressLog): string {
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  return log.judge();
}

test('a button that has come to rest is judged by where it rests: small movements don’t add up', async () => {
  const { log, move } = await read();
  move(7.5);
  log.placed();
  await wait(READ);
  // What is pressed sinks a little.
  move(0.75);
  expect(press(log)).toBe('allowed');
});

test.each([0, 120, 160, 400])(
  'a press %d ms after the button came into view is too early, not on a covered button',
  async (time) => {
    const { log } = await read(time);
    expect(press(log)).toBe('early');
  },
);

test('small movements without a rest add up', async () => {
  const { log, move } = await read();
  move(7.5);
  log.placed();
  await wait(100);
  move(0.75);
  expect(press(log)).toBe('early');
});

test.each([
  ['just before the press', 0],
  ['just before it would come to rest', 450],
])('a button that has moved further is another one to aim at: %s', async (_, after) => {
  const { log, move } = await read();
  move(2);
  log.placed();
  await wait(after);
  move(20);
  if (after > 0) await wait(100);
  expect(press(log)).toBe('early');
  await wait(READ);
  expect(press(log)).toBe('allowed');
});

test('the browser looks at the button once the cards have numbers', async () => {
  const { log } = await read(0);
  log.drawn(button.cloneNode() as HTMLButtonElement, '', false);
  log.drawn(button, 'Send 100.00 USD', false);
  await wait(READ);
  expect(press(log)).toBe('early');
  log.drawn(button, 'Send 100.00 USD', true);
  await wait(READ);
  expect(press(log)).toBe('allowed');
});
