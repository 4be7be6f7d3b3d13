import { tellStories, useOwnTransfer } from './worlds.js';

tellStories(useOwnTransfer('slots'));
