// What the documentation's shop needs of Next, which is no package of this project: test/starters builds it with Next.
declare module 'next/server' {
  export function connection(): Promise<void>;
}
