// The overview page's script: asks for the state once a second while the page is seen, and renders what changed.
import type { Cell, ConsoleState } from './state.js';

const EVERY = 1_000;

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new TypeError(`The overview page has no element #${id}.`);
  return element;
};

function cellNode({ text, href, mood }: Cell): HTMLTableCellElement {
  const cell = document.createElement('td');
  if (mood) cell.className = mood;
  if (href) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = text;
    cell.append(link);
  } else {
    cell.textContent = text;
  }
  return cell;
}

function rowNode(cells: readonly Cell[]): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.append(...cells.map(cellNode));
  return row;
}

// Unchanged tables are left alone: a selection or a focused link in them survives.
const shown = new Map<string, string>();

function render({ clock, tables }: ConsoleState): void {
  byId('clock').textContent = clock.frozen ? `${clock.now} (frozen)` : clock.now;
  byId('freeze').textContent = clock.frozen ? 'Release' : 'Freeze';
  for (const { name, rows } of tables) {
    const text = JSON.stringify(rows);
    if (shown.get(name) === text) continue;
    shown.set(name, text);
    document.querySelector(`[data-table="${name}"]`)?.replaceChildren(...rows.map(rowNode));
  }
}

function say(text: string): void {
  const live = byId('live');
  if (live.textContent !== text) live.textContent = text;
}

async function refresh(): Promise<void> {
  try {
    const response = await fetch('/sandbox/state');
    if (!response.ok) throw new Error(`status ${response.status}`);
    render((await response.json()) as ConsoleState);
    say('Live.');
  } catch {
    say('The sandbox does not answer.');
  }
}

async function setClock(change: { advance_seconds?: number; frozen?: boolean }): Promise<void> {
  await fetch('/sandbox/clock', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(change),
  });
  await refresh();
}

for (const button of document.querySelectorAll<HTMLElement>('[data-advance]')) {
  button.addEventListener('click', () => void setClock({ advance_seconds: Number(button.dataset.advance) }));
}
byId('freeze').addEventListener('click', () => void setClock({ frozen: byId('freeze').textContent === 'Freeze' }));
byId('clock-buttons').hidden = false;

async function keepFresh(): Promise<void> {
  if (!document.hidden) await refresh();
  setTimeout(() => void keepFresh(), EVERY);
}
void keepFresh();
