import { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import { ProductPayElement } from './elements/product-pay/product-pay.js';

// A page can load the script tag and the npm package, or two versions of either: the first one wins.
if (!customElements.get('p2p-transfer')) customElements.define('p2p-transfer', P2pTransferElement);
if (!customElements.get('product-pay')) customElements.define('product-pay', ProductPayElement);
if (!customElements.get('plan-subscribe')) customElements.define('plan-subscribe', PlanSubscribeElement);

// Also brings the declarations that make the events known to TypeScript.
export type { CheckoutEventMap } from './elements/events.js';

declare global {
  interface HTMLElementTagNameMap {
    'p2p-transfer': P2pTransferElement;
    'product-pay': ProductPayElement;
    'plan-subscribe': PlanSubscribeElement;
  }
}
