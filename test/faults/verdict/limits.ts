/** The classes of promises that must never be broken. */
export const PROMISES = ['duplicated', 'lied', 'lost', 'stuck', 'leaked'] as const;
export type Promised = (typeof PROMISES)[number];

/**
 * What no client can promise, and why. A run that broke a promise because of it is counted under this name and does not
 * fail.
 */
export const LIMITS = {
  'no storage': {
    why: 'The browser keeps nothing, or the payer has emptied it: a later page cannot know what an earlier one sent.',
    excuses: ['duplicated', 'lost'],
  },
  'gateway contradicts itself': {
    why: 'The gateway reports something false about this very payment, in the form of its contract.',
    excuses: ['lied', 'duplicated', 'lost'],
  },
  'server of the merchant lies': {
    why: 'resolveStatus names an outcome that is not the gateway’s.',
    excuses: ['lied', 'duplicated'],
  },
  'gateway pays copies': {
    why: 'The gateway compares nothing: it pays a copy of a request again, identical to the last byte.',
    // The judge excuses it where the copies are identical.
    excuses: [],
  },
  'unseen copy failed': {
    why:
      'The browser or a proxy sent a copy that the page can’t see, the copy’s transaction failed, and there is no resolveStatus ' +
      'to ask.',
    // The judge excuses it for such a request alone.
    excuses: [],
  },
  'payer confirms': {
    why: 'The payer was asked whether to pay a second time, and agreed.',
    excuses: ['duplicated'],
  },
} as const satisfies Readonly<Record<string, { readonly why: string; readonly excuses: readonly Promised[] }>>;

export type Limit = keyof typeof LIMITS;

/** Whether a limit that was met explains a broken promise. */
export const excuse = (promise: Promised, met: ReadonlySet<Limit>): Limit | undefined =>
  [...met].find((limit) => (LIMITS[limit].excuses as readonly Promised[]).includes(promise));
