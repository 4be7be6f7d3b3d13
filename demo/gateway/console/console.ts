import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { scriptResponse, type Assets } from '../http/assets.js';
import { dated, refuseOtherOrigins } from '../http/cross-origin.js';
import { errorResponse } from '../http/error-response.js';
import { answerErrors, logRequests } from '../log/request-log.js';
import { createSandboxApi, type ConsoleControls } from './api/sandbox-api.js';
import { consolePage } from './page/layout.js';
import { readPage } from './page/paging.js';
import type { ConsoleContext } from './page/section.js';
import { SECTIONS } from './sections/all-sections.js';

export interface ConsoleDependencies extends ConsoleContext, ConsoleControls {
  readonly log: Logger;
  readonly assets: Assets;
  readonly hostCheck: MiddlewareHandler;
}

/** The console on its own origin: pages and actions for developers. It knows every shop's secrets and allows no CORS. */
export function createConsole(dependencies: ConsoleDependencies): Hono {
  const { clock, log, assets, urls, hostCheck } = dependencies;
  const console = new Hono();
  console.use(logRequests(log), dated(clock), hostCheck, refuseOtherOrigins(urls.console));
  console.onError(answerErrors(log));
  console.notFound(() => errorResponse({ status: 404, code: 'not_found', message: 'There is nothing at this address.' }));
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
      const page = found ?? { title: 'Not found', content: 'It does not exist, or no longer exists.', status: 404 as const };
      return consolePage({ ...page, section: path }, SECTIONS, clock);
    });
  }
  return console;
}
