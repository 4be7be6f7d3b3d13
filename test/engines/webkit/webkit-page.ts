import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ElementReference, type Session, WebDriverError } from './webdriver.js';

/** The roles that can be searched for, and their markup. */
const ROLES = { textbox: 'input', button: 'button', link: 'a[href]', heading: 'h1, h2, h3' } as const;

/** How long a payer waits for what they expect to see. */
const PATIENCE_MS = 15_000;

/** Visible elements that match a selector, in any shadow root; within the named group, if given. */
const VISIBLE = `
  const [selector, group] = arguments;
  const within = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? [element, ...within(element.shadowRoot)] : [element]);
  const outer = (element) => element.parentElement ?? element.getRootNode().host;
  const isIn = (element) => {
    for (let at = element; at; at = outer(at)) {
      if (at.matches('fieldset') && at.querySelector(':scope > legend')?.textContent.trim() === group) return true;
    }
    return false;
  };
  return within(document).filter((element) =>
    element.matches(selector) && element.checkVisibility({ visibilityProperty: true }) && (!group || isIn(element)));`;

/** The element that has the focus, through all shadow roots. */
const FOCUSED = `
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;`;

/** Scrolls to an element unless it is in view: a busy WebKit sometimes reverts a scroll. */
const STANDS_STILL = `
  const [element] = arguments;
  const before = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y } = element.getBoundingClientRect();
  return x === before.x && y === before.y;`;

/** A page in WebKit, used as a payer uses it: by roles and by the names that the engine itself computes. */
export class WebKitPage {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The visible elements of a role with that name. */
  async #all(role: keyof typeof ROLES, name: string | RegExp, group?: string): Promise<ElementReference[]> {
    const candidates = await this.session.run<ElementReference[]>(VISIBLE, ROLES[role], group);
    const found: ElementReference[] = [];
    for (const candidate of candidates) {
      const label = await this.session.label(candidate);
      if (typeof name === 'string' ? label === name : name.test(label)) found.push(candidate);
    }
    return found;
  }

  async #settled<Result>(what: string, look: () => Promise<Result | undefined>): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      const found = await look().catch((error: unknown) => {
        // The page navigated or rendered again during the search.
        if (error instanceof WebDriverError) return undefined;
        throw error;
      });
      if (found !== undefined) return found;
      await wait(50);
    } while (performance.now() < deadline);
    throw new Error(`${what} did not come within ${PATIENCE_MS} ms. The page reads:\n${await this.reads()}`);
  }

  /** Waits for the only visible element of a role with that name. */
  async find(role: keyof typeof ROLES, name: string | RegExp, group?: string): Promise<ElementReference> {
    return this.#settled(`${role} ${String(name)}`, async () => {
      const [found, another] = await this.#all(role, name, group);
      return another ? undefined : found;
    });
  }

  /** How many there are now. */
  async count(role: keyof typeof ROLES, name: string | RegExp, group?: string): Promise<number> {
    return (await this.#all(role, name, group)).length;
  }

  /** Clicks an element once it can be clicked. */
  async click(role: keyof typeof ROLES, name: string | RegExp, group?: string): Promise<void> {
    const element = await this.find(role, name, group);
    await expect.poll(() => this.session.run('return arguments[0].matches(":enabled, a")', element)).toBe(true);
    await expect.poll(() => this.session.run<boolean>(STANDS_STILL, element)).toBe(true);
    await this.session.click(element);
  }

  /** Clicks into an input and types, key by key. */
  async type(text: string, name: string, group?: string): Promise<void> {
    await this.click('textbox', name, group);
    await this.session.press(text);
  }

  /** Does something in the frame of the isolated fields, once the payer can type there. */
  async inFields<Result>(act: () => Promise<Result>): Promise<Result> {
    const isReady = `const element = document.querySelector('p2p-transfer, product-pay');
      element?.scrollIntoView({ block: 'start', behavior: 'instant' });
      return Boolean(element?.shadowRoot?.querySelector('.isolated:not(.coming)'));`;
    await expect.poll(() => this.session.run<boolean>(isReady), { timeout: PATIENCE_MS }).toBe(true);
    await this.session.enterFrame('p2p-transfer > iframe, product-pay > iframe');
    try {
      return await act();
    } finally {
      await this.session.enterFrame();
    }
  }

  async valueOf(name: string, group?: string): Promise<string> {
    return this.session.run('return arguments[0].value', await this.find('textbox', name, group));
  }

  /** Waits until the page shows a text, in any shadow root. */
  async sees(text: string | RegExp): Promise<void> {
    await this.#settled(`the text ${String(text)}`, async () => {
      const all = await this.reads();
      return (typeof text === 'string' ? all.includes(text) : text.test(all)) || undefined;
    });
  }

  /** Everything the page shows. */
  async reads(): Promise<string> {
    const [main, ...rest] = await this.session.run<ElementReference[]>(VISIBLE, 'main, .base');
    const texts: string[] = [];
    for (const part of main ? [main, ...rest] : rest) texts.push(await this.session.run('return arguments[0].innerText', part));
    // A sum and its currency are kept on one line.
    return texts.join('\n').replaceAll('\u00A0', ' ');
  }

  /** The text of the focused element, or the name of an input. */
  async focused(): Promise<string> {
    const active = await this.session.run<ElementReference | null>(FOCUSED);
    return active ? this.session.label(active) : '';
  }

  /** Waits for a page by its address. */
  async arrives(address: RegExp): Promise<void> {
    await this.#settled(`the page ${String(address)}`, async () => address.test(await this.session.address()) || undefined);
  }
}
