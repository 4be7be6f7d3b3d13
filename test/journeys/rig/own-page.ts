import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, inject } from 'vitest';

/** The calling file's own page, at an address of this machine, and files beside it. */
export interface OwnPage {
  /** The page's origin; known once the file's journeys run. */
  url: string;
}

/** The element connected to the sandbox, with `attributes` as they are written in markup. */
export function transferMarkup(attributes: Readonly<Record<string, string>> = {}): string {
  const all = {
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

const respond = (text: string, type: string, delay = 0, headers: Readonly<Record<string, string>> = {}) => ({
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
/** A script, sent after so many milliseconds. */
export const script = (text: string, delay = 0): ReturnType<typeof respond> => respond(text, 'text/javascript', delay);

/** Serves pages by their paths, for the calling file alone; any other path is 404. `localhost` is a secure context. */
export function useOwnPage(answer: (url: URL) => ReturnType<typeof respond> | undefined): OwnPage {
  const own: OwnPage = { url: '' };
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const found = answer(new URL(request.url ?? '/', own.url));
      if (!found) return void response.writeHead(404).end();
      setTimeout(
        () =>
          response.writeHead(200, { 'content-type': found.type, 'cache-control': 'no-store', ...found.headers }).end(found.text),
        found.delay,
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    own.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return own;
}
