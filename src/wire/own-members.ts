// Old scripts add members to `Object.prototype`, which each loop over an object's members then finds. Libraries that loop so take them
// for the object's own: zod fails as it makes a schema, and no element would be defined. So they are hidden from such loops until this
// script, with all its modules, has been evaluated, which is one task. This module comes first in each entry, and imports nothing.
const shared = Object.prototype;

/** Hides what scripts have added to all objects from loops over their members. @returns a function that shows it again. */
export function hideAdded(): () => void {
  const added = Object.entries(Object.getOwnPropertyDescriptors(shared)).filter(
    ([, { enumerable, configurable }]) => enumerable && configurable,
  );
  const show = (enumerable: boolean): void => {
    for (const [name] of added) {
      // Without a prototype: a member called `value` would become part of the change.
      const change = Object.assign(Object.create(null) as PropertyDescriptor, { enumerable });
      if (Object.hasOwn(shared, name)) Object.defineProperty(shared, name, change);
    }
  };
  show(false);
  return () => show(true);
}

queueMicrotask(hideAdded());
