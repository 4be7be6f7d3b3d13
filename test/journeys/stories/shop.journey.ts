import { tellStories, useShopTransfer } from './worlds.js';

tellStories(useShopTransfer());
