/** The style sheet for inputs that wait for the script, which the build puts in. */
declare module 'virtual:inputs-style' {
  export const style: string;
  /** Its hash, as a content security policy writes it. */
  export const source: string;
  /** Whose inputs a page may write, by tag, and whether these can be asked for further fields (`collect`). */
  export const slotted: Readonly<Record<string, boolean>>;
}
