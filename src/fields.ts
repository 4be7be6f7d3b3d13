// The script of the isolated fields: a document of its own, which a page shows in a frame.
import './script/jitless.js';
import './frame/main.js';
