/** The tags of the elements, in the order of their list in `src/define.ts`, and the names of their events. The build reads them. */
declare module 'virtual:tags' {
  export const TAGS: readonly string[];
  export const EVENTS: readonly string[];
}
