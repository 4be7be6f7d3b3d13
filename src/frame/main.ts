import { HELLO, portOf } from '../channel/handshake.js';
import { type TypedPort, openTypedPort } from '../channel/typed-port.js';
import { toFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { FrameForm } from './frame-form.js';
import { readPermissions } from './permissions.js';

const { parent } = window;
const permissions = readPermissions(document);

/** Whether the embedding page can read this document. If it can, the frame protects nothing. */
function isReadable(): boolean {
  try {
    return Boolean(parent.document);
  } catch {
    return false;
  }
}

function listen(event: MessageEvent): void {
  const port = portOf(event, { window: parent, parents: permissions.parents });
  if (!port) return;
  // The frame accepts one port from one page and ignores all later messages.
  window.removeEventListener('message', listen);
  if (isReadable()) {
    const expected = 'a frame that this page can’t read: of another origin, or sandboxed by its own Content-Security-Policy';
    port.postMessage(JSON.stringify({ kind: 'fault', code: 'not_isolated', expected, got: 'one of the page’s own origin' }));
    return;
  }
  const channel: TypedPort<ToPage> = openTypedPort(port, toFrame, { received: (message) => form.receive(message) });
  const form = new FrameForm(document, permissions, () => channel);
}

// A document that is opened in its own window has no page to work for.
if (parent !== window) {
  window.addEventListener('message', listen);
  // Any origin may read the greeting: it reveals nothing about the payer, and only an allowed parent's reply is accepted.
  parent.postMessage(HELLO, '*');
}
