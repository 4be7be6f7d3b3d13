import { HeadlessPayer } from './headless-payer.js';
import { tellStories } from './worlds.js';

tellStories((order) => Promise.resolve(new HeadlessPayer(order)));
