import './jitless.js';
import { ProductPayElement } from '../elements/product-pay/product-pay.js';
import './limit-by-tag.js';

export { configure } from '../elements/page/configure.js';

// A page can hold another copy of the element: the first one wins.
if (!customElements.get('product-pay')) customElements.define('product-pay', ProductPayElement);
