import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, inject } from 'vitest';
import { OWN_ORIGIN, ownFieldsUrl } from '../fields-place.js';

/** The calling file's own page, at an address of this machine, and files beside it. */
export interface OwnPage {
  /** The page's origin; known once the file's journeys run. */
  url: string;
}

/** The element connected to the sandbox, with `attributes` as they are written in markup. */
export function transferMarkup(attributes: Readonly<Record<string, string>> = {}): string {
  const fieldsUrl = ownFieldsUrl();
  const all = {
    ...(fieldsUrl && { 'fields-url': fieldsUrl }),
    'checkout-url': inject('gateway').checkout_url,
    'public-key': inject('shops').find(({ pci_certified }) => !pci_certified)?.public_key ?? '',
    currency: 'USD',
    description: 'Money to a card',
    ...attributes,
  };
  return `<p2p-transfer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></p2p-transfer>`;
}

/** The built script file, from the sandbox. */
export const scriptMarkup = (): string => `<script type="module" src="${inject('gateway').checkout_url}/checkout.js"></script>`;

const respond = (
  text: string,
  type: string,
  delay: number | Promise<unknown> = 0,
  headers: Readonly<Record<string, string>> = {},
) => ({
  text,
  type,
  delay,
  headers,
});
/** A page with its own headers. */
export const html = (body: string, headers: Readonly<Record<string, string>> = {}): ReturnType<typeof respond> =>
  respond(
    `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><main>${body}</main>`,
    'text/html',
    0,
    headers,
  );
/** A script, sent after so many milliseconds, or once something has happened. */
export const script = (text: string, delay: number | Promise<unknown> = 0): ReturnType<typeof respond> =>
  respond(text, 'text/javascript', delay);

/** Headers that describe the original answer alone, and are not copied. */
const NOT_COPIED = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

/** The shop's own isolated fields, for pages of another origin. */
export async function fieldsFor(origin: string): Promise<ReturnType<typeof respond>> {
  const answer = await fetch(`${inject('shopUrl')}/fields/`);
  const moved = (text: string): string => text.replaceAll(inject('shopUrl'), origin);
  const headers = [...answer.headers].filter(([name]) => !NOT_COPIED.includes(name));
  const type = answer.headers.get('content-type') ?? '';
  return respond(moved(await answer.text()), type, 0, Object.fromEntries(headers.map(([name, value]) => [name, moved(value)])));
}

/** The host of a test's own pages: a secure context, and another site than the gateway's. */
const HOST = 'localhost';

/** Serves pages by their paths, for the calling file alone; any other path is 404. */
export function useOwnPage(answer: (url: URL) => ReturnType<typeof respond> | undefined): OwnPage {
  const own: OwnPage = { url: '' };
  let server: Server | undefined;
  let fields: ReturnType<typeof respond> | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', own.url);
      const found = (url.pathname === '/fields/' ? fields : undefined) ?? answer(url);
      if (!found) return void response.writeHead(404).end();
      const { delay } = found;
      void (typeof delay === 'number' ? setTimeout(delay) : delay).then(() =>
        response
          .writeHead(200, { 'content-type': found.type, 'cache-control': 'no-store', ...found.headers })
          .end(found.text.replaceAll(OWN_ORIGIN, own.url)),
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    own.url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
    if (inject('fieldsPlace') === 'shop') fields = await fieldsFor(own.url);
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return own;
}
