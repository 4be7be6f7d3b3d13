// Old scripts add members to `Object.prototype`, which each loop over an object's members then finds. Libraries that loop so take them
// for the object's own: zod fails as it makes its first schema, and no element would be defined. They are hidden from such loops
// until this script, with all its modules, has been evaluated, which is one task. So this module comes first in each entry.
const shared = Object.prototype;
const added = Object.entries(Object.getOwnPropertyDescriptors(shared)).filter(
  ([, { enumerable, configurable }]) => enumerable && configurable,
);

function show(enumerable: boolean): void {
  for (const [name] of added) {
    // Without a prototype: a member called `value` would become part of the change.
    const change = Object.assign(Object.create(null) as PropertyDescriptor, { enumerable });
    if (Object.hasOwn(shared, name)) Object.defineProperty(shared, name, change);
  }
}

if (added.length > 0) {
  show(false);
  queueMicrotask(() => show(true));
}
