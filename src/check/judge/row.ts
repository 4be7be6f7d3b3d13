import type { FieldsFiles } from '../../hosting/fields-page.js';
import type { ObservedElement, ObservedPage } from '../observe/observed-page.js';
import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';

/** The files of this version of the package: its scripts, from `dist/script-inventory.json`, and the isolated fields. */
export interface Published {
  readonly version: string;
  readonly fields?: FieldsFiles;
  readonly scripts: readonly { readonly file: string; readonly integrity: string }[];
}

/** A page, and the files to compare its scripts and fields with; without them nothing is compared. */
export interface Seen extends ObservedPage {
  readonly published?: Published | undefined;
}

/** Something that would cause trouble in production. */
export interface Finding<Code extends string> {
  /** The mistake; the meaning of a code never changes. */
  readonly code: Code;
  /** A problem makes the command fail, advice does not. */
  readonly severity: 'problem' | 'advice';
  /** What was found, and where. */
  readonly what: string;
  /** How it would affect a payer or a merchant. */
  readonly why: string;
  /** How to fix it. */
  readonly cure: string;
}

type Text<Place> = string | ((place: Place, seen: Seen) => string);

/** A mistake that the command knows: how it is found, and what the report says of it. */
interface Mistake<Place, Cause> {
  /** Where the page makes it; each place is a finding. */
  readonly find: (seen: Seen) => readonly Place[];
  readonly what: Text<Place>;
  readonly why: Text<Place>;
  readonly cure: Text<Place>;
  /** What it is about and what it leads to: addresses, and the codes of elements' errors. */
  readonly about?: (place: Place, seen: Seen) => readonly string[];
  /** The mistakes that it only follows from, where they are about the same, so that one mistake leads to one finding. */
  readonly silencedBy?: readonly Cause[];
}

/** A row of the table of mistakes. */
export interface Row<Code extends string, Cause extends string> extends Pick<Finding<Code>, 'code' | 'severity'> {
  readonly silencedBy: readonly Cause[];
  readonly judge: (seen: Seen) => readonly { readonly finding: Finding<Code>; readonly about: readonly string[] }[];
}

export function row<const Code extends string, Place, const Cause extends string = never>(
  code: Code,
  severity: Finding<Code>['severity'],
  { find, what, why, cure, about, silencedBy = [] }: Mistake<Place, Cause>,
): Row<Code, Cause> {
  const judge: Row<Code, Cause>['judge'] = (seen) =>
    find(seen).map((place) => {
      const say = (text: Text<Place>): string => (typeof text === 'string' ? text : text(place, seen));
      return { finding: { code, severity, what: say(what), why: say(why), cure: say(cure) }, about: about?.(place, seen) ?? [] };
    });
  return { code, severity, silencedBy, judge };
}

export const elementsIn = ({ documents }: ObservedPage): readonly ObservedElement[] =>
  documents.flatMap(({ elements }) => elements);

/** An element, or what belongs to it. */
export type Named = Pick<ObservedElement, 'tag' | 'id' | 'place' | 'frame'>;

/** How a report names an element: as a page may have several, with its id or its place among them. */
export const nameOf = ({ tag, id, place, frame }: Named): string => {
  const name = id !== undefined ? `<${tag} id="${id}">` : place === undefined ? `<${tag}>` : `<${tag}> number ${place}`;
  return frame === undefined ? name : `${name} in the frame ${frame}`;
};

/** How an event names its element: without its place, which is unknown there. */
export const markOf = ({ tag, id, frame }: Named): string => nameOf({ tag, id, frame });

/** Whether two things belong to the same element, as far as their names tell. */
export const isSame = (one: Named, other: Named): boolean =>
  one.tag === other.tag && one.id === other.id && one.frame === other.frame;

/** Whether an address can be reached only from this machine. */
export const isOwnMachine = (address: string): boolean => isLoopback(parseUrl(address)?.hostname ?? '');

/** Whether something comes from another server of this machine, as of the sandbox, whose build of a version has hashes of its own. */
export const isOfSandbox = (address: string, page: string): boolean =>
  isOwnMachine(address) && new URL(address).origin !== new URL(page).origin;

/** Whether an address is http on a public host. */
export const isPlainHttp = (address: string): boolean => parseUrl(address)?.protocol === 'http:' && !isOwnMachine(address);

/** The address of a line of the failed requests, `address (reason)`. */
export const requested = (line: string): string => line.split(' (', 1)[0]!;
