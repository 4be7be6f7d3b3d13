import { PagePolicyError } from '../errors.js';

/** The part of `window.trustedTypes` that Lit asks for its policy. */
interface PolicyFactory<Rules, Policy> {
  createPolicy(name: string, rules: Rules): Policy;
}

let isRefused = false;
let error: PagePolicyError | undefined;

/**
 * Creates Lit's Trusted Types policy under a name of our own: the page may use `lit-html` itself, and a name can be used only
 * once. The build of the script file makes Lit call it. A page that forbids the name must not keep the script from running,
 * or the error could not be reported.
 */
export function createPolicy<Rules, Policy>(factory: PolicyFactory<Rules, Policy>, rules: Rules): Policy | undefined {
  try {
    return factory.createPolicy('checkout-elements', rules);
  } catch {
    isRefused = true;
    return undefined;
  }
}

/** Why templates can't be rendered in this page; undefined: they can, with our policy or because the page requires none. */
export function markupRefusal(): PagePolicyError | undefined {
  if (!isRefused || error) return error;
  try {
    // Needs the same permission as Lit's templates.
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

/** Shows a set-up error without a template, where the page lets none be rendered. */
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
