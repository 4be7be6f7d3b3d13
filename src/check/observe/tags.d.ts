/** The tags of the elements, in the order of their list in `src/define.ts`, which the build reads. */
declare module 'virtual:tags' {
  export const TAGS: readonly string[];
}
