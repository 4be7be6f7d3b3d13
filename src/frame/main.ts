import { HELLO, portOf } from '../channel/handshake.js';
import { type Line, openLine } from '../channel/line.js';
import { toFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { Desk } from './desk.js';
import { readPermissions } from './permissions.js';

const { parent } = window;
const permissions = readPermissions(document);

/** Whether the page around can read this document: then the frame protects nothing. */
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
  // One page, one port: what comes later is not for us.
  window.removeEventListener('message', listen);
  if (isReadable()) {
    const expected = 'a frame that this page can’t read: of another origin, or sandboxed by its own Content-Security-Policy';
    port.postMessage(JSON.stringify({ kind: 'fault', code: 'not_isolated', expected, got: 'one of the page’s own origin' }));
    return;
  }
  const line: Line<ToPage> = openLine(port, toFrame, { heard: (message) => desk.hear(message) });
  const desk = new Desk(document, permissions, () => line);
}

// In a window of its own there is no page to take part in.
if (parent !== window) {
  window.addEventListener('message', listen);
  // Says nothing about the payer, and its reader has to be one of the parents to get an answer.
  parent.postMessage(HELLO, '*');
}
