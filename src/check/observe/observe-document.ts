import type { Frame } from 'playwright';
import { TAGS } from 'virtual:tags';
import { isTest } from '../../wire/response/values.js';
import { hasOffer, type ObservedDocument, type ObservedElement } from './observed-page.js';
import { readDocument, readScripts, type ReadElement, type ReadingList } from './read-document.js';
import { readControls } from './read-controls.js';
import { readFiles } from './read-files.js';
import { readSight } from './read-sight.js';

const SOLD_URLS = ['pay_url', 'confirm_url'];
const URLS = ['checkout-url', 'confirm-url', 'pay-url', 'base-url', 'return-url', 'notification-url', 'fields-url'];
const READING_LIST: ReadingList = {
  tags: TAGS,
  settings: [...URLS, 'public-key', 'mode', 'challenge', 'language', 'tracking-id'],
  parts: ['test', 'payment-link', 'skeleton'],
  fields: [...SOLD_URLS, 'test'],
  functions: ['prepare', 'resolveStatus'],
};

/** The entries that are addresses. The element itself reports other text, also a relative address. */
const addressesIn = (entries: readonly (readonly [name: string, text: unknown])[]): Record<string, string> =>
  Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' && URL.canParse(text) ? [[name, new URL(text).href]] : [])),
  );

function describe({ hasShadow, settings, setFunctions, parts, sold, action, ...element }: ReadElement): ObservedElement {
  const { tag } = element;
  const publicKey = settings['public-key'];
  return {
    ...element,
    asksServer: setFunctions.includes('resolveStatus'),
    opensOrders: setFunctions.includes('prepare'),
    trackingId: settings['tracking-id'],
    publicKey,
    // The badge of an offer shows what the gateway has decided; before the element is defined, the page's description counts.
    test: hasOffer(element) ? parts.includes('test') || (!hasShadow && sold.some(isTest)) : element.test,
    opensGatewayPage:
      tag === 'plan-subscribe' ||
      parts.includes('payment-link') ||
      (tag === 'product-pay' && (settings['mode'] === 'link' || publicKey === undefined)),
    coming: parts.includes('skeleton'),
    language: settings['language'],
    challenge: settings['challenge'],
    returnUrl: settings['return-url'],
    notificationUrl: settings['notification-url'],
    addresses: {
      ...addressesIn([...URLS.map((name) => [name, settings[name]] as const), ['action of the form', action] as const]),
      ...addressesIn(sold.flatMap((each) => SOLD_URLS.map((field) => [`${field} in the description`, each[field]] as const))),
    },
  };
}

/** The address of a frame of the page; undefined for the page itself. */
export const frameAddress = (frame: Frame): string | undefined => (frame.parentFrame() ? frame.url() : undefined);

/** Reads the document in a frame, after it has settled. */
export async function observeDocument(frame: Frame): Promise<ObservedDocument> {
  const { elements, ...rest } = await frame.evaluate(readDocument, READING_LIST);
  const placed = elements.map((element) => {
    const alike = elements.filter(({ tag }) => tag === element.tag);
    return {
      ...describe(element),
      place: alike.length > 1 ? alike.indexOf(element) + 1 : undefined,
      frame: frameAddress(frame),
    };
  });
  return { ...rest, ...(await frame.evaluate(readFiles)), ...(await frame.evaluate(readScripts)), elements: placed };
}

const WINDOW = ['allow-popups', 'allow-popups-to-escape-sandbox'];

/** What a document needs to open a window without a sandbox, and the sandbox of a frame around it lacks. */
async function lacksFor(document: Frame): Promise<string[]> {
  const lacks = new Set<string>();
  for (let frame: Frame | null = document; frame?.parentFrame(); frame = frame.parentFrame()) {
    const sandbox = await (await frame.frameElement()).getAttribute('sandbox');
    const allowed = sandbox?.toLowerCase().split(/\s+/) ?? WINDOW;
    for (const each of WINDOW) if (!allowed.includes(each)) lacks.add(each);
  }
  return [...lacks];
}

/** Reads the document in a frame, and looks at its elements as a payer would. */
export async function lookAtDocument(frame: Frame): Promise<ObservedDocument> {
  const document = await observeDocument(frame);
  const sights = await frame.evaluate(readSight, READING_LIST.tags);
  const controls = await frame.evaluate(readControls, READING_LIST.tags);
  const lacks = await lacksFor(frame);
  return {
    ...document,
    lacks,
    elements: document.elements.map((element, index) => ({ ...element, ...sights[index], ...controls[index] })),
  };
}
