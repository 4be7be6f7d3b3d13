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

/** A request whose answers can get lost. */
export type Request = 'check' | 'payment' | 'poll';

/** What a payer does at a transfer, wherever its form is. A story knows nothing else. */
export interface StoryPayer {
  /** The sum that the page asks for, in minor units. */
  readonly amount: number;
  /** The page asks for another sum from now on. */
  askFor(amount: number): Promise<void>;
  /** The gateway does its work, and its answers to this request get lost: the next one, or all until `findAnswers`. */
  loseAnswers(to: Request, howMany?: 'one' | 'all'): Promise<void>;
  findAnswers(): Promise<void>;
  /** Hands over both cards, over what is there. */
  fillIn(from: Card, to?: Card): Promise<void>;
  /** Waits until the form asks for the names on the cards, which the bank needs. */
  isAskedForNames(): Promise<void>;
  /** Waits for the fee. */
  readFee(): Promise<ReadFee>;
  /** Waits for the terms of a fee that the page can't work out. @returns their currency. */
  readTerms(): Promise<string>;
  /** Waits until the form says that this transfer is impossible. */
  readImpossible(): Promise<void>;
  /** Waits until the form says that there is no fee, for lack of a usable answer. */
  readNoAnswer(): Promise<void>;
  /** Presses the button that shows the fee. */
  askForFee(): Promise<void>;
  /** Presses the button that pays. */
  press(): Promise<void>;
  /** Presses it twice, as fast as they can. */
  pressTwice(): Promise<void>;
  arriveAtBank(): Promise<void>;
  confirmAtBank(code: string): Promise<void>;
  cancelAtBank(): Promise<void>;
  /** Comes back from the bank without an answer to its question, and goes there again from the form. */
  returnToBank(): Promise<void>;
  /** Waits until the payment has ended. */
  readEnding(): Promise<Ending>;
  /** At an outcome that is not known, asks once more. */
  checkAgain(): Promise<void>;
  /** After a failure, back to the form. */
  tryAgain(): Promise<void>;
  /** Waits until the form says that an equal payment has to wait, and takes no press. */
  hasToWait(): Promise<void>;
  /** Loads the page again, or starts the program again, once the gateway has accepted the payment. */
  reload(): Promise<void>;
  /** Loads the page again, or starts the program again, while nothing is under way. */
  startOver(): Promise<void>;
  /** Closes the page, wherever it is, and opens another one. */
  closeAndOpen(): Promise<void>;
  /** Waits for what the page says of a payment that was left, and follows it to the bank. */
  findLeft(): Promise<void>;
  /** Opens the same order in another tab. */
  openAnotherTab(): Promise<StoryPayer>;
  /** Comes back to this tab. */
  lookAgain(): Promise<void>;
}

/** A fee as a payer reads it. */
export interface ReadFee {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether it is an estimate. */
  readonly isAbout: boolean;
}

/** One thing that can happen to a payer, in the order of their steps. */
export interface Story {
  readonly title: string;
  /** Whether the page names the order, so that it is the same in every tab and after every reload. The demo shop never does. */
  readonly isOrder?: true;
  readonly tell: (payer: StoryPayer) => Promise<void>;
}
