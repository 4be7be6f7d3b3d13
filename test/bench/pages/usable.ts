// The twin alone, as a merchant's page would load it: what a hand-written element costs on a slow line.
import './plain-transfer.js';
