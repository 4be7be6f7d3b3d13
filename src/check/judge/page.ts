import { requested, row } from './row.js';

/** Mistakes that the browser reports, whatever causes them. */
export const PAGE = [
  row('request_failed', 'advice', {
    find: ({ failedRequests }) => failedRequests,
    what: (line) => `${line} did not load.`,
    why: 'Something in the page is missing.',
    cure: 'Correct its address, or remove it.',
    about: (line) => [requested(line)],
    silencedBy: ['element_error', 'element_undefined'],
  }),
  row('console_error', 'advice', {
    find: ({ consoleErrors }) => consoleErrors,
    what: (text) => `The console reports: ${text}`,
    why: 'A failing script may break the payment.',
    cure: 'Find the cause and fix it.',
  }),
];
