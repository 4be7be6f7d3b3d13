/** The files of `dist/fields` as texts, which the build puts in. */
declare module 'virtual:fields-files' {
  export const html: string;
  export const script: string;
  export const style: string;
}
