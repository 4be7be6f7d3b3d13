import './jitless.js';

export { openPayment } from '../elements/p2p-transfer/later-part.js';
