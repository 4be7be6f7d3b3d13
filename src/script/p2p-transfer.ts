import { P2pTransferElement } from '../elements/p2p-transfer/p2p-transfer.js';
import './limit-by-tag.js';

export { configure } from '../elements/page/configure.js';

// A page can hold another copy of the element: the first one wins.
if (!customElements.get('p2p-transfer')) customElements.define('p2p-transfer', P2pTransferElement);
