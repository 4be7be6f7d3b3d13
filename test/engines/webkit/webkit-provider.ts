// Vitest's browser mode in WebKitGTK: what its own providers do for other engines.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { defineBrowserProvider, parseKeyDef } from '@vitest/browser';
import type { BrowserCommand, BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node';
import { type ElementReference, KEYS, type KeyStroke, type Session, WebDriverError } from './webdriver.js';
import { openWebKit, type WebKit } from './webkit.js';

interface WebKitContext {
  readonly session: Session;
  /** The file of the running test. */
  readonly testPath?: string;
}

/** Keys that are down from one call of `userEvent.keyboard` to the next. */
interface HeldKeys {
  readonly unreleased: string[];
}

const PATIENCE_MS = 10_000;

/** Errors of a page that moves during the click; a moment later it is stable. */
const PASSING = ['move target out of bounds', 'stale element reference', 'javascript error'];

/**
 * Waits until an element can be acted on, and acts on it; tries again if the page changed in between.
 *
 * @param act Returns why it has to be done again, or nothing.
 */
async function actOn(
  { session }: WebKitContext,
  selector: string,
  act: (element: ElementReference) => Promise<string | void>,
  toType = false,
): Promise<void> {
  await enterTest(session);
  const deadline = performance.now() + PATIENCE_MS;
  for (let why = '', late = false; ; late = performance.now() > deadline) {
    if (late) throw new Error(`WebKit waited for ${selector} for ${PATIENCE_MS} ms in vain: ${why}.`);
    try {
      const found = await session.run<ElementReference | string>('return window.findUsable(...arguments)', selector, toType);
      const problem = typeof found === 'string' ? found : await act(found);
      if (!problem) return;
      why = problem;
    } catch (error) {
      if (!(error instanceof WebDriverError && PASSING.includes(error.code))) throw error;
      why = error.message;
    }
    await wait(50);
  }
}

async function click(context: WebKitContext, selector: string): Promise<void> {
  const { session } = context;
  await actOn(context, selector, async (element) => {
    await session.run('window.pressOnly(arguments[0])', element);
    await session.click(element);
    // A page that was left by the press can't be asked.
    const hasHit = await session.run<boolean>('return window.hasHit()').catch(() => true);
    return hasHit ? undefined : 'something else came in its place';
  });
}

/** Each file has its own frame. */
const enterTest = (session: Session): Promise<void> => session.enterFrame('iframe[data-vitest]');

// Like a paste over the whole value, or a browser's autofill: one trusted input event.
const REPLACE_ALL = `
  const [input, text] = arguments;
  input.focus();
  if (input.type === 'date') {
    // A date can't be pasted: it is picked.
    input.value = text;
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
  } else {
    input.select();
    document.execCommand(text ? 'insertText' : 'delete', false, text);
  }`;

async function fill(context: WebKitContext, selector: string, text: string): Promise<void> {
  await actOn(context, selector, (input) => context.session.run(REPLACE_ALL, input, text), true);
}

// The driver can't choose from a list, so this fires the events of a choice.
const CHOOSE = `
  const [select, values] = arguments;
  select.focus();
  for (const option of select.options) option.selected = values.includes(option.value) || values.includes(option.label);
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));`;

async function choose(context: WebKitContext, selector: string, values: readonly string[]): Promise<void> {
  await actOn(context, selector, (select) => context.session.run(CHOOSE, select, values));
}

async function typeKeys({ session }: WebKitContext, text: string, { unreleased }: HeldKeys): Promise<HeldKeys> {
  await enterTest(session);
  await session.run('if (!document.hasFocus()) window.focus()');
  const held = new Set(unreleased);
  const strokes: KeyStroke[] = [];
  for (const { keyDef, releasePrevious, releaseSelf, repeat } of parseKeyDef(text)) {
    const key = keyDef.key ?? '';
    const value = KEYS[key] ?? key;
    if (value.length !== 1) throw new Error(`The key ${key} is not supported for WebKit.`);
    if (held.delete(key)) strokes.push({ type: 'keyUp', value });
    if (releasePrevious) continue;
    for (let pressed = 0; pressed < repeat; pressed += 1) strokes.push({ type: 'keyDown', value });
    if (releaseSelf) strokes.push({ type: 'keyUp', value });
    else held.add(key);
  }
  await session.strike(strokes);
  return { unreleased: [...held] };
}

/** A picture of the page. @returns where it is kept: a path is read from the folder of the test, as elsewhere. */
async function takePicture({ session, testPath = '' }: WebKitContext, name: string, options: { readonly path?: string }) {
  await enterTest(session);
  const buffer = await session.picture(await session.run<ElementReference>('return document.documentElement'));
  const path = resolve(dirname(testPath), options.path ?? name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buffer);
  return { buffer, path };
}

type Command = (context: WebKitContext, ...given: never[]) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
  __vitest_click: click,
  __vitest_hover: (context, selector: string) => actOn(context, selector, (element) => context.session.hover(element)),
  __vitest_fill: fill,
  __vitest_selectOptions: choose,
  __vitest_clear: (context, selector: string) => fill(context, selector, ''),
  __vitest_keyboard: typeKeys,
  async __vitest_type(context, selector: string, text: string, held: HeldKeys & { skipClick?: boolean }) {
    if (!held.skipClick) await click(context, selector);
    return typeKeys(context, text, held);
  },
  __vitest_tab: ({ session }, { shift = false }: { shift?: boolean } = {}) =>
    typeKeys({ session }, shift ? '{Shift>}{Tab}{/Shift}' : '{Tab}', { unreleased: [] }),
  __vitest_takeScreenshot: takePicture,
  __vitest_cleanup: async ({ session }, { unreleased }: HeldKeys) =>
    session.strike(unreleased.map((key) => ({ type: 'keyUp', value: KEYS[key] ?? key }))),
};

class WebKitProvider implements BrowserProvider {
  readonly name = 'webkit';
  // One window, one page with the focus.
  readonly supportsParallelism = false;
  readonly initScripts = [fileURLToPath(new URL('webkit-locators.ts', import.meta.url))];
  #webkit: WebKit | undefined;

  constructor(project: TestProject) {
    for (const [name, command] of Object.entries(commands)) {
      project.browser?.registerCommand(name as never, command as unknown as BrowserCommand<never>);
    }
  }

  getCommandsContext(): Record<string, unknown> {
    return { session: this.#webkit?.session };
  }

  async openPage(_sessionId: string, url: string): Promise<void> {
    this.#webkit ??= await openWebKit();
    await this.#webkit.session.goTo(url);
  }

  async close(): Promise<void> {
    await this.#webkit?.close();
    this.#webkit = undefined;
  }
}

/** A provider for `browser.provider`: the WebKitGTK that `findEngine` finds. */
export function webkit(): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'webkit',
    supportedBrowser: ['webkit'],
    providerFactory: (project) => new WebKitProvider(project),
  });
}
