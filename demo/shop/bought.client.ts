// A page that waits for the result of a payment. It asks the shop again every few seconds, and is replaced only when there is
// something else to read: a page that reloads by itself would start from its first word for a screen reader.
import { byId } from './browser/dom.js';

const EVERY_MS = 3000;

const main = byId('bought');
const { state } = main.dataset;
let { again } = main.dataset;

const read = (html: string, name: string): string | undefined =>
  new RegExp(`<main [^>]*data-${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

async function look(address: string): Promise<void> {
  const answer = await fetch(address).then(
    (response) => response.text(),
    () => undefined,
  );
  // Offline, or the shop is restarting: the next look counts.
  if (answer === undefined) return;
  const next = read(answer, 'again');
  if (read(answer, 'state') !== state || next === undefined) location.replace(address);
  again = next;
}

const timer = setInterval(() => {
  if (again) void look(again);
  else clearInterval(timer);
}, EVERY_MS);
