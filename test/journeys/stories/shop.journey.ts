import { tellStoriesWithoutOrder, useShopTransfer } from './worlds.js';

tellStoriesWithoutOrder(useShopTransfer());
