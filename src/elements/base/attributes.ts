/** The attribute that sets a property: `tracking-id` sets `trackingId`. */
export const attributeOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const declare =
  (more: object) =>
  <Name extends string>(...properties: readonly Name[]) =>
    Object.fromEntries(properties.map((name) => [name, { attribute: attributeOf(name), ...more }])) as Record<
      Name,
      { attribute: string }
    >;

/** Lit's declarations of properties that are set by attributes with a value. */
export const attributes = /* @__PURE__ */ declare({});

/** Lit's declarations of properties that are on when their attribute is there. */
export const switches = /* @__PURE__ */ declare({ type: Boolean });
