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
