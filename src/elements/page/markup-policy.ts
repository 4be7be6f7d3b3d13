import { PagePolicyError } from '../errors.js';

/** The part of `window.trustedTypes` that Lit asks for its policy. */
interface PolicyFactory<Rules, Policy> {
  createPolicy(name: string, rules: Rules): Policy;
}

let isRefused = false;
let error: PagePolicyError | undefined;

/**
 * Makes Lit's Trusted Types policy under a name of our own: `lit-html` may be the page's, which can allow a name once only.
 * The build of the script file has Lit call it; a page that forbids the name must not keep the script from running, or
 * nobody would be there to say so.
 */
export function createPolicy<Rules, Policy>(factory: PolicyFactory<Rules, Policy>, rules: Rules): Policy | undefined {
  try {
    return factory.createPolicy('checkout-elements', rules);
  } catch {
    isRefused = true;
    return undefined;
  }
}

/** Why no markup can be made in this page; undefined: it can, with Lit's policy, or because the page requires none. */
export function markupRefusal(): PagePolicyError | undefined {
  if (!isRefused || error) return error;
  try {
    // Asks the same as Lit's templates do.
    new DOMParser().parseFromString('', 'text/html');
    isRefused = false;
  } catch {
    error = new PagePolicyError(
      'trusted_types_refused',
      'Expected the page to let this package make its Trusted Types policy, without which it can show no form; the page’s ' +
        'Content-Security-Policy forbids that. Add the name to it: trusted-types checkout-elements.',
    );
  }
  return error;
}

/** Shows what keeps an element from working where no markup can be made: node by node. */
export function showPlainly(root: HTMLElement | DocumentFragment, title: string, message: string): void {
  const box = document.createElement('div');
  box.className = 'setup';
  box.setAttribute('part', 'setup-error');
  box.setAttribute('role', 'alert');
  const [heading, text] = [document.createElement('p'), document.createElement('p')];
  heading.append(Object.assign(document.createElement('strong'), { textContent: title }));
  text.textContent = message;
  box.append(heading, text);
  root.replaceChildren(box);
}
