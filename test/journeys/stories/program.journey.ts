import { HeadlessPayer } from './headless-payer.js';
import { tellStories } from './worlds.js';

tellStories(() => Promise.resolve(new HeadlessPayer()));
