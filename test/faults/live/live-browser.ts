/** The engines that the runs use. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** A page in a real browser. */
export interface LivePage {
  readonly isOpen: boolean;
  url(): Promise<string>;
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
  /** The process behind the page dies. */
  crash?(): Promise<void>;
  freeze?(frozen: boolean): Promise<void>;
  /** A real press of the mouse, after which browsers let a page open a window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Runs the body of a function in the page, with these in `given`. */
  run<Result>(body: string, ...given: readonly unknown[]): Promise<Result>;
}

/** A browser with nothing stored: the payer's, for one run. */
export interface LiveProfile {
  readonly pages: readonly LivePage[];
  open(): Promise<LivePage>;
  goOffline?(offline: boolean): Promise<void>;
  /** Kills the browser and starts it again; all pages are gone. */
  kill?(): Promise<void>;
  close(): Promise<void>;
}

/** An engine that the runs control. */
export interface LiveBrowser {
  newProfile(): Promise<LiveProfile>;
  close(): Promise<void>;
}
