import * as z from 'zod/mini';
import { hideAdded } from '../added-members.js';

/**
 * A schema of an answer, made when the first such answer comes, and not while the payer waits for the form. What the page's scripts have
 * added to all objects by then is not taken for a part of it.
 */
export const lazily = <Schema extends z.ZodMiniType>(make: () => Schema): z.ZodMiniLazy<Schema> =>
  z.lazy(() => {
    const showAdded = hideAdded();
    try {
      return make();
    } finally {
      showAdded();
    }
  });
