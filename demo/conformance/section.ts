import type { TestContext } from './requests/context.js';

/** The checks for one section of the spec. */
export interface Section {
  /** `2.3`; several may share a number. */
  readonly number: string;
  readonly title: string;
  /** Mostly waits, so that it may run in parallel. */
  readonly waits?: true;
  readonly run: (context: TestContext) => Promise<void>;
}
