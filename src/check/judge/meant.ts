import { EVENTS } from 'virtual:tags';

/** How many letters have to be changed, at most, to make one name of the other. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let index = 0; index < one.length; index += 1) {
    const line = [index + 1];
    for (let at = 0; at < other.length; at += 1)
      line.push(Math.min(above[at]! + (one[index] === other[at] ? 0 : 1), above[at + 1]! + 1, line[at]! + 1));
    above = line;
  }
  return above.at(-1)!;
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The name that a misspelled one was meant to be; undefined when it is like none, as those of frameworks are. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const near = name.length < 6 ? 1 : 2;
  const distances = known.map((each) => ({
    each,
    far: letters(each) === letters(name) ? 0 : distance(each.toLowerCase(), name.toLowerCase()),
  }));
  const [nearest] = distances.sort((one, other) => one.far - other.far);
  return nearest && nearest.far <= near ? nearest.each : undefined;
}

/** A property's name as an attribute's: `saved-cards` for `savedCards`. */
export const hyphened = (property: string): string => property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What other products, and earlier versions of ours, call a setting; only the letters. */
const OTHER_NAMES: readonly (readonly [ours: string, theirs: string])[] = [
  ['language', 'locale culture'],
  ['return-url', 'successurl cancelurl failurl failureurl errorurl redirecturl backurl'],
  ['notification-url', 'webhook webhookurl notifyurl ipnurl callbackurl'],
  ['public-key', 'key apikey publishablekey clientkey merchantkey'],
  ['tracking-id', 'orderid ordernumber reference'],
  ['prepare', 'clientsecret session sessionid paymentintent'],
  ['amount', 'price sum total'],
  ['product', 'price item sku productid priceid src'],
  ['plan', 'price item src'],
  ['checkout-url', 'endpoint gateway gatewayurl apiurl baseurl'],
  ['test', 'sandbox testmode environment'],
  ['expired-at', 'expires expiresat deadline'],
  ['theme', 'appearance colorscheme'],
];

/** The first of these names that does what another product's name does. */
export function replacementOf(name: string, known: readonly string[]): string | undefined {
  const ours = OTHER_NAMES.filter(([, theirs]) => theirs.split(' ').includes(letters(name))).map(([each]) => letters(each));
  return ours.flatMap((each) => known.find((own) => letters(own) === each) ?? [])[0];
}

/** What other products call an event. */
const OTHER_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  ['success successful succeeded', 'paid payment complete completed finished done', 'approved declined fail failed failure']
    .flatMap((words) => words.split(' '))
    .map((word) => [word, 'checkout-outcome']),
);

/** HTML's own events, among the names that are like ours. */
const OF_HTML = /^(change|submit|cancel|error)$/;

/** The event of ours that a name was meant to be; undefined when it is like none. */
export function eventMeant(name: string): string | undefined {
  if (OF_HTML.test(name)) return undefined;
  const word = name.replace(/^checkout[-:_]?/i, '');
  const synonym = meantBy(word.toLowerCase(), Object.keys(OTHER_EVENTS));
  return (
    meantBy(name, EVENTS) ?? EVENTS.find((each) => letters(each) === `checkout${letters(word)}`) ?? OTHER_EVENTS[synonym ?? '']
  );
}
