import './script/jitless.js';
import './define.js';
import './script/apply-tag-settings.js';

export { configure } from './elements/page/configure.js';
