import type { ObservedDocument, ObservedElement } from './observed-page.js';

/**
 * Reads a document that has settled. The browser gets this function as text, so it can use nothing from outside itself.
 */
export function readDocument(tags: readonly string[]): ObservedDocument {
  const found: Element[] = [];
  const search = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (tags.includes(element.localName)) found.push(element);
      if (element.shadowRoot) search(element.shadowRoot);
    }
  };
  search(document);

  // The element itself reports text that is not an address.
  const addressOf = (text: string | undefined): string | undefined =>
    text !== undefined && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;
  const names = ['checkout-url', 'confirm-url', 'pay-url', 'base-url', 'return-url', 'notification-url', 'src'];
  const see = (element: Element): ObservedElement => {
    const properties = element as unknown as Record<string, unknown>;
    // Frameworks set properties; without one, the attribute counts.
    const text = (attribute: string): string | undefined => {
      const name = attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const value = properties[name] ?? element.getAttribute(attribute);
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    // The page's description of the product or plan: a property, or JSON between the tags.
    const json = [...element.children].find((child) => child.matches('script[type="application/json"]'))?.textContent ?? '';
    const parsed = ((): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        return undefined;
      }
    })();
    const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
    const sold = [properties['product'], properties['plan'], parsed].filter(isObject);
    const described = sold.flatMap((each) =>
      ['pay_url', 'confirm_url'].flatMap((field) => {
        const address = addressOf(typeof each[field] === 'string' ? each[field] : undefined);
        return address === undefined ? [] : [[`${field} in its JSON`, address] as const];
      }),
    );
    const part = (name: string): boolean => Boolean(element.shadowRoot?.querySelector(`[part~="${name}"]`));
    const publicKey = text('public-key');
    return {
      tag: element.localName,
      defined: element.matches(':defined'),
      // Only a transfer has the attribute. For a product or plan the gateway decides, and the element shows a badge; before the
      // element is defined, the page's description counts.
      test:
        element.localName === 'p2p-transfer'
          ? properties['test'] === true || element.hasAttribute('test')
          : part('test') || (!element.shadowRoot && sold.some((each) => each['test'] === true)),
      leads:
        element.localName === 'plan-subscribe' ||
        part('payment-link') ||
        (element.localName === 'product-pay' && (text('mode') === 'link' || publicKey === undefined)),
      coming: part('skeleton'),
      asksServer: typeof properties['resolveStatus'] === 'function',
      publicKey,
      returnUrl: text('return-url'),
      notificationUrl: text('notification-url'),
      addresses: Object.fromEntries([
        ...names.flatMap((name) => {
          const address = addressOf(text(name));
          return address === undefined ? [] : [[name, address] as const];
        }),
        ...described,
      ]),
    };
  };
  // Through the prototype's getter: a form named "scripts" would hide `document.scripts`.
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  return {
    url: document.URL,
    secureContext: isSecureContext,
    elements: found.map(see),
    scripts: [...scripts]
      .filter(({ src }) => src !== '')
      .map(({ src, integrity }) => ({ url: src, integrity: integrity !== '' })),
    metaPolicies: [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]')].map(
      ({ content }) => content,
    ),
  };
}
