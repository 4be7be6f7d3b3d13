import './elements/page/own-members.js';
import { register } from './elements/page/register.js';
import { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import { ProductPayElement } from './elements/product-pay/product-pay.js';

// Also brings the declarations that make the events known to TypeScript.
export type { CheckoutEventMap } from './elements/events.js';

// The list of the elements: what registers, bundles, types and describes them follows it, the entries for one element each
// (`checkout-elements/define/p2p-transfer`) too. What can't follow from it, such as the names that `index.ts` exports, is what
// `npm run create-element` writes.
const ELEMENTS = [P2pTransferElement, ProductPayElement, PlanSubscribeElement] as const;

for (const element of ELEMENTS) register(element);

/** The elements by their tags. */
export type CheckoutElements = { [Element in (typeof ELEMENTS)[number] as Element['tag']]: InstanceType<Element> };

declare global {
  interface HTMLElementTagNameMap extends CheckoutElements {}
}
