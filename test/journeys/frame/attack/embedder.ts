import type { FrameLocator, Page } from 'playwright';
import { inject } from 'vitest';
import { HELLO, INIT } from '../../../../src/channel/handshake.js';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import type { ToPage } from '../../../../src/channel/to-page.js';
import type { Act, Subject } from '../../../../src/elements/form/port.js';
import { FIELD_TEXT_KEYS, type FieldTextKey } from '../../../../src/channel/field-texts.js';

/** The fields that the gateway serves. */
export const fieldsUrl = (): string => `${inject('gateway').checkout_url}/fields/`;

/** A page that embeds the fields without the element, and exchanges messages with them itself. */
export const EMBEDDER = `<script>
received = []; greetings = 0;
addEventListener('message', ({ data }) => { if (data === ${JSON.stringify(HELLO)}) greetings += 1; });
init = (to, origin = '*') => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => received.push(JSON.parse(data));
  to.postMessage(${JSON.stringify(INIT)}, origin, [port2]);
  return port1;
};
send = (message) => port.postMessage(message);
ask = (other) => other.postMessage('{"kind":"ping"}');
</script><div id="around"><iframe id="fields" width="600" height="800"></iframe></div>`;

/** A page that embeds the fields, and its messages to and from them. */
export interface Embedded {
  readonly page: Page;
  readonly fields: FrameLocator;
  /** Sends any value. */
  readonly send: (message: unknown) => Promise<void>;
  /** Sends messages of the schema, all at once. */
  readonly sendAll: (...messages: readonly ToFrame[]) => Promise<void>;
  /** The messages of the fields since the last call, except for `size`. */
  readonly received: () => Promise<ToPage[]>;
}

/** Loads the fields into the embedder's page, and sends them two ports: one before their greeting, and one after it. */
export async function embedIn(page: Page, at = fieldsUrl()): Promise<Embedded> {
  await page.evaluate(async (url) => {
    const scope = globalThis as unknown as Record<string, unknown> & { greetings: number; init: (to: Window) => MessagePort };
    const frame = document.querySelector<HTMLIFrameElement>('#fields')!;
    frame.src = url;
    // Before the greeting: the first document of the frame, and the fields while they load.
    scope['early'] = [scope.init(frame.contentWindow!)];
    while (scope.greetings === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    scope['port'] = scope.init(frame.contentWindow!);
  }, at);
  return {
    page,
    fields: page.frameLocator('#fields'),
    send: (message) => page.evaluate((text) => (globalThis as unknown as { send: (sent: unknown) => void }).send(text), message),
    sendAll: (...messages) =>
      page.evaluate(
        (texts) => texts.forEach((text) => (globalThis as unknown as { send: (sent: unknown) => void }).send(text)),
        messages.map((message) => JSON.stringify(message)),
      ),
    received: async () => {
      // A `ping` is answered after everything before it.
      await page.evaluate(async () => {
        const scope = globalThis as unknown as { received: { kind: string }[]; send: (sent: unknown) => void };
        const pongs = (): number => scope.received.filter(({ kind }) => kind === 'pong').length;
        const before = pongs();
        scope.send('{"kind":"ping"}');
        while (pongs() === before) await new Promise((resolve) => setTimeout(resolve, 10));
      });
      // A seal takes longer.
      await page.waitForTimeout(100);
      const all = (await page.evaluate('received.splice(0)')) as ToPage[];
      return all.filter(({ kind }) => kind !== 'size');
    },
  };
}

/** The message with a shop of the gateway. */
export const shopMessage = (): Extract<ToFrame, { kind: 'shop' }> => ({
  kind: 'shop',
  publicKey: inject('shops').find(({ pci_certified: isCertified }) => !isCertified)?.public_key ?? '',
  checkoutUrl: inject('gateway').checkout_url,
});

/** The message with all sentences. Each is its own key, unless it is given. */
export const wordsMessage = (given: Partial<Record<FieldTextKey, string>> = {}): ToFrame => ({
  kind: 'words',
  first: 0,
  words: FIELD_TEXT_KEYS.map((key) => given[key] ?? key),
});

/** What the payment adds to the form, once the payer has seen the price. */
export const statusMessage = (act: Act = 'send'): ToFrame => ({
  kind: 'status',
  status: { act, price: { status: 'given', text: 'Fee 1.00 USD' }, isBusy: false, isLocked: false },
});

/** The settings of a transfer. */
export const setMessage = (serial: number, subject?: Subject): ToFrame => ({
  kind: 'set',
  serial,
  language: 'en',
  sections: ['source_card', 'recipient_card'],
  autoAdvance: false,
  guards: true,
  collect: {},
  subject,
});
