import './jitless.js';
import { PlanSubscribeElement } from '../elements/plan-subscribe/plan-subscribe.js';
import './limit-by-tag.js';

export { configure } from '../elements/page/configure.js';

// A page can hold another copy of the element: the first one wins.
if (!customElements.get('plan-subscribe')) customElements.define('plan-subscribe', PlanSubscribeElement);
