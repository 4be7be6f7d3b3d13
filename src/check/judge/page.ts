import { parseUrl } from '../../url/parse-url.js';
import { requested, row } from './row.js';

/** Mistakes of the whole page: what the browser reports, whatever causes it, and how wide phones show the page. */
export const PAGE = [
  row('request_failed', 'advice', {
    find: ({ failedRequests }) => failedRequests,
    what: (line) => `${line} did not load.`,
    why: 'Something in the page is missing.',
    cure: 'Correct its address, or remove it.',
    about: (line) => [requested(line)],
    silencedBy: ['element_error', 'element_undefined'],
  }),
  row('viewport', 'advice', {
    find: ({ documents: [page] }) => {
      const { viewport } = page ?? {};
      if (viewport === undefined) return [];
      const isFixed = !/width\s*=\s*device-width/i.test(viewport);
      const isLocked = /user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0*)?(?![\d.])/i.test(viewport);
      return isFixed || isLocked ? [{ viewport, isFixed }] : [];
    },
    what: ({ viewport }) =>
      viewport === '' ? 'The page has no <meta name="viewport">.' : `The page’s viewport is "${viewport}".`,
    why: ({ isFixed }) =>
      isFixed
        ? 'Phones show the page as wide as a desktop’s, and the form too small to read.'
        : 'Payers who can’t read small text can’t enlarge it.',
    cure: 'Write <meta name="viewport" content="width=device-width, initial-scale=1"> in its head.',
  }),
  row('page_reloads', 'advice', {
    find: ({ documents: [page] }) => (page?.refresh ? [page.refresh] : []),
    what: (refresh) => `The page has <meta http-equiv="refresh" content="${refresh}">.`,
    why: 'It reloads, or leads on, while a payer is still typing: what they typed is gone.',
    cure: 'Remove it. An element hears by itself how its payment ends.',
  }),
  row('referrer_open', 'advice', {
    find: ({ documents: [page], referrerPolicy = '' }) =>
      [page?.referrer ?? '', referrerPolicy].some((each) => /unsafe-url\s*$/i.test(each)) ? [undefined] : [],
    what: 'The page’s referrer policy, in its header or a <meta>, is unsafe-url.',
    why: 'Every host that the page loads something from reads its whole address, with the id of the payment in it.',
    cure: 'Remove it, or write strict-origin-when-cross-origin, which is what browsers do without it.',
  }),
  row('frame_refused', 'advice', {
    find: ({ refusedFrames = [] }) => refusedFrames,
    what: (address) => `A frame of the page (${address}) shows nothing.`,
    why: 'What is in it was not checked, and no payer sees it.',
    cure: 'Correct its address; or let this page frame it: frame-ancestors in its policy, and no X-Frame-Options.',
    about: () => ['no element'],
  }),
  row('origin_missing', 'problem', {
    find: ({ documents }) => documents.filter(({ hasNoOrigin, elements }) => hasNoOrigin === true && elements.length > 0),
    what: ({ url }) => `${url} is sandboxed without an origin.`,
    why: 'Its own modules do not load, and no payment can be resumed: what the page sets, such as prepare, is missing.',
    cure: 'Add allow-same-origin to sandbox, in its policy or in the <iframe>.',
    about: ({ url }) => [`no origin ${url}`, 'null'],
  }),
  row('fetch_changed', 'problem', {
    // Scripts of a frame without an element change no request of one.
    find: ({ alteredRequests = [], documents }) =>
      alteredRequests.filter(({ document }) => documents.some(({ url, elements }) => url === document && elements.length > 0)),
    what: ({ document, origin, change }) =>
      `A script in ${document} has put its own function in place of window.fetch. For a request to ${origin}, it ${change}.`,
    why: 'The gateway accepts only what the elements send, so the browser stops each request. The fee never comes, and payers can’t pay.',
    cure: 'Have that function pass on requests to other origins than your own as it gets them.',
    about: ({ origin }) => ['network_unreachable', origin],
  }),
  row('storage_cleared', 'problem', {
    find: ({ documents }) =>
      documents.flatMap(({ url, elements, cleared = [] }) =>
        elements.length > 0 ? cleared.map((storage) => ({ url, storage })) : [],
      ),
    what: ({ url, storage }) => `A script in ${url} calls ${storage}.clear() while the page loads.`,
    why: 'What the browser has on record about payments is gone: a payer who pays the same again is not asked whether they mean it.',
    cure: ({ storage }) => `Remove only keys of your own: ${storage}.removeItem('…').`,
  }),
  row('console_error', 'advice', {
    find: ({ consoleErrors }) => consoleErrors,
    what: (text) => `The console reports: ${text}`,
    why: 'A failing script may break the payment.',
    cure: 'Find the cause and fix it.',
    // What the browser kept from another origin: of a page without one, or of a gateway.
    about: (text) => {
      const [, url = '', origin = ''] = /^Access to \w+ at '([^']+)' from origin '([^']+)' .*\bCORS\b/.exec(text) ?? [];
      return [origin, parseUrl(url)?.origin ?? ''].filter((each) => each !== '');
    },
    silencedBy: ['origin_missing', 'fetch_changed'],
  }),
];
