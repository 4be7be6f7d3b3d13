/** Creates a queue of acts: each runs after the earlier ones have ended, even if they failed. */
export function serialQueue(): (act: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
