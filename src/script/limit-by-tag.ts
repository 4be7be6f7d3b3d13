import { limitByTags } from '../elements/page/tag-limits.js';

limitByTags(import.meta.url);
