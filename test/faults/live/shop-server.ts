import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageSetup, Report } from './page/setup.js';
import type { PageScripts } from './page-scripts.js';

/** The shop's answers in a run. */
export interface ShopRun {
  /** The page that the next visit gets; `naive` is the other checkout page. */
  setupOf(page: 'shop' | 'naive'): PageSetup;
  seen(report: Report): void;
  prepare(): Promise<unknown>;
  status(query: Readonly<Record<string, string>>): Promise<unknown>;
}

const html = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${body}`;

const pageOf = (setup: PageSetup, scripts: readonly string[]): string =>
  html(
    `<main><div id="place"></div></main><script>setup = ${JSON.stringify(setup).replaceAll('<', String.raw`\u003c`)}</script>` +
      scripts.map((path) => `<script type="module" src="${path}"></script>`).join(''),
  );

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The server of the shop whose checkout page the runs open. No fault affects requests to it. */
export class ShopServer {
  readonly #scripts: PageScripts;
  readonly #server: Server;
  run: ShopRun | undefined;

  private constructor(scripts: PageScripts) {
    this.#scripts = scripts;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => void response.writeHead(500).end());
    });
  }

  static async start(scripts: PageScripts): Promise<ShopServer> {
    const server = new ShopServer(scripts);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.address);
    const { run } = this;
    const send = (text: string, type: string, headers: Readonly<Record<string, string>> = {}): void =>
      void response.writeHead(200, { 'content-type': type, ...headers }).end(text);
    const script = this.#scripts.get(pathname);
    if (script !== undefined) return send(script, 'text/javascript', { 'cache-control': 'max-age=3600' });
    if (!run) return void response.writeHead(503).end();
    switch (pathname) {
      case '/pay':
        return send(pageOf(run.setupOf('shop'), ['/shop-page.js', '/checkout.js']), 'text/html');
      case '/naive':
        return send(pageOf(run.setupOf('naive'), ['/naive-page.js']), 'text/html');
      case '/elsewhere':
        return send(html('<p>Somewhere else'), 'text/html');
      case '/seen':
        run.seen(JSON.parse(await textOf(request)) as Report);
        return void response.writeHead(204).end();
      case '/prepare':
        return send(JSON.stringify(await run.prepare()), 'application/json');
      case '/status':
        return send(JSON.stringify(await run.status(Object.fromEntries(searchParams))), 'application/json');
      default:
        return void response.writeHead(404).end();
    }
  }
}
