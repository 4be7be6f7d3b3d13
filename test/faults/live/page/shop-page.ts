// The script of the shop's page in a run. It speeds up time, reports what the payer sees and what the page sends, and acts
// for the payer. It runs before the element's own script.
import { setClock } from './fast-clock.js';
import { cancel, fill, press, pressOften, putForm, removeForm, returnForm, sender, view, watchForms } from './forms.js';
import { report, reportsFrom } from './reports.js';
import type { StorageMode } from '../../browser/web-storage.js';

const { name, local, session } = globalThis.setup;

function spoil(which: 'localStorage' | 'sessionStorage', mode: StorageMode): void {
  if (mode === 'works') return;
  if (mode === 'refused') {
    Object.defineProperty(globalThis, which, {
      get: () => {
        throw new DOMException('Access is denied.', 'SecurityError');
      },
    });
    return;
  }
  const storage = globalThis[which];
  const write = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (
    this: Storage,
    key: string,
    value: string,
  ) => void;
  Storage.prototype.setItem = function set(this: Storage, key: string, value: string): void {
    if (this === storage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    write.call(this, key, value);
  };
}
spoil('localStorage', local);
spoil('sessionStorage', session);

const send = globalThis.fetch.bind(globalThis);
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (init?.method === 'POST' && typeof init.body === 'string' && /\/async\/p2p$|\/confirm_order\//.test(url.pathname)) {
    report({ what: 'sends', form: sender(), path: url.pathname, body: init.body });
  }
  return send(input, init);
};

addEventListener('pagehide', () => report({ what: 'leaves', form: name }));
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) report({ what: 'returns', form: name });
});

function hide(hidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

function kept(): string {
  try {
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state, document.cookie]);
  } catch {
    return '';
  }
}

function forget(): void {
  localStorage.clear();
  sessionStorage.clear();
}

/** The actions that a run can start in the page, by name. */
const acts = {
  view,
  press,
  fill,
  pressOften,
  cancel,
  putForm,
  removeForm,
  returnForm,
  setClock,
  hide,
  kept,
  forget,
  reportsFrom,
};

Object.assign(globalThis, { acts });
putForm();
watchForms();
