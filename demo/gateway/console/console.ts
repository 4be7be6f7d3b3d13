import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { scriptResponse, type Assets } from '../http/assets.js';
import { dated, sameOriginOnly } from '../http/cross-origin.js';
import { errorResponse } from '../http/error-response.js';
import { answerErrors, logged } from '../log/request-log.js';
import { consolePage } from './page/layout.js';
import { readPage } from './page/paging.js';
import { createSandboxApi, type Steered } from './api/sandbox-api.js';
import type { Seen } from './page/section.js';
import { SECTIONS } from './sections/all-sections.js';

export interface ConsoleDependencies extends Seen, Steered {
  readonly log: Logger;
  readonly assets: Assets;
  readonly hostCheck: MiddlewareHandler;
}

/** The console's origin: what a developer sees and steers. It knows every shop's secrets and gives no CORS. */
export function createConsole(dependencies: ConsoleDependencies): Hono {
  const { clock, log, assets, urls, hostCheck } = dependencies;
  const console = new Hono();
  console.use(logged(log), dated(clock), hostCheck, sameOriginOnly(urls.console));
  console.onError(answerErrors(log));
  console.notFound(() => errorResponse({ status: 404, code: 'not_found', message: 'There is no such address.' }));
  console.route('/', createSandboxApi(dependencies, dependencies));
  console.get('/console.js', ({ req }) => scriptResponse(req.raw, assets, 'console.js'));

  for (const section of SECTIONS) {
    const { path, title } = section;
    console.get(path, async ({ req }) => {
      const content = await section.show(dependencies, readPage(path, req.query()));
      return consolePage({ title, content, section: path }, SECTIONS, clock);
    });
    console.get(`${path}/:id`, async (context, next) => {
      if (!section.detail) return next();
      const { req } = context;
      const found = await section.detail(dependencies, req.param('id') ?? '', readPage(req.path, req.query()));
      const page = found ?? { title: 'Not found', content: 'There is no such thing, or no more.', status: 404 as const };
      return consolePage({ ...page, section: path }, SECTIONS, clock);
    });
  }
  return console;
}
