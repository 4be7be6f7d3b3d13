import { PagePolicyError } from '../errors.js';

let error: PagePolicyError | undefined;
let isKnown = false;

/**
 * Why forms can't be sent in this page; undefined: they can. In a sandbox without `allow-forms` browsers do not even fire
 * `submit`, neither here nor on the bank's page in a frame of this one.
 *
 * @param root Where a form is inserted for a moment. In a shadow root it is invisible to the page.
 */
export function formsBlocked(root: HTMLElement | DocumentFragment): PagePolicyError | undefined {
  if (isKnown || !root.isConnected) return error;
  const form = document.createElement('form');
  let isSent = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    isSent = true;
  });
  root.append(form);
  form.requestSubmit();
  form.remove();
  isKnown = true;
  if (!isSent) {
    error = new PagePolicyError(
      'forms_refused',
      'Expected a page in which forms can be sent; its sandbox forbids that, so a press would do nothing. Add allow-forms to the ' +
        'sandbox of its Content-Security-Policy or, with allow-popups-to-escape-sandbox and allow-popups, of its frame.',
    );
  }
  return error;
}
