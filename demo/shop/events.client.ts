// Shows the elements' events on pages whose own script is a framework's.
import { byId, clockTime, factList, make } from './browser/dom.js';
import { EVENTS, readEvent } from './browser/element-events.js';

for (const type of EVENTS) {
  document.addEventListener(type, (event) => {
    const { at, facts } = readEvent(event, new Date());
    byId('heard').prepend(make('li', {}, clockTime(at), make('b', {}, type), factList(facts)));
  });
}
