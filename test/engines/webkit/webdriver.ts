// A client of the W3C WebDriver protocol, with what these tests need: no package drives WebKitGTK.

/** The key of an element reference in the protocol's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to an element of the page, good until the page is left. */
export interface ElementReference {
  readonly [ELEMENT]: string;
}

/** A refused command, with the protocol's error code, such as `element click intercepted`. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`);
    this.name = 'WebDriverError';
    this.code = code;
  }
}

/** Keys without a character, as WebDriver spells them. */
export const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** A key going down or up. */
export interface KeyStroke {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

const moveTo = (origin: ElementReference) => ({ type: 'pointerMove', duration: 0, origin, x: 0, y: 0 });

interface Command {
  readonly body?: unknown;
  readonly limitMs?: number;
}

async function call(driverUrl: string, method: string, path: string, { body, limitMs = 10_000 }: Command = {}): Promise<unknown> {
  const init = method === 'POST' ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const answer = await fetch(driverUrl + path, { method, ...init, signal: AbortSignal.timeout(limitMs) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new WebDriverError(`${method} ${path}`, value?.error ?? `${answer.status}`, value?.message ?? '');
  return value;
}

/** One browser window controlled by a driver. */
export class Session {
  readonly browserVersion: string;
  readonly #driverUrl: string;
  readonly #path: string;

  private constructor(driverUrl: string, id: string, browserVersion: string) {
    this.#driverUrl = driverUrl;
    this.#path = `/session/${id}`;
    this.browserVersion = browserVersion;
  }

  /** Opens a browser with nothing stored. */
  static async open(driverUrl: string): Promise<Session> {
    const answer = await call(driverUrl, 'POST', '/session', { body: { capabilities: { alwaysMatch: {} } }, limitMs: 20_000 });
    const { sessionId, capabilities } = answer as { sessionId: string; capabilities: { browserVersion: string } };
    return new Session(driverUrl, sessionId, capabilities.browserVersion);
  }

  #post(path: string, body: unknown = {}): Promise<unknown> {
    return call(this.#driverUrl, 'POST', this.#path + path, { body, limitMs: 40_000 });
  }

  async goTo(url: string): Promise<void> {
    await this.#post('/url', { url });
  }

  async goBack(): Promise<void> {
    await this.#post('/back');
  }

  async reload(): Promise<void> {
    await this.#post('/refresh');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#post('/window/rect', { width, height });
  }

  /** The address of the open page. */
  async address(): Promise<string> {
    return (await call(this.#driverUrl, 'GET', `${this.#path}/url`)) as string;
  }

  /** Switches to the first frame that matches a CSS selector; without a selector, to the page itself. */
  async enterFrame(selector?: string): Promise<void> {
    await this.#post('/frame', { id: null });
    if (!selector) return;
    const frame = await this.#post('/element', { using: 'css selector', value: selector });
    await this.#post('/frame', { id: frame });
  }

  /** Runs the body of a function in the page: its arguments are in `arguments`, and it returns JSON or elements. */
  async run<Result>(script: string, ...given: readonly unknown[]): Promise<Result> {
    return (await this.#post('/execute/sync', { script, args: given })) as Result;
  }

  /** An element's accessible name as computed by the engine. */
  async label(element: ElementReference): Promise<string> {
    const path = `${this.#path}/element/${element[ELEMENT]}/computedlabel`;
    return (await call(this.#driverUrl, 'GET', path)) as string;
  }

  /** A picture of an element, in PNG. */
  async picture(element: ElementReference): Promise<Buffer> {
    const text = (await call(this.#driverUrl, 'GET', `${this.#path}/element/${element[ELEMENT]}/screenshot`)) as string;
    return Buffer.from(text, 'base64');
  }

  /** Moves the mouse over the middle of an element, which must be in view. */
  async hover(element: ElementReference): Promise<void> {
    await this.#point([moveTo(element)]);
  }

  /**
   * Clicks the middle of an element, which must be in view. The protocol's own command treats inputs inside two shadow roots
   * as covered.
   */
  async click(element: ElementReference): Promise<void> {
    await this.#point([moveTo(element), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  async #point(actions: readonly object[]): Promise<void> {
    await this.#post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** The handles of the open windows. */
  async windows(): Promise<string[]> {
    return (await call(this.#driverUrl, 'GET', `${this.#path}/window/handles`)) as string[];
  }

  /** Opens a window in the same browser, as tabs behind another one are hidden; commands still go to the one before. @returns its handle. */
  async newWindow(): Promise<string> {
    const { handle } = (await this.#post('/window/new', { type: 'window' })) as { handle: string };
    return handle;
  }

  async switchTo(handle: string): Promise<void> {
    await this.#post('/window', { handle });
  }

  /** Closes the window that commands go to. */
  async closeWindow(): Promise<void> {
    await call(this.#driverUrl, 'DELETE', `${this.#path}/window`);
  }

  /** Presses and releases keys at the focus. Keys that stay down remain so for the next call. */
  async strike(strokes: readonly KeyStroke[]): Promise<void> {
    if (strokes.length > 0) await this.#post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
  }

  /** Types a text, or presses a key by its name in `KEYS`, key by key. */
  async press(text: string): Promise<void> {
    const keys = KEYS[text] ? [KEYS[text]] : text.split('');
    await this.strike(
      keys.flatMap((value): KeyStroke[] => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  }

  async close(): Promise<void> {
    await call(this.#driverUrl, 'DELETE', this.#path);
  }
}
