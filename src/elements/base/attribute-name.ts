/** The attribute that sets a property: `tracking-id` sets `trackingId`. */
export const attributeOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
