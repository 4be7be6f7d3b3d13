import { afterEach, expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { gateway } from '../gateway.js';
import { attributesOf, Payer } from '../payer.js';

afterEach(() => void vi.restoreAllMocks());

/** Holds back the browser's frames, and with them the end of the first draw. */
function holdFrames(): () => void {
  const held: FrameRequestCallback[] = [];
  const spy = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => held.push(callback));
  return () => {
    spy.mockRestore();
    for (const callback of held) callback(performance.now());
  };
}

/** An element in the page, at the moment when its form is there and no frame has shown it. */
async function drawn(): Promise<Payer> {
  const element = document.createElement('p2p-transfer');
  for (const [name, value] of Object.entries(attributesOf())) element.setAttribute(name, value);
  Object.assign(element, { fetch: gateway.fetch });
  const payer = new Payer(element);
  document.body.append(element);
  for (let turn = 0; turn < 20 && !payer.element.shadowRoot?.querySelector('input'); turn += 1) await Promise.resolve();
  expect(payer.element.shadowRoot?.querySelector('button.submit')).not.toBeNull();
  return payer;
}

/** Counts what makes the browser open the storage that all tabs share: reading it, and listening to it. */
const watchStorage = () => {
  const listened = vi.spyOn(globalThis, 'addEventListener');
  const opened = vi.spyOn(window, 'localStorage', 'get');
  return () => opened.mock.calls.length + listened.mock.calls.filter(([type]) => type === 'storage').length;
};

test('the form is drawn before the browser has to open its storage, and before any event', async () => {
  const release = holdFrames();
  const openings = watchStorage();
  const payer = await drawn();
  expect(openings()).toBe(0);
  expect(payer.events('checkout-ready')).toEqual([]);
  expect(payer.events('checkout-change')).toEqual([]);
  release();
  await payer.waitForEvents('checkout-ready');
  expect(openings()).toBeGreaterThan(0);
});

test('a page that draws no frames, as a hidden one, gets its element ready all the same', async () => {
  holdFrames();
  const payer = await drawn();
  await payer.waitForEvents('checkout-ready');
});

test.each<[string, (payer: Payer) => unknown]>([
  ['the button', ({ element }) => element.shadowRoot?.querySelector<HTMLElement>('button.submit')?.click()],
  ['submit()', ({ element }) => element.submit()],
])('a press by %s before the first frame shows what is missing, after it', async (_, press) => {
  const release = holdFrames();
  const payer = await drawn();
  void press(payer);
  expect(payer.element.shadowRoot?.querySelector('[aria-invalid=true]')).toBeNull();
  release();
  await expect.poll(() => payer.element.shadowRoot?.querySelector('[aria-invalid=true]')).not.toBeNull();
  expect(gateway.posts).toEqual([]);
});

test('an element that is out of the page when its first frame comes is ready once it is back', async () => {
  const release = holdFrames();
  const payer = await drawn();
  payer.element.remove();
  release();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(payer.events('checkout-ready')).toEqual([]);
  document.body.append(payer.element);
  await payer.waitForEvents('checkout-ready');
});
