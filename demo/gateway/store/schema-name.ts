/** The schema of the sandbox's tables: in a developer's own database they get in nobody's way. */
export const SCHEMA = 'checkout_sandbox';
