// Old scripts add members to `Object.prototype`, which each loop over an object's members then finds. Libraries that loop so take them
// for the object's own: zod fails as it makes its first schema, and no element would be defined. So they are hidden from such loops
// until this script, with all its modules, has been evaluated, which is one task. This module comes first in each entry.
import { hideAdded } from '../../wire/added-members.js';

queueMicrotask(hideAdded());
