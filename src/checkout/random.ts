/** A source of random values that tests can replace. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
  /** A number from 0 up to, but not including, 1. For uses that need no secrecy. */
  fraction(): number;
}

/** The platform's random source. */
export const systemRandom: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fraction: () => Math.random(),
};
