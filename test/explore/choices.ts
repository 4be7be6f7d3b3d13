/** What a run chooses at its points, by their names, in the order in which they are reached. */
export type List = ReadonlyMap<string, string>;

/** The text of a list, as it is printed and replayed. */
export const listText = (list: List): string => [...list].map(([point, choice]) => `${point}: ${choice}`).join('; ');

/** Reads the text of a list. */
export const readList = (text: string): List =>
  new Map(
    text.split('; ').flatMap((part) => {
      const [point, choice] = part.split(': ');
      return point && choice ? [[point, choice] as const] : [];
    }),
  );

/** A moment of a run at which something else could have happened. */
export interface Point {
  readonly name: string;
  /** What happened, and what else could have. */
  readonly taken: string;
  readonly others: readonly string[];
  /** What another choice costs: a habit is as good as any other, a deviation is one. */
  readonly cost: 0 | 1;
  /** Whether the list named the choice. */
  readonly isListed: boolean;
}

/** The word for the normal way, which costs nothing. */
export const NORMAL = 'normal';

/** Makes the choices of one run: the listed ones, and the normal way at every other point. Points are numbered as they are reached. */
export class Choices {
  readonly points: Point[] = [];
  readonly #list: List;
  /** How many choices of the list are still to be made. */
  #left: number;
  readonly #reached = new Map<string, number>();
  readonly #habits = new Map<string, string>();
  #isOver = false;

  readonly #reaches: () => void;

  /** @param reaches Called at each point behind the last choice of the list. */
  constructor(list: List, reaches: () => void = () => undefined) {
    this.#list = list;
    this.#left = list.size;
    this.#reaches = reaches;
  }

  /** How a world is. It is decided when it is first asked, and stays. The first value is the usual one. */
  habit<Value extends string>(name: string, values: readonly Value[]): Value {
    const known = this.#habits.get(name);
    if (known !== undefined) return known as Value;
    const taken = this.#take(name, values, 0);
    this.#habits.set(name, taken);
    return taken;
  }

  /**
   * What happens at a point.
   *
   * @param most How often this point is one: later on, the normal way is the only one.
   */
  at<Value extends string>(site: string, deviations: readonly Value[], most = Infinity): Value | typeof NORMAL {
    const count = (this.#reached.get(site) ?? 0) + 1;
    this.#reached.set(site, count);
    if (this.#isOver || count > most || deviations.length === 0) return NORMAL;
    return this.#take(`${site} ${count}`, [NORMAL, ...deviations], 1);
  }

  /** From here on everything goes the normal way. */
  close(): void {
    this.#isOver = true;
  }

  /** The points of the list that the run did not reach, or that do not have the choice. */
  get unreached(): readonly string[] {
    const taken = new Map(this.points.map((point) => [point.name, point.taken]));
    return [...this.#list].flatMap(([name, choice]) => (taken.get(name) === choice ? [] : [name]));
  }

  #take<Value extends string>(name: string, values: readonly Value[], cost: 0 | 1): Value {
    const listed = this.#list.get(name);
    const taken = values.find((value) => value === listed) ?? values[0]!;
    const others = values.filter((value) => value !== taken);
    if (listed !== undefined) this.#left -= 1;
    else if (this.#left === 0) this.#reaches();
    this.points.push({ name, taken, others, cost, isListed: taken === listed });
    return taken;
  }
}

/**
 * The lists that come after a run's own: one more choice each, at a point behind its last one. So every list is made once.
 */
export function* nextLists(list: List, points: readonly Point[]): Generator<{ readonly list: List; readonly point: Point }> {
  const last = points.findLastIndex(({ isListed }) => isListed);
  for (const point of points.slice(last + 1))
    for (const other of point.others) yield { list: new Map([...list, [point.name, other]]), point };
}
