import type { Request } from './story.js';

const PATHS: Readonly<Record<Request, readonly [method: string, path: RegExp]>> = {
  check: ['POST', /\/ctp\/api\/async\/verify-p2p$/],
  payment: ['POST', /\/ctp\/api\/async\/p2p$/],
  poll: ['GET', /\/ctp\/api\/async\/jobs\//],
};

/** Whether a request is of this kind. */
export function isRequest(of: Request, method: string, url: string): boolean {
  const [ofMethod, path] = PATHS[of];
  return method === ofMethod && path.test(new URL(url).pathname);
}
