import type { SeenDocument, SeenElement } from './sighting.js';

/**
 * Reads a document that has settled. It is handed to the browser as text: it can use nothing from outside of itself.
 */
export function readDocument(tags: readonly string[]): SeenDocument {
  const found: Element[] = [];
  const search = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (tags.includes(element.localName)) found.push(element);
      if (element.shadowRoot) search(element.shadowRoot);
    }
  };
  search(document);

  // What is no address at all the element itself complains of.
  const addressOf = (text: string | undefined): string | undefined =>
    text !== undefined && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : undefined;
  const names = ['checkout-url', 'confirm-url', 'pay-url', 'base-url', 'return-url', 'notification-url', 'src'];
  const see = (element: Element): SeenElement => {
    const properties = element as unknown as Record<string, unknown>;
    // Frameworks set properties; what an element has not been given is its attribute, or nothing.
    const text = (attribute: string): string | undefined => {
      const name = attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const value = properties[name] ?? element.getAttribute(attribute);
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    const isTest = (value: unknown): boolean => typeof value === 'object' && value !== null && 'test' in value && value.test === true;
    return {
      tag: element.localName,
      defined: element.matches(':defined'),
      test:
        properties['test'] === true || element.hasAttribute('test') || isTest(properties['product']) || isTest(properties['plan']) ||
        // What is sold can be a test without the page saying so; the element's badge tells.
        Boolean(element.shadowRoot?.querySelector('[part~="test"]')),
      publicKey: text('public-key'),
      returnUrl: text('return-url'),
      notificationUrl: text('notification-url'),
      addresses: Object.fromEntries(
        names.flatMap((name) => {
          const address = addressOf(text(name));
          return address === undefined ? [] : [[name, address]];
        }),
      ),
    };
  };
  return {
    url: document.URL,
    secureContext: isSecureContext,
    elements: found.map(see),
    scripts: [...document.scripts].filter(({ src }) => src !== '').map(({ src, integrity }) => ({ url: src, integrity: integrity !== '' })),
    metaPolicy: document.querySelector('meta[http-equiv="content-security-policy" i]') !== null,
  };
}
