import './script/jitless.js';
import './define.js';
import './script/tag.js';

export { configure } from './elements/page/configure.js';
