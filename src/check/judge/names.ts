import { EVENTS } from 'virtual:tags';
import { hasOffer, type ObservedElement } from '../observe/observed-page.js';
import { eventMeant, hyphened, meantBy, replacementOf } from './meant.js';
import { elementsIn, nameOf, type Named, row, type Seen } from './row.js';

/** What HTML itself gives every element. */
const GLOBAL =
  /^(id|class|style|slot|part|exportparts|role|lang|dir|title|name|form|is|nonce|inert|hidden|tabindex|accesskey|autocapitalize|autocorrect|autofocus|contenteditable|draggable|elementtiming|enterkeyhint|inputmode|popover|spellcheck|translate|virtualkeyboardpolicy|writingsuggestions|xmlns|item(id|prop|ref|scope|type))$|^(data|aria|on)/;

/** What frameworks leave on elements: names with a mark, with a short word before the first hyphen, or of Angular’s directives. */
const OF_FRAMEWORKS = /[^\w-]|^_|^[a-z]{1,2}-|^(js|ng|mat|cdk|lwc|router|formcontrol|defer-)/;

/** A listener as frameworks write it, or as HTML does for its own events. */
const LISTENER = /^(?:@|\(|on[:-]?|v-on:)([\w:-]+)/;

/** Attributes of a transfer that people try at a product or a plan. */
const OF_TRANSFERS = /^(?:amount|currency|description)$/;

/** An attribute that has no effect. */
interface Idle {
  readonly kind: 'unknown' | 'property' | 'listener' | 'transfer' | 'foreign';
  /** The attribute, property or event that it was meant to be. */
  readonly meant: string;
}

/** Why an attribute has no effect, as far as that is a mistake. */
function idle(name: string, { tag, knownAttributes, properties = [] }: ObservedElement): Idle | undefined {
  const heard = LISTENER.exec(name)?.[1] ?? '';
  const event = eventMeant(heard) ?? (heard.startsWith('checkout') ? 'checkout-outcome' : undefined);
  if (event !== undefined) return { kind: 'listener', meant: event };
  if (GLOBAL.test(name)) return undefined;
  // `saved-cards` means `savedCards`, and no similar attribute. One in the property's spelling is a misspelled attribute.
  const exact = properties.find((each) => hyphened(each) === name);
  const near = exact === undefined ? meantBy(name, knownAttributes) : undefined;
  if (near !== undefined) return { kind: 'unknown', meant: near };
  const property = exact ?? properties.find((each) => each.toLowerCase() === name.replaceAll('-', ''));
  if (property !== undefined) return { kind: 'property', meant: property };
  if (hasOffer({ tag, knownAttributes }) && OF_TRANSFERS.test(name)) return { kind: 'transfer', meant: '' };
  const replacement = replacementOf(name, [...knownAttributes, ...properties]);
  if (replacement !== undefined) return { kind: 'unknown', meant: replacement };
  return OF_FRAMEWORKS.test(name) ? undefined : { kind: 'foreign', meant: '' };
}

interface IdleAttribute extends Named, Idle {
  readonly name: string;
  readonly isAttribute: boolean;
}

const idleIn = (seen: Seen, kind: Idle['kind']): readonly IdleAttribute[] =>
  elementsIn(seen).flatMap((element) =>
    element.unknownAttributes.flatMap((name) => {
      const why = idle(name, element);
      return why?.kind === kind ? { ...element, ...why, name, isAttribute: element.knownAttributes.includes(why.meant) } : [];
    }),
  );

/** What is missing where a name was meant to set something, also as an element's error says it. */
const missing = (meant: string): readonly string[] =>
  ['missing', 'setting_missing', 'setting_invalid'].map((code) => `${code} ${hyphened(meant)}`);

const setsNothing = 'It has no effect: what it sets is missing.';
const inScript = (property: string): string => `Set it in a script: element.${property} = …`;
const hearing = (event: string): string => `Set it in a script: element.addEventListener('${event}', (event) => …).`;
const referenceOf = ({ tag }: Named): string => `docs/reference/${tag}.md`;

/** What a script has set on an element that is no property of it; frameworks mark theirs. */
const setIn = (seen: Seen): readonly (Named & { name: string; meant: string; event: string | undefined })[] =>
  elementsIn(seen).flatMap(({ ownProperties = [], properties = [], ...element }) =>
    ownProperties.flatMap((name) => {
      const event = /^on./i.test(name) ? eventMeant(name.replace(/^on[:-]?/i, '')) : undefined;
      // A short name is like too many others.
      const near = name.length < 6 ? undefined : meantBy(name, properties);
      const meant = event ?? near ?? replacementOf(name, properties);
      return meant === undefined || /^[_$]/.test(name) || properties.includes(name) ? [] : { ...element, name, meant, event };
    }),
  );

const isUnfired = (type: string): boolean => eventMeant(type) !== undefined && !EVENTS.includes(type);

/** What scripts listen to that nothing fires. What else begins as ours is ours only on an element. */
const heardIn = (seen: Seen): readonly { listens: string; type: string; reference: string }[] => [
  ...elementsIn(seen).flatMap((element) =>
    (element.heard ?? [])
      .filter((type) => isUnfired(type) || (/^checkout/i.test(type) && !EVENTS.includes(type)))
      .map((type) => ({ listens: `A script listens on ${nameOf(element)}`, type, reference: referenceOf(element) })),
  ),
  ...seen.documents.flatMap(({ url, heard = [] }) =>
    heard.filter(isUnfired).map((type) => ({ listens: `A script in ${url} listens`, type, reference: 'docs/reference' })),
  ),
];

/** Names in the page, in its tags and in its scripts, that mean nothing. */
export const NAMES = [
  row('attribute_unknown', 'problem', {
    find: (seen) => idleIn(seen, 'unknown'),
    what: ({ name, ...each }) => `${nameOf(each)} has the attribute ${name}, which it does not know.`,
    why: setsNothing,
    cure: ({ meant, isAttribute }) => (isAttribute ? `Write ${meant}.` : inScript(meant)),
    about: ({ meant }) => missing(meant),
  }),
  row('attribute_without_effect', 'problem', {
    find: (seen) => idleIn(seen, 'property'),
    what: ({ name, meant, ...each }) => `${nameOf(each)} has the attribute ${name}, but ${meant} is a property.`,
    why: ({ meant }) =>
      meant === 'prepare'
        ? 'It has no effect: unless a script sets the property, payments are made without an order.'
        : 'It has no effect: unless a script sets the property, what it sets is missing.',
    cure: ({ meant }) => inScript(meant),
  }),
  row('listener_without_effect', 'problem', {
    find: (seen) => idleIn(seen, 'listener'),
    what: ({ name, ...each }) => `${nameOf(each)} has the attribute ${name}, which makes no listener.`,
    why: 'No framework has read it, and HTML has no such attribute for events: the page hears nothing of what happens in the element.',
    cure: ({ meant }) => hearing(meant),
  }),
  row('property_unknown', 'problem', {
    find: setIn,
    what: ({ name, ...each }) => `A script sets ${name} on ${nameOf(each)}, which has no such property.`,
    why: ({ event }) =>
      event === undefined ? setsNothing : 'It makes no listener: the page hears nothing of what happens in the element.',
    cure: ({ meant, event }) => (event === undefined ? `Write ${meant}.` : hearing(event)),
    about: ({ meant }) => missing(meant),
  }),
  row('event_unknown', 'problem', {
    find: heardIn,
    what: ({ listens, type }) => `${listens} to ${type}, an event that no element fires.`,
    why: 'The listener is never called: what it should do after a payment does not happen.',
    cure: ({ type, reference }) => {
      const event = eventMeant(type);
      return event === undefined
        ? `Listen to one of the events in ${reference}.`
        : `Listen to ${event}, or to another event in ${reference}.`;
    },
  }),
  row('event_detail', 'advice', {
    find: ({ documents }) =>
      documents.flatMap(({ url, readsDetail = [] }) =>
        readsDetail.filter(({ type }) => EVENTS.includes(type)).map((each) => ({ url, ...each })),
      ),
    what: ({ url, type, line }) => `A script in ${url} reads a detail of ${type}: ${line}`,
    why: 'The events of the elements have no detail, so the listener fails, or does nothing.',
    cure: 'Read the event itself, such as event.outcome in place of event.detail.outcome; the reference of the element lists what it has.',
  }),
  row('submit_stopped', 'advice', {
    find: ({ documents }) => documents.filter(({ stopsPresses, elements }) => stopsPresses === true && elements.length > 0),
    what: ({ url }) => `A script in ${url} listens to checkout-submit, and calls preventDefault() each time.`,
    why: 'That stops the payment: a press of the button does nothing.',
    cure: 'Remove the call, unless it is meant to stop this press: an element sends no form that it would have to keep from being sent.',
  }),
  row('attribute_elsewhere', 'advice', {
    find: (seen) => idleIn(seen, 'transfer'),
    what: ({ name, ...each }) => `${nameOf(each)} has the attribute ${name}, which only a transfer has.`,
    why: 'It has no effect: payers pay the price of the product or plan.',
    cure: 'Remove it; your server sets the price at the gateway.',
  }),
  row('attribute_foreign', 'advice', {
    find: (seen) => idleIn(seen, 'foreign'),
    what: ({ name, ...each }) => `${nameOf(each)} has the attribute ${name}, which is neither its own nor of HTML.`,
    why: 'It has no effect. If you mean a setting by it, as other products have one, that is missing.',
    cure: (each) => `Look for what you mean in ${referenceOf(each)}, or remove it. A mark of your own begins with data-.`,
  }),
];
