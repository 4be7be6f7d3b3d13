import { html as markup } from 'hono/html';
import { FAULT_NAMES, KINDS } from '../../faults/kinds.js';
import type { ActiveFault } from '../../faults/active-faults.js';
import { ENDPOINT_NAMES } from '../../http/endpoint-names.js';
import type { Markup } from '../../page/page.js';
import { action, live, table, type Column } from '../page/parts.js';
import type { Section } from '../page/section.js';

const COLUMNS: readonly Column<ActiveFault>[] = [
  { head: 'Fault', cell: ({ kind }) => kind },
  { head: 'What happens', kind: 'wrap', cell: ({ kind }) => KINDS[kind].effect },
  { head: 'At', kind: 'wrap', cell: ({ endpoints }) => endpoints?.join(', ') ?? 'every endpoint it applies to' },
  { head: 'Requests left', kind: 'number', cell: ({ left }) => (left === undefined ? 'all' : String(left)) },
  { head: 'Requests affected', kind: 'number', cell: ({ met }) => String(met) },
  {
    head: 'Probability',
    kind: 'number',
    cell: ({ probability, seed }) => (probability === 1 ? 'always' : `${probability} (seed ${seed})`),
  },
  { head: 'Off', cell: ({ id }) => action('Switch off', `DELETE /sandbox/faults/${id}`) },
];

const option = (value: string, text: string): Markup => markup`<option value="${value}">${text}</option>`;

const form = markup`<form class="card needs-script" data-send="POST /sandbox/faults" aria-labelledby="new-fault">
<label>Fault <select name="kind">${FAULT_NAMES.map((name) => option(name, name))}</select></label>
<label>Endpoint <select name="endpoint">${option('', 'all')}${ENDPOINT_NAMES.map((name) => option(name, name))}</select></label>
<label>Requests <input name="requests" type="number" min="1" placeholder="all"></label>
<label>Probability <input name="probability" type="number" min="0" max="1" step="any" placeholder="1"></label>
<label>Seed <input name="seed" type="number" min="0" placeholder="1"></label>
<label>Delay, ms <small>slow, job_slow</small><input name="delay_ms" type="number" min="1" placeholder="5000"></label>
<label>Status <small>server_error</small><input name="status" type="number" min="500" max="599" placeholder="500"></label>
<label>Retry-After, s <small>rate_limited</small><input name="retry_after" type="number" min="0" placeholder="5"></label>
<label class="check"><input name="committed" type="checkbox"><span>Work is done first <small>server_error</small></span></label>
<button type="submit">Switch on</button>
<p class="result" role="status"></p>
</form>`;

const kinds = markup`<h2>All faults</h2><dl class="facts">${FAULT_NAMES.map(
  (name) => markup`<div><dt>${name}</dt><dd>${KINDS[name].effect}</dd></div>`,
)}</dl>`;

/** Faults, to switch on and off. */
export const faults: Section = {
  path: '/faults',
  title: 'Faults',
  group: 'Steering',
  show: ({ activeFaults }) => {
    const rows = activeFaults.list();
    return markup`<p class="lead">Make this sandbox misbehave at an endpoint, for a number of requests. Faults end with the process.
Programs switch them with POST and DELETE at <code>/sandbox/faults</code>.</p>
${live(
  'faults',
  markup`${table({ name: 'faults', caption: 'Switched on', columns: COLUMNS, rows, empty: 'No faults. Everything works as it should.' })}
${rows.length > 1 ? markup`<p class="buttons">${action('Switch all off', 'DELETE /sandbox/faults')}</p>` : ''}`,
)}
<h2 id="new-fault">Switch one on</h2>${form}${kinds}`;
  },
};
