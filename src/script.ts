import './script/jitless.js';
import './define.js';
import './script/limit-by-tag.js';

export { configure } from './elements/page/configure.js';
