/** The true time of a run, in milliseconds, for gateway, network and payers alike. */
export interface RunTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since the run began. */
  readonly elapsed: number;
  /** Calls back once after `milliseconds`; the returned function cancels that. */
  after(milliseconds: number, ring: () => void): () => void;
  wait(milliseconds: number): Promise<void>;
}
