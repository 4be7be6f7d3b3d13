import { TAGS } from 'virtual:tags';
import { createHash } from 'node:crypto';
import { meantBy } from './meant.js';
import { elementsIn, isOwnMachine, isSame, isPlainHttp, markOf, nameOf, type Named, requested, row, type Seen } from './row.js';
import { parseUrl } from '../../url/parse-url.js';
import { LOADERS } from '../../locales/loaders.js';
import { nameOfCatalogue } from '../../locales/catalogue-name.js';
import { isEnglish } from '../../locales/language-tag.js';
import { hasOffer, type ObservedElement, type ObservedReturn, type ReportedError } from '../observe/observed-page.js';

/** SHA-256 (base64url) of the public keys that every sandbox publishes. */
export const SANDBOX_KEYS: readonly string[] = [
  'cpU-sxU--UlndqcWwTWSO0kqVQsKelF-g8jqKuM1Ogg',
  '9HOmND4DGcDeXJ6EEtaAh_yW7MMTaQcfEGhw2_t7PeA',
];

const isSandboxKey = ({ publicKey }: ObservedElement): boolean =>
  publicKey !== undefined && SANDBOX_KEYS.includes(createHash('sha256').update(publicKey.trim()).digest('base64url'));

/** Whether a script file is that of an element, by a name that is like its tag's: `productpay.js`. */
const isFileOf = (tag: string, url: string): boolean =>
  [tag, 'checkout'].includes(meantBy(new URL(url).pathname.replace(/^.*\/|(\.min)?\.m?js$/g, ''), [...TAGS, 'checkout']) ?? '');

/** The elements that are not defined, with the request for a script that failed. */
function undefinedIn(seen: Seen): (Named & { failed: string | undefined; isBare: boolean })[] {
  const { documents, ownScripts, mismatches, violations, failedRequests } = seen;
  const ran = Object.keys(ownScripts).some((url) => !(url in mismatches));
  const scripts = new Set(ran ? [] : documents.flatMap((each) => each.scripts.map(({ url }) => url)));
  const isRefused =
    Object.keys(mismatches).some((url) => scripts.has(url)) ||
    violations.some((each) => !each.reportOnly && each.directive.startsWith('script-src') && scripts.has(each.blocked));
  // An import has no tag, but the name of its file tells.
  const failures = failedRequests.filter(
    (line) =>
      documents.some((each) => each.scripts.some(({ url }) => url === requested(line))) ||
      (/\.m?js$/.test(parseUrl(requested(line))?.pathname ?? '') && TAGS.some((tag) => isFileOf(tag, requested(line)))),
  );
  const isBare = seen.consoleErrors.some((text) => text.includes('resolve module specifier'));
  return elementsIn(seen).flatMap(({ tag, id, frame, defined, isTaken }) => {
    const failure = failures.find((line) => isFileOf(tag, requested(line)));
    // When the policy or the hash blocks the script, another finding reports it.
    if (defined || isTaken === true || (isRefused && !failure)) return [];
    return { tag, id, frame, failed: failure ?? failures.find((line) => scripts.has(requested(line))), isBare };
  });
}

const hasForm = ({ opensGatewayPage, publicKey }: ObservedElement): boolean => !opensGatewayPage && publicKey !== undefined;

/** What to do about a script that did not load. */
function cureOfFailed(line: string, { address }: Seen): string {
  if (isPlainHttp(address) && isOwnMachine(requested(line)))
    return 'Serve the page by https, or at localhost: browsers let no page at another http address load a file of this machine.';
  const [, type] = / \(answers with (\S+)\)$/.exec(line) ?? [];
  if (type !== undefined && type !== 'text/html') return 'Have the server send it as text/javascript.';
  const isPage = type !== undefined;
  return `Copy the file to that address, or correct the address.${isPage ? ' The server answers with a page where it has no file, as those of single-page apps do.' : ''}`;
}

/** What an error says, and the cure that is its last sentence. */
function said(message: string): readonly [what: string, cure: string] {
  const end = message.lastIndexOf('. ') + 1;
  return end > 0 ? [message.slice(0, end), message.slice(end + 1)] : [message, 'Look it up in docs/troubleshooting.md.'];
}

/** An element's error; one about a Promise says so, and how to wait for it. The script files have no room for that. */
function ofPromise({ message, ...error }: ReportedError, seen: Seen): string {
  const [name = ''] = message.split(':', 1);
  const isPromise = elementsIn(seen).some((each) => isSame(each, error) && each.promises?.includes(name) === true);
  return isPromise
    ? message.replace(/; got .*$/s, `; got a Promise. Write await before it: element.${name} = await answer.json();`)
    : message;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  sold_out: 'it is sold out',
  expired: 'it can no longer be bought',
  unknown: 'the gateway does not know it',
  unreadable: 'its description can’t be read',
  unreachable: 'its description can’t be loaded',
};

/** Below this contrast, a text and its background look the same. */
const UNREADABLE = 1.5;

/** The contrast of two colors, as WCAG defines it; NaN for those that are not opaque, or not in sRGB. */
function contrastOf({ color = '', background = '' }: Partial<NonNullable<ObservedElement['button']>> = {}): number {
  const [dark = NaN, light = NaN] = [color, background]
    .map((text) => {
      const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(text) ?? [];
      const [red = NaN, green = NaN, blue = NaN] = parts.map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** Why payers don't see the button of an element, as the rest of a sentence. */
function unseenButton({ hidesButton, button }: ObservedElement, { pressesByScript }: Seen): string | undefined {
  if (hidesButton === true && pressesByScript !== true)
    return 'has a hidden button, and no script of the page calls its submit()';
  return button && contrastOf(button) < UNREADABLE
    ? `has its button’s text in ${button.color} on ${button.background}`
    : undefined;
}

/** Mistakes that keep the elements from working. */
export const ELEMENTS = [
  row('element_missing', 'problem', {
    find: (seen) => (elementsIn(seen).length === 0 ? [seen] : []),
    what: `The page has none of ${TAGS.map((tag) => `<${tag}>`).join(', ')}.`,
    why: 'Payers can’t pay here, or the element appears only after a click; this check clicks nothing.',
    cure: 'Correct the address, or give one of a page that shows the element at once.',
    about: () => ['no element'],
    silencedBy: ['element_misspelled'],
  }),
  row('element_misspelled', 'problem', {
    find: ({ documents }) =>
      documents.flatMap(({ undefinedTags = [] }) =>
        undefinedTags.flatMap((tag) => {
          const meant = TAGS.includes(tag) ? undefined : meantBy(tag, TAGS);
          return meant === undefined ? [] : { tag, meant };
        }),
      ),
    what: ({ tag }) => `The page has a <${tag}>, which no script defines.`,
    why: 'Payers see its fallback content, or nothing.',
    cure: ({ meant }) => `Write <${meant}>.`,
    about: () => ['no element'],
  }),
  row('element_undefined', 'problem', {
    find: undefinedIn,
    what: ({ failed, ...each }) =>
      `${nameOf(each)} is in the page, but not defined${failed === undefined ? '' : `: ${failed} did not load`}.`,
    why: 'The payer sees its fallback content, or nothing.',
    cure: ({ failed, isBare }, seen) =>
      isBare
        ? 'The page imports a package by its name, which only a bundler or an import map understands: load checkout.js instead.'
        : failed === undefined
          ? 'Load checkout.js with type="module", or import checkout-elements/define. The findings below may show why it did not run.'
          : cureOfFailed(failed, seen),
    about: ({ failed, frame }, { address }) => [
      `no origin ${frame ?? address}`,
      ...(failed === undefined ? [] : [requested(failed)]),
    ],
    silencedBy: ['origin_missing'],
  }),
  row('tag_taken', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ isTaken }) => isTaken),
    what: (each) => `${nameOf(each)} is what another script has defined, and not the element of checkout-elements.`,
    why: 'A page can define a tag only once, and the first definition stays: payers see what that script makes of it.',
    cure: ({ tag }) => `Find customElements.define('${tag}', …) in the page’s scripts, and remove it or give it another tag.`,
  }),
  row('element_error', 'problem', {
    find: (seen) => seen.errors.map((each) => ({ ...each, message: ofPromise(each, seen) })),
    what: ({ code, message, ...each }) => `${nameOf(each)} reported the error ${code}: ${said(message)[0]}`,
    why: 'The form does not work, or works only in part, until this is fixed.',
    cure: ({ message }) => said(message)[1],
    about: ({ tag, id, frame, code, message }, seen) => [
      code,
      `set ${message.split(':', 1)[0]}`,
      `${code} ${message.split(':', 1)[0]}`,
      // Another element's may be wrong in another way.
      ...[...message.matchAll(/"([^"]+)"/g)].flatMap(([, got = '']) =>
        URL.canParse(got) ? `${code} ${message.split(':', 1)[0]} ${new URL(got).href}` : [],
      ),
      markOf({ tag, id, frame }),
      ...elementsIn(seen).flatMap((each) => (isSame(each, { tag, id, frame }) ? Object.values(each.addresses) : [])),
    ],
    silencedBy: [
      ...(['plain_http', 'insecure_context', 'key_unusable', 'policy_blocks', 'fields_missing', 'fields_headers_wrong'] as const),
      ...(['fields_parent_missing', 'fields_key_missing', 'fields_address_missing', 'fields_unknown'] as const),
      ...(['attribute_unknown', 'property_unknown', 'template_unfilled', 'fetch_changed'] as const),
    ],
  }),
  row('template_unfilled', 'problem', {
    find: (seen) => elementsIn(seen).flatMap(({ unfilled = [], ...each }) => unfilled.map((name) => ({ ...each, name }))),
    what: ({ name, ...each }) => `${nameOf(each)} has a ${name} with the mark of a template in it, such as {{ or <?.`,
    why: 'What should fill it in has not run, so the element has another value than you mean.',
    cure: 'Open the page as your server or your framework delivers it, or write the value itself.',
    about: ({ name }, seen) => [
      `set ${name}`,
      ...(name === 'public-key' ? ['key_unusable'] : []),
      // What is at an address with the mark in it does not load.
      ...elementsIn(seen).flatMap(({ addresses }) => addresses[name] ?? []),
    ],
  }),
  row('function_expected', 'problem', {
    find: (seen) => elementsIn(seen).flatMap(({ notFunctions = [], ...each }) => notFunctions.map((name) => ({ ...each, name }))),
    what: ({ name, ...each }) => `${nameOf(each)} has a ${name} that is no function.`,
    why: ({ name }) =>
      name === 'prepare' ? 'It can’t open an order: every payment fails.' : 'It can’t ask your server how a payment ended.',
    cure: ({ name }) => `Set it to the function itself: element.${name} = async () => … , not to what it returns.`,
  }),
  row('element_unclosed', 'problem', {
    find: (seen) =>
      elementsIn(seen).flatMap(({ tag, id, contains, begins }) => {
        const inside = contains ?? (seen.unclosed?.includes(tag) === true ? begins : undefined);
        return inside === undefined ? [] : { tag, id, contains: inside };
      }),
    what: ({ contains, ...each }) => `${nameOf(each)} contains a <${contains}>.`,
    why: 'What an element contains disappears once its script runs. HTML ignores the slash of a tag such as <p2p-transfer />, which stays open.',
    cure: ({ tag }) => `Close it by </${tag}>, right after its fallback.`,
    about: ({ contains }) => [`unseen ${contains}`],
  }),
  row('element_replaced', 'problem', {
    find: ({ replaced = [] }) => replaced,
    what: (each) => `${nameOf(each)} is removed again and again while the page is open.`,
    why: 'Each time, what a payer has typed is lost, and so are the properties that a script has set. The form can’t be filled in.',
    cure: 'Have the script that draws this part of the page draw only what changes, such as a countdown, and leave the element in its place.',
    about: (each) => [markOf(each)],
  }),
  row('element_nested', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ inside }) => inside !== undefined),
    what: ({ inside, ...each }) => `${nameOf(each)} is inside a <${inside}>.`,
    why: ({ inside }) =>
      inside === 'a'
        ? 'A press in a field leaves the page.'
        : `A press in a field counts as one on the <${inside}> too: it sends a form, folds the element away, or moves the focus.`,
    cure: ({ inside }) => `Move it out of the <${inside}>.`,
  }),
  row('element_disabled', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ disabled, unusable }) => disabled || unusable !== undefined),
    what: ({ unusable = 'is disabled', ...each }) => `${nameOf(each)} ${unusable}.`,
    why: 'Payers can neither type nor press anything in it.',
    cure: ({ unusable }) =>
      `Remove ${unusable === undefined ? 'disabled, also from a fieldset around it' : 'that, also from what is around it'}. ` +
      'If the page enables it later, add --ignore element_disabled.',
  }),
  row('element_cut_off', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ cutBy }) => cutBy !== undefined),
    what: ({ cutBy, ...each }) => `A part of ${nameOf(each)} is cut off by ${cutBy}, whose overflow is hidden.`,
    why: 'Payers can’t get to what is cut off: a field, or the button.',
    cure: 'Give it the height of the form, or let it scroll (overflow: auto) in at least some hundred pixels.',
  }),
  row('element_unseen', 'problem', {
    find: (seen) =>
      elementsIn(seen).flatMap((each) => {
        const unseen = each.unseen ?? unseenButton(each, seen);
        return each.defined && unseen !== undefined ? [{ ...each, unseen, isWhole: each.unseen !== undefined }] : [];
      }),
    what: ({ unseen, ...each }) => `${nameOf(each)} ${unseen}.`,
    why: ({ unseen, isWhole }) =>
      /screen reader/.test(unseen)
        ? 'Payers who hear the page can’t pay here.'
        : `Payers don’t see ${isWhole ? 'it' : 'how to pay'}, and can’t pay here.`,
    cure: ({ isWhole }) =>
      `${
        isWhole
          ? 'Show it, and give it room.'
          : 'Correct the page’s style of ::part(submit), or have a button of your own call the element’s submit().'
      } If the page shows it later, add --ignore element_unseen.`,
    about: ({ tag }) => [`unseen ${tag}`],
    // It is gone with what the other one contains.
    silencedBy: ['element_unclosed'],
  }),
  row('element_covered', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ coveredBy }) => coveredBy !== undefined),
    what: ({ coveredBy, ...each }) => `A transparent layer (${coveredBy}) lies over ${nameOf(each)}.`,
    why: 'It takes the payer’s presses and taps: they see the form, and can’t use it.',
    cure: 'Remove the layer, or put it behind the element; if you don’t know it, find out who added it.',
  }),
  row('element_overlaid', 'advice', {
    find: (seen) => elementsIn(seen).filter(({ overlaidBy }) => overlaidBy !== undefined),
    what: ({ overlaidBy, ...each }) => `A layer (${overlaidBy}) lies in front of ${nameOf(each)}.`,
    why: 'Payers can use the form only once it is gone.',
    cure: 'Remove it, unless payers close it themselves, as a notice about cookies: then add --ignore element_overlaid.',
  }),
  row('window_refused', 'problem', {
    // In a frame, each way to the bank's page needs a window: a redirect at once, a dialog where the bank may not be framed.
    find: ({ documents }) =>
      documents.flatMap(({ elements, lacks = [] }) =>
        lacks.length > 0 ? elements.filter(hasForm).map((each) => ({ ...each, lacks })) : [],
      ),
    what: ({ lacks, ...each }) => `${nameOf(each)} can open no window: the frame’s sandbox lacks ${lacks.join(' and ')}.`,
    why: ({ challenge }) =>
      challenge === 'auto'
        ? 'Payers whose bank may not be shown in a frame can’t confirm their payment.'
        : 'Payers whose bank asks them to confirm can’t get to its page, and never pay.',
    cure: ({ lacks }) => `Add ${lacks.length > 1 ? 'them' : 'it'} to its sandbox, or show the page outside of a frame.`,
  }),
  row('contrast_low', 'advice', {
    find: (seen) =>
      elementsIn(seen).flatMap(({ button, ...each }) => {
        const contrast = contrastOf(button);
        return button && contrast >= UNREADABLE && contrast < 3 ? [{ ...each, ...button }] : [];
      }),
    what: ({ color, background, ...each }) => `The button of ${nameOf(each)} has its text in ${color} on ${background}.`,
    why: 'Payers who see less well can’t read the sum that they pay: the contrast is below 3 to 1.',
    cure: 'Choose colors with a contrast of at least 4.5 to 1 in the page’s styles of the element.',
  }),
  row('keys_stopped', 'problem', {
    find: (seen) =>
      elementsIn(seen).flatMap(({ stoppedKeys = [], ...each }) => (stoppedKeys.length > 0 ? [{ ...each, stoppedKeys }] : [])),
    what: ({ stoppedKeys, ...each }) => `A script of the page takes keys from ${nameOf(each)} (${stoppedKeys.join(', ')}).`,
    why: 'Payers can’t type all that the form asks for, correct it, or get from field to field.',
    cure: 'Find the listener of keydown or keypress that calls preventDefault(), and have it do so only in fields of your own.',
  }),
  row('time_over', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ timeOver }) => timeOver),
    what: (each) => `The time to confirm (expired-at) of ${nameOf(each)} is over.`,
    why: 'Payers read that it is too late, and can only start again.',
    cure: 'Have your server set a time to come whenever it writes the page.',
  }),
  row('not_for_sale', 'problem', {
    find: ({ unavailable }) => unavailable,
    what: ({ reason, ...each }) => `The offer of ${nameOf(each)} is unavailable: ${WHY_NOT[reason] ?? reason}.`,
    why: 'Payers find nothing to pay for.',
    cure: 'Check the product or plan on your server, and its addresses in the element.',
    // The element's error says why it can't be read.
    about: ({ reason, ...each }) => (reason === 'sold_out' || reason === 'expired' ? [] : [nameOf(each)]),
    silencedBy: ['element_error'],
  }),
];

/** Whether an address is no page for payers. One that is only busy or down may be one at another time. */
export const isBroken = ({ status = 200 }: ObservedReturn): boolean => status >= 400 && status < 500 && status !== 429;

const LANGUAGES = ['en', ...Object.keys(LOADERS)];
const hasWordsIn = (language: string): boolean => nameOfCatalogue(language, LANGUAGES) !== undefined;

/** The name of a language; undefined where a text is no language's tag. */
function nameIn(display: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames(display, { type: 'language', fallback: 'none' }).of(language)?.toLowerCase();
  } catch {
    return undefined;
  }
}

/** What to write where a language stands by its name, or a country's code in its place. */
function meantLanguage(given: string): string | undefined {
  const name = given.toLowerCase();
  const named = LANGUAGES.find((tag) => nameIn('en', tag) === name || nameIn(tag, tag) === name);
  // Many codes of countries are those of other languages, too: "cy" is Welsh, and not what Cyprus speaks.
  const isCountry = /^[a-z]{2}$/i.test(given) && nameIn('en', given) === undefined;
  const { language = named } = isCountry ? new Intl.Locale(`und-${given}`).maximize() : {};
  // Intl answers English for a code of no country.
  const isMeant = language !== undefined && (language === named || language !== 'en') && hasWordsIn(language);
  return isMeant ? `Write ${language}, or another tag of docs/languages.md.` : undefined;
}

/** Whether an element other than one that finds no gateway there needs an origin: the policy has to allow it for that one. */
const isUsed = (origin: string, missing: Named, seen: Seen): boolean =>
  elementsIn(seen).some(
    (each) =>
      !isSame(each, missing) &&
      Object.values(each.addresses).some((address) => parseUrl(address)?.origin === origin) &&
      !seen.keys.some((key) => key.state === 'missing' && isSame(key, each)),
  );

/** Mistakes in what the elements are set to. */
export const SETTINGS = [
  row('test_mode', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ test }) => test),
    what: (each) => `${nameOf(each)} ${hasOffer(each) ? 'sells a test product or plan' : 'is in test mode'}.`,
    why: 'Payers pay with test money: you deliver without being paid.',
    cure: (each) =>
      hasOffer(each)
        ? 'Have your server create the product or plan without test; keep allowTest off there.'
        : 'Remove the attribute test; keep allowTest off on the server.',
  }),
  row('sandbox_key', 'problem', {
    find: (seen) => elementsIn(seen).filter(isSandboxKey),
    what: (each) => `${nameOf(each)} has a public key of the sandbox.`,
    why: 'Its private key is public too: anyone can decrypt the cards that are encrypted with it.',
    cure: 'Set your shop’s own public key, as the gateway shows it.',
  }),
  row('key_unusable', 'problem', {
    find: ({ keys }) => keys.filter(({ state }) => state === 'unusable'),
    what: ({ reason, ...each }) => `The public key of ${nameOf(each)} can’t be used. ${reason}`,
    why: 'Nothing can be encrypted: no payer can pay.',
    cure:
      'Set your shop’s public key, as the gateway shows it: without the first and last line that a PEM file has, in one line, and whole ' +
      '(one of 2048 bits has 392 characters).',
    about: () => ['key_unusable'],
    silencedBy: ['template_unfilled'],
  }),
  row('key_refused', 'problem', {
    find: ({ keys }) => keys.filter(({ state }) => state === 'refused'),
    what: ({ address, ...each }) => `The gateway at ${address} refuses the public key of ${nameOf(each)}.`,
    why: 'Every payment fails: the key is of another shop, of another gateway, or of a test system.',
    cure: 'Set the public key that this gateway shows for your shop.',
  }),
  row('gateway_missing', 'problem', {
    find: ({ keys }) => keys.filter(({ state }) => state === 'missing'),
    what: ({ address, reason, ...each }) => `${nameOf(each)} pays at ${address}, which is no gateway: ${reason}.`,
    why: 'Every payment fails before anything is sent.',
    about: (missing, seen) =>
      isUsed(new URL(missing.address).origin, missing, seen) ? [] : [`connect-src ${new URL(missing.address).origin}`],
    cure: 'Set checkout-url, or the confirm_url of the product, to the address that the gateway states, without anything after it.',
  }),
  // The payer pays on the gateway's page, which gets no settings from this page.
  row('registered_address_needed', 'advice', {
    find: (seen) => elementsIn(seen).filter(({ opensGatewayPage }) => opensGatewayPage),
    what: (each) => `${nameOf(each)} leads to the gateway’s page.`,
    why:
      'The gateway notifies your server of payments there only if your shop has registered a notification address, and leads ' +
      'back to your shop only if it has registered a return address (for a product, return_url also does that).',
    cure:
      'Register both at the gateway, and verify notifications with verifyNotification. Then run this command with ' +
      '--ignore registered_address_needed.',
  }),
  row('notification_url_missing', 'problem', {
    // Before an element is defined, it is not known which of its attributes is a misspelled one.
    find: (seen) => elementsIn(seen).filter((each) => hasForm(each) && each.defined && each.notificationUrl === undefined),
    what: (each) => `${nameOf(each)} has no notification-url.`,
    why: 'When a payer closes the page too early, your server does not learn that they paid.',
    about: (each) => ['missing notification-url', markOf(each)],
    silencedBy: ['element_replaced', 'attribute_unknown', 'property_unknown'],
    cure:
      'Set it, and verify notifications there with verifyNotification. If the gateway has an address for the whole shop, ' +
      'run this command with --ignore notification_url_missing.',
  }),
  row('language_unknown', 'advice', {
    find: (seen) => elementsIn(seen).filter(({ language = 'en' }) => language !== 'auto' && !hasWordsIn(language)),
    what: ({ language, ...each }) => `${nameOf(each)} has the language "${language}", in which it has no words.`,
    why: 'Payers read English.',
    cure: ({ language = '' }) =>
      `${meantLanguage(language) ?? 'Set a tag of docs/languages.md, such as ru or pt-BR; or auto.'} ` +
      'If messages has all the words, add --ignore language_unknown.',
  }),
  row('language_unset', 'advice', {
    find: ({ documents }) =>
      documents.flatMap(({ elements, lang = '' }) =>
        elements
          .filter(({ language }) => language === undefined && hasWordsIn(lang) && !isEnglish(lang))
          .map((each) => ({ ...each, lang })),
      ),
    what: ({ lang, ...each }) => `${nameOf(each)} has no language, on a page in "${lang}".`,
    why: 'Payers read English.',
    cure: ({ lang }) =>
      `Set language="${lang}", or language="auto". If it is meant to be English, write language="en" in its tag.`,
  }),
  row('tracking_id_fixed', 'advice', {
    find: (seen) =>
      elementsIn(seen).filter(
        (each) =>
          hasForm(each) && each.trackingId !== undefined && each.opensOrders !== true && !each.notFunctions?.includes('prepare'),
      ),
    what: ({ trackingId, ...each }) => `${nameOf(each)} has the tracking-id "${trackingId}", and no prepare.`,
    why: 'All payers who get this page pay the same order, unless your server writes another id into it for each.',
    cure:
      'Set prepare to a function that opens an order on your server. If the server writes the id, run this command with ' +
      '--ignore tracking_id_fixed.',
    about: (each) => [markOf(each)],
    silencedBy: ['element_replaced'],
  }),
  row('return_url_missing', 'advice', {
    find: (seen) => elementsIn(seen).filter((each) => hasForm(each) && each.returnUrl === undefined),
    what: (each) => `${nameOf(each)} has no return-url.`,
    why: 'Payers return from the bank to the address that the page had, with everything in it.',
    cure: 'Set a return-url that works in any browser and without a session.',
    about: (each) => ['missing return-url', markOf(each)],
    silencedBy: ['element_replaced', 'attribute_unknown', 'property_unknown'],
  }),
  row('return_url_broken', 'problem', {
    find: ({ returns }) => returns.filter(isBroken),
    what: ({ address, status, ...each }) => `return-url of ${nameOf(each)} is ${address}, which answers with status ${status}.`,
    why: 'Payers who come back from their bank find no page, and don’t learn whether they have paid.',
    cure: 'Correct it, or serve a page with the element there, which works in any browser and without a session.',
  }),
  row('return_url_elsewhere', 'advice', {
    find: ({ returns }) => returns.filter(({ isElsewhere }) => isElsewhere),
    what: ({ address, ...each }) =>
      `return-url of ${nameOf(each)} is ${address}, a page without <${each.tag}> and without a script of this page.`,
    why: 'Payers who come back from their bank read nothing there of how the payment ended.',
    cure: 'Set it to a page that has the element, such as this one; it leads on after the outcome, by checkout-outcome.',
  }),
  row('order_missing', 'advice', {
    find: (seen) =>
      elementsIn(seen).filter(
        (each) =>
          hasForm(each) &&
          each.defined &&
          !each.opensOrders &&
          each.trackingId === undefined &&
          !each.notFunctions?.includes('prepare'),
      ),
    what: (each) => `${nameOf(each)} has neither prepare nor a tracking-id.`,
    why: 'Payments are made without an order: your server can’t tell what was paid for.',
    cure: 'Set prepare to a function that opens an order on your server and returns {trackingId}.',
    silencedBy: ['element_replaced', 'attribute_unknown', 'attribute_without_effect', 'property_unknown'],
    about: (each) => ['missing tracking-id', 'missing prepare', markOf(each)],
  }),
  row('resolve_status_missing', 'advice', {
    // Before an element is defined, its properties are unknown.
    find: (seen) =>
      elementsIn(seen).filter(
        (each) => hasForm(each) && each.defined && !each.asksServer && !each.notFunctions?.includes('resolveStatus'),
      ),
    what: (each) => `${nameOf(each)} has no resolveStatus that is a function.`,
    why: 'When the gateway’s answer gets lost, the outcome stays unknown, and the payer can’t learn whether they have paid.',
    cure: 'Set the property to a function that asks your server, and answer it there with createStatusHandler.',
    about: (each) => ['missing resolve-status', markOf(each)],
    silencedBy: ['element_replaced', 'property_unknown'],
  }),
];
