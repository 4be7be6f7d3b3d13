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

/**
 * A script in the merchant's page that tries to read the card. It runs before any other script, and its author knows
 * our code.
 *
 * Pages get this function as text, so it contains everything that it needs.
 */
export function stealCards(names: readonly string[]): void {
  if (window.top !== window) return;
  const stolen: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  const [keys, getters, paths, shadows, walks, json, encoder, subtle, requests, mutations, clones] = names.map(
    (name) => (text: unknown) => void stolen[name]!.push(String(text)),
  ) as ((text: unknown) => void)[];
  /** Replaces a method by one that first reports its arguments. */
  function tap(owner: object, name: string, tell: (given: unknown[], result: unknown) => void): void {
    const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, function tapped(this: unknown, ...given: unknown[]): unknown {
      const result = original.apply(this, given);
      tell(given, result);
      return result;
    });
  }
  const bytes = (data: BufferSource): string => new TextDecoder().decode(data);

  for (const type of ['keydown', 'keypress', 'beforeinput'])
    document.addEventListener(type, (event) => keys!((event as KeyboardEvent).key ?? (event as InputEvent).data), true);
  addEventListener('input', (event) => paths!((event.composedPath()[0] as HTMLInputElement).value), true);

  const descriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  const read = Reflect.get(descriptor, 'get') as () => string;
  const valueOf = (input: HTMLInputElement): string => Reflect.apply(read, input, []);
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...descriptor,
    get(this: HTMLInputElement) {
      getters!(valueOf(this));
      return valueOf(this);
    },
  });
  const valuesIn = (root: ParentNode): string[] => [...root.querySelectorAll('input')].map(valueOf);

  const roots: ShadowRoot[] = [];
  tap(Element.prototype, 'attachShadow', (_, root) => {
    roots.push(root as ShadowRoot);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) mutations!(node instanceof Element ? node.outerHTML : node.textContent);
      }
    }).observe(root as ShadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  tap(JSON, 'stringify', (_, text) => json!(text));
  tap(TextEncoder.prototype, 'encode', ([text]) => encoder!(text));
  tap(SubtleCrypto.prototype, 'encrypt', ([, , data]) => subtle!(bytes(data as BufferSource)));
  tap(window, 'fetch', ([, init]) => requests!((init as RequestInit | undefined)?.body));

  /** All inputs in reach: through shadow roots, and through the documents of frames. */
  function walk(root: ParentNode): void {
    for (const value of valuesIn(root)) walks!(value);
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!(element instanceof HTMLIFrameElement)) continue;
      try {
        if (element.contentDocument) walk(element.contentDocument);
        walk((element.contentWindow as Window).document);
      } catch {
        // The page has no access to the frame's document.
      }
    }
  }
  const probe = (): void => {
    walk(document);
    for (const root of roots) {
      for (const value of valuesIn(root)) shadows!(value);
      for (const form of root.querySelectorAll('form, iframe'))
        for (const value of valuesIn(form.cloneNode(true) as Element)) clones!(value);
    }
  };
  Object.assign(window, { stolen, probe });
}
