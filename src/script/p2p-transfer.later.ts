import './jitless.js';

export { openCourse } from '../elements/p2p-transfer/later-part.js';
