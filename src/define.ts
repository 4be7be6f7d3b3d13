import { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';

// A page can load the script tag and the npm package, or two versions of either: the first one wins.
if (!customElements.get('p2p-transfer')) customElements.define('p2p-transfer', P2pTransferElement);

declare global {
  interface HTMLElementTagNameMap {
    'p2p-transfer': P2pTransferElement;
  }
}
