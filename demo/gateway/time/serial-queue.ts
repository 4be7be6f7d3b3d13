/** Creates a queue of functions: each is called after the earlier ones have ended, even if they failed. */
export function serialQueue(): (act: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
