import { isOfSandbox, row, type Seen } from './row.js';
import type { OwnScript } from '../observe/observed-page.js';

const tagWith = (hash: string | undefined): string => `integrity="${hash}" crossorigin="anonymous"`;

/** The package's script files that are compared: not the sandbox's, whose build has a finding of its own, as no payer gets it. */
const ownIn = ({ address, ownScripts }: Seen): readonly (OwnScript & { readonly url: string })[] =>
  Object.entries(ownScripts).flatMap(([url, script]) => (isOfSandbox(url, address) ? [] : { url, ...script }));

/** The scripts without integrity, but for the sandbox's, whose hash would be wrong for the published file. */
const unpinnedIn = ({
  documents,
  ownScripts,
}: Seen): readonly { url: string; isForeign: boolean; own: OwnScript | undefined }[] =>
  documents.flatMap(({ url: page, scripts }) =>
    scripts.flatMap(({ url, integrity }) => {
      // The browser requests no invalid address, and reports it in the console.
      if (integrity !== '' || !URL.canParse(url)) return [];
      const [own, isForeign] = [ownScripts[url], new URL(url).origin !== new URL(page).origin];
      return own && isOfSandbox(url, page) ? [] : { url, own, isForeign };
    }),
  );

/** The scripts of others without integrity. */
export const foreignIn = (seen: Seen): readonly { readonly url: string }[] =>
  unpinnedIn(seen).filter(({ own, isForeign }) => !own && isForeign);

const about = ({ url }: { readonly url: string }): readonly string[] => [url];

/** Mistakes in the scripts of the page. */
export const SCRIPTS = [
  row('integrity_missing', 'problem', {
    find: (seen) => unpinnedIn(seen).filter(({ own, isForeign }) => own && isForeign),
    what: ({ url }) => `The element's script ${url} comes from another origin, without integrity.`,
    why: 'Anyone who can change that file can read every card.',
    cure: ({ own }) => `Use a fixed version with ${tagWith(own?.hash)}, or serve it yourself.`,
    about,
    // Its hash would pin the change.
    silencedBy: ['script_unknown'],
  }),
  row('integrity_mismatch', 'problem', {
    find: ({ mismatches }) => Object.entries(mismatches).map(([url, hash]) => ({ url, hash })),
    what: ({ url, hash }) => `The browser refuses ${url}: its hash is ${hash}, which its tag’s integrity does not name.`,
    why: 'The script does not run: the elements, or a part of the page, do not work.',
    cure: ({ hash }, { published }) =>
      published?.scripts.some(({ integrity }) => integrity === hash)
        ? `The file is one of checkout-elements ${published.version}: set ${tagWith(hash)}.`
        : 'Find out who changed the file, or which version it is, before you change the hash.',
    about,
  }),
  row('script_unknown', 'problem', {
    find: (seen) =>
      ownIn(seen).filter(
        ({ version, hash }) =>
          seen.published?.version === version && !seen.published.scripts.some(({ integrity }) => integrity === hash),
      ),
    what: ({ url, version, hash }) =>
      `The script ${url} calls itself checkout-elements ${version}, but none of that version’s files has its hash (${hash}).`,
    why: 'The file was built anew, as the sandbox’s own is, or changed after it was built. A changed script can read every card.',
    cure: 'Replace it with the file from dist/cdn of the package. If it is not the sandbox’s, find out who changed it.',
    about,
    // No payer gets a file that the browser refuses.
    silencedBy: ['integrity_mismatch'],
  }),
  row('integrity_advised', 'advice', {
    find: (seen) => unpinnedIn(seen).filter(({ own, isForeign }) => own && !isForeign),
    what: ({ url }) => `The element's script ${url} has no integrity.`,
    why: 'Anyone who can change the file on your server can read every card; a page with the hash refuses a changed file.',
    cure: ({ own }) => `Set ${tagWith(own?.hash)} on its tag.`,
    about,
    silencedBy: ['script_unknown'],
  }),
  row('script_version', 'advice', {
    find: (seen) => ownIn(seen).filter(({ version }) => seen.published && seen.published.version !== version),
    what: ({ url, version }, { published }) =>
      `The script ${url} has version ${version}; this command has version ${published?.version} and can’t compare its hash.`,
    why: 'A changed file would not be noticed.',
    cure: ({ version }) => `Check the page with the command of the version that it loads (${version}).`,
  }),
  row('foreign_script', 'advice', {
    find: foreignIn,
    what: ({ url }) => `The script ${url} of another origin runs in the page, without integrity.`,
    why: 'A script in the page can read what the payer types, and anyone who can change that file can change the page.',
    cure: 'Remove it from the page where cards are typed, or pin it with integrity and crossorigin="anonymous", which its host has to allow.',
    about,
    // One that does not load does not run.
    silencedBy: ['request_failed'],
  }),
  row('server_code_in_page', 'problem', {
    find: ({ serverScripts }) => serverScripts,
    what: (url) => `${url} contains checkout-elements/merchant.`,
    why: 'That code uses the secret key. If the key is delivered with it, anyone can refund, charge and sell with it.',
    cure: 'Import it only on your server; if the key was in the page, have the gateway issue a new one.',
  }),
  row('secret_key_in_page', 'problem', {
    find: ({ secrets }) => secrets,
    what: (url) => `${url} contains a secret key.`,
    why: 'Everybody who opens the page can refund, charge and sell in your shop’s name.',
    cure: 'Have the gateway issue a new one at once, and use it only on your server.',
  }),
];
