import { html as markup } from 'hono/html';
import { action, badge, facts, live, moment } from '../page/parts.js';
import type { Section } from '../page/section.js';

const PRESETS = [
  ['+1 minute', 60],
  ['+30 minutes', 1800],
  ['+1 hour', 3600],
  ['+1 day', 86_400],
  ['+1 week', 604_800],
  ['+30 days', 2_592_000],
] as const;

const UNITS = [
  ['minutes', 60],
  ['seconds', 1],
  ['hours', 3600],
  ['days', 86_400],
  ['weeks', 604_800],
] as const;

/** The sandbox's time, with buttons that freeze, advance and release it. */
export const clockSection: Section = {
  path: '/clock',
  title: 'Clock',
  group: 'Steering',
  show: ({
    clock,
  }) => markup`<p class="lead">The whole sandbox uses this clock: jobs, challenges, retries of notifications, charges of subscriptions.
Advancing it runs everything that becomes due, in order and each at its own time.</p>
${live(
  'clock-state',
  facts([
    ['Now (UTC)', moment(clock.now())],
    ['It is', badge(clock.frozen ? 'frozen' : 'running')],
    ['Change', action(clock.frozen ? 'Release' : 'Freeze', 'POST /sandbox/clock', { frozen: !clock.frozen }, 'freeze-here')],
  ]),
)}
<h2>Advance</h2>
<div class="card needs-script">
<p class="buttons">${PRESETS.map(([label, seconds]) => action(label, 'POST /sandbox/clock', { advance_seconds: seconds }, label))}</p>
<form data-send="POST /sandbox/clock" data-product="advance_seconds" aria-label="Advance by">
<label>How many <input name="count" type="number" min="0" step="any" value="1" required></label>
<label>Unit <select name="unit">${UNITS.map(([label, seconds]) => markup`<option value="${seconds}">${label}</option>`)}</select></label>
<button type="submit">Advance</button>
<p class="result" role="status"></p>
</form></div>`,
};
