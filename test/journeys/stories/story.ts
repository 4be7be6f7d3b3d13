/** A card as a payer has it. */
export interface Card {
  readonly number: string;
  readonly holder?: string;
}

/** How a payment ended, as its payer read it. */
export interface Ending {
  readonly outcome: 'successful' | 'failed' | 'unknown';
  /** The bank's or the gateway's words about a failure; empty if there are none. */
  readonly why: string;
  /** The gateway's id of the transaction; undefined if it is not known. */
  readonly uid: string | undefined;
}

/** What a payer does at a transfer, wherever its form is. A story knows nothing else. */
export interface StoryPayer {
  /** The sum that the page asks for, in minor units. */
  readonly amount: number;
  /** Hands over both cards, over what is there. */
  fillIn(from: Card, to?: Card): Promise<void>;
  /** Waits until the form asks for the names on the cards, which the bank needs. */
  isAskedForNames(): Promise<void>;
  /** Waits for the fee. @returns it in minor units, and whether it is an estimate. */
  readFee(): Promise<{ readonly amount: number; readonly isAbout: boolean }>;
  /** Waits until the form says that this transfer is impossible. */
  readImpossible(): Promise<void>;
  /** Presses the button that pays. */
  press(): Promise<void>;
  arriveAtBank(): Promise<void>;
  confirmAtBank(code: string): Promise<void>;
  cancelAtBank(): Promise<void>;
  /** Comes back from the bank without an answer to its question, and goes there again from the form. */
  returnToBank(): Promise<void>;
  /** Waits until the payment has ended. */
  readEnding(): Promise<Ending>;
  /** After a failure, back to the form. */
  tryAgain(): Promise<void>;
  /** Waits until the form says that an equal payment has to wait, and takes no press. */
  hasToWait(): Promise<void>;
  /** Loads the page again, or starts the program again, once the gateway has accepted the payment. */
  reload(): Promise<void>;
}

/** One thing that can happen to a payer, in the order of their steps. */
export interface Story {
  readonly title: string;
  readonly tell: (payer: StoryPayer) => Promise<void>;
}
