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
    // What is sold, as the page describes it: by a property, or as JSON between the tags.
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
      // The attribute is the transfer's alone. What is sold is a test by the gateway's word, which the element's badge tells;
      // before it is defined there is the page's.
      test:
        element.localName === 'p2p-transfer'
          ? properties['test'] === true || element.hasAttribute('test')
          : part('test') || (!element.shadowRoot && sold.some((each) => each['test'] === true)),
      leads:
        element.localName === 'plan-subscribe' || part('payment-link') ||
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
  // By the prototype's getter: a form of that name stands in for `document.scripts`.
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  return {
    url: document.URL,
    secureContext: isSecureContext,
    elements: found.map(see),
    scripts: [...scripts].filter(({ src }) => src !== '').map(({ src, integrity }) => ({ url: src, integrity: integrity !== '' })),
    metaPolicies: [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]')].map(({ content }) => content),
  };
}
