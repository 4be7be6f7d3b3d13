// A page that waits for the result of a payment. It asks the shop every few seconds, and reloads only when its text has changed:
// after a reload, a screen reader reads the page from the start.
import { byId } from './browser/dom.js';

const EVERY_MS = 3000;

const main = byId('bought');
const { state } = main.dataset;
let { again } = main.dataset;

const read = (html: string, name: string): string | undefined =>
  new RegExp(`<main [^>]*data-${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

async function checkAgain(address: string): Promise<void> {
  const answer = await fetch(address).then(
    (response) => response.text(),
    () => undefined,
  );
  // Offline, or the shop is restarting: the next attempt may succeed.
  if (answer === undefined) return;
  const next = read(answer, 'again');
  if (read(answer, 'state') !== state || next === undefined) location.replace(address);
  again = next;
}

const timer = setInterval(() => {
  if (again) void checkAgain(again);
  else clearInterval(timer);
}, EVERY_MS);
